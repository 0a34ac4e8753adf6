import Foundation
import GtkKit

/// A type whose values can be dropped on a view.
@MainActor public protocol DropPayload {
  /// The GObject type of the dropped value.
  static var dropType: GType { get }

  /// Reads a dropped value. A drop may contain several items.
  static func read(_ value: UnsafePointer<GValue>) -> [Self]
}

extension String: DropPayload {
  public static var dropType: GType { FundamentalType.string }

  public static func read(_ value: UnsafePointer<GValue>) -> [String] { [value.string] }
}

extension URL: DropPayload {
  public static var dropType: GType { gdk_file_list_get_type() }

  public static func read(_ value: UnsafePointer<GValue>) -> [URL] {
    value.fileURIs.compactMap { URL(string: $0) }
  }
}

extension View {
  /// Accepts items dropped on this view.
  ///
  /// - Parameters:
  ///   - type: The type of the accepted items: `String` or `URL`.
  ///   - action: Called with the items and the position in the view. Returns whether the drop is
  ///     accepted.
  public func dropDestination<Payload: DropPayload>(
    for type: Payload.Type = Payload.self,
    action: @escaping (_ items: [Payload], _ location: (x: Double, y: Double)) -> Bool
  ) -> some View {
    DropView(content: self, action: action)
  }
}

private struct DropView<Content: View, Payload: DropPayload>: PrimitiveView {
  let content: Content
  let action: ([Payload], (x: Double, y: Double)) -> Bool

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { DropNode(self, context) }
}

private final class DropNode<Content: View, Payload: DropPayload>:
  InputNode<DropView<Content, Payload>, Content>
{
  init(_ view: DropView<Content, Payload>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    [
      DropTarget(on: widget, types: [Payload.dropType]) { [unowned self] value, x, y in
        !ignoresInput && view.action(Payload.read(value), (x, y))
      }
    ]
  }
}

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
  public static var dropType: GType { GType(16 << 2) }  // G_TYPE_STRING

  public static func read(_ value: UnsafePointer<GValue>) -> [String] {
    [String(gtk: g_value_get_string(value))]
  }
}

extension URL: DropPayload {
  public static var dropType: GType { gdk_file_list_get_type() }

  public static func read(_ value: UnsafePointer<GValue>) -> [URL] {
    guard let list = g_value_get_boxed(value) else { return [] }
    var urls: [URL] = []
    let files = gdk_file_list_get_files(OpaquePointer(list))
    var node = files
    while let current = node {
      let uri = String(taking: g_file_get_uri(OpaquePointer(current.pointee.data)))
      if let url = URL(string: uri) { urls.append(url) }
      node = current.pointee.next
    }
    g_slist_free(files)
    return urls
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
  ForwardingNode<DropView<Content, Payload>, Content>
{
  private var attached: (widget: WidgetPointer, controller: OpaquePointer)?
  private let signals = SignalHandlers()

  init(_ view: DropView<Content, Payload>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    attach()
  }

  deinit {}

  private func attach() {
    guard let widget = widgets.first else { return detach() }
    guard widget != attached?.widget else { return }
    detach()
    let target = gtk_drop_target_new(Payload.dropType, GDK_ACTION_COPY)!
    signals.connect(target, "drop", .drop) { [unowned self] value, x, y in
      !isInert && view.action(Payload.read(value), (x, y))
    }
    gtk_widget_add_controller(widget, target)
    g_object_ref(widget)
    attached = (widget, target)
  }

  private func detach() {
    signals.disconnectAll()
    guard let attached else { return }
    gtk_widget_remove_controller(attached.widget, attached.controller)
    g_object_unref(attached.widget)
    self.attached = nil
  }

  override func widgetsDidChange() {
    guard child != nil else { return }
    attach()
    super.widgetsDidChange()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    detach()
    super.destroy()
  }
}

import Foundation
import GtkKit

/// Views that depend on the space that they are given.
///
/// ```swift
/// GeometryReader { proxy in
///   Color.green.frame(width: proxy.size.width * level)
/// }
/// ```
///
/// A reader takes all the space that is left, and its content begins at the leading top corner. The
/// content is made once GTK has given the reader its space, and anew when that changes.
public struct GeometryReader<Content: View>: View {
  @State private var proxy: GeometryProxy?
  private let content: (GeometryProxy) -> Content

  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
    self.content = content
  }

  public var body: some View {
    SpaceReader { proxy = $0 }
      .overlay(alignment: .topLeading) {
        if let proxy { content(proxy) }
      }
  }
}

/// The space of a view.
nonisolated public struct GeometryProxy: Equatable, Sendable {
  /// What the place of a view is measured from.
  public enum CoordinateSpace: Equatable, Sendable {
    /// The view itself.
    case local
  }

  /// In pixels.
  public let size: CGSize

  /// Returns the place of the view.
  public func frame(in space: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
}

extension View {
  /// Performs an action with what a function returns for the space of this view: once there is a
  /// space, and when the result changes.
  ///
  /// - Parameters:
  ///   - type: The type of the result.
  ///   - transform: Returns what matters of the space.
  ///   - action: Called with the result.
  public func onGeometryChange<Value: Equatable>(
    for type: Value.Type,
    of transform: @escaping (GeometryProxy) -> Value,
    action: @escaping (_ newValue: Value) -> Void
  ) -> some View {
    background { GeometryChange(transform: transform) { _, value in action(value) } }
  }

  /// Performs an action with what a function returns for the space of this view: once there is a
  /// space, and when the result changes.
  ///
  /// - Parameters:
  ///   - type: The type of the result.
  ///   - transform: Returns what matters of the space.
  ///   - action: Called with the last result and the new one, which are the same at first.
  public func onGeometryChange<Value: Equatable>(
    for type: Value.Type,
    of transform: @escaping (GeometryProxy) -> Value,
    action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    background { GeometryChange(transform: transform, action: action) }
  }
}

private struct GeometryChange<Value: Equatable>: View {
  @State private var value: Value?
  let transform: (GeometryProxy) -> Value
  let action: (Value, Value) -> Void

  var body: some View {
    SpaceReader { proxy in
      let new = transform(proxy)
      guard new != value else { return }
      let old = value ?? new
      value = new
      action(old, new)
    }
  }
}

/// An empty view that takes all the space that is left, and tells how much that is.
private struct SpaceReader: PrimitiveView {
  let onChange: (GeometryProxy) -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<SpaceReader> {
    SpaceReaderNode(self, context)
  }
}

private final class SpaceReaderNode: WidgetNode<SpaceReader> {
  private var told: GeometryProxy?
  private var isTelling = false

  init(_ view: SpaceReader, _ context: NodeContext) {
    super.init(view, context, widget: gtk_drawing_area_new())
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_set_can_target(widget, 0)
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_NONE, of: widget)
    signals.connect(widget, "resize", .uint32x2) { [unowned self] _, _ in tell() }
  }

  deinit {}

  override func update(_ view: SpaceReader) {
    super.update(view)
    if told == nil, gtk_widget_get_width(widget) > 0 { tell() }
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    // What was told is forgotten with the state of the row.
    told = nil
  }

  /// Tells of the space, once GTK has laid out all widgets: what the action changes may lay them
  /// out again.
  private func tell() {
    guard !isTelling else { return }
    isTelling = true
    MainLoop.schedule { [weak self] in
      guard let self, !isDestroyed else { return }
      isTelling = false
      let size = CGSize(
        width: Double(gtk_widget_get_width(widget)),
        height: Double(gtk_widget_get_height(widget))
      )
      let proxy = GeometryProxy(size: size)
      guard proxy != told else { return }
      told = proxy
      view.onChange(proxy)
    }
  }
}

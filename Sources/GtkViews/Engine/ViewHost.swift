import GtkKit

/// Shows a tree of views in one widget, for every API that takes a widget.
///
/// ```swift
/// let host = ViewHost(FerryView(), environment: EnvironmentValues())
/// gtk_window_set_child(window, host.widget)
/// …
/// host.destroy()
/// ```
///
/// A host with a parent node is part of the parent's tree, but keeps its widgets to itself. It does
/// not inherit the parent's environment: pass that explicitly.
public final class ViewHost<Content: View> {
  /// How a host uses the space that its content does not need.
  public enum Layout {
    /// Content that does not expand is centred, as on a page.
    case page
    /// The content gets all the space, as in a row of a list.
    case row
  }

  private let node: ViewHostNode<Content>
  /// The coverage of a window whose environment has none.
  private let coverage: Coverage?

  /// - Parameters:
  ///   - content: The view to show.
  ///   - environment: The environment that the view starts with.
  ///   - parent: The node that the content belongs to, which determines the order of updates.
  ///   - layout: How the host uses the space that the content does not need.
  public init(
    _ content: Content,
    environment: EnvironmentValues,
    parent: Node? = nil,
    layout: Layout = .page
  ) {
    StyleSheet.install()
    coverage = parent == nil ? Coverage() : nil
    var environment = environment
    environment.coverage = environment.coverage ?? coverage
    node = ViewHostNode(
      content,
      NodeContext(parent: parent, environment: environment),
      isPage: layout == .page
    )
  }

  deinit {}

  /// The widget that shows the content. It stays the same for the lifetime of the host.
  public var widget: WidgetPointer { node.widget }

  /// The root node. To destroy it, call ``destroy()`` on the host.
  public var root: Node { node }

  /// Updates the view to another value.
  public func update(_ content: Content) {
    guard !node.isDestroyed else { return }
    node.update(content)
  }

  /// Changes the environment of the content.
  public func setEnvironment(_ environment: EnvironmentValues) {
    guard !node.isDestroyed else { return }
    var environment = environment
    environment.coverage = environment.coverage ?? coverage
    node.setEnvironment(environment)
  }

  /// Discards everything that belongs to the shown element, such as state and tasks. The next
  /// ``update(_:)`` shows another element with the same widgets.
  public func prepareForReuse() {
    node.prepareForReuse()
  }

  /// Stops observing state; the widgets stay as they are until ``destroy()``. For a page that is
  /// about to disappear.
  public func freeze() {
    node.freeze()
  }

  /// Destroys the nodes of the content, and removes its widgets from ``widget``.
  public func destroy() {
    node.destroy()
  }
}

/// The widget is a box, because the content may provide any number of widgets at any time.
private final class ViewHostNode<Content: View>: ContainerNode<HostedView<Content>, Content> {
  private let isPage: Bool

  init(_ content: Content, _ context: NodeContext, isPage: Bool) {
    self.isPage = isPage
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    if isPage { PageLayout.install(in: box) }
    super.init(HostedView(content: content), context, widget: box) { $0.content }
  }

  deinit {}

  func update(_ content: Content) {
    update(HostedView(content: content))
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets, inBox: widget)
    // A single widget fills the row; several are stacked vertically.
    if !isPage { gtk_box_set_homogeneous(widget.cast(), gbool(widgets.count == 1)) }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    for child in widget.children { gtk_box_remove(widget.cast(), child) }
    super.destroy()
  }
}

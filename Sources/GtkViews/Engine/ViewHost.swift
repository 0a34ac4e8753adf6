import GtkKit

/// Shows a tree of views in one widget: the way from views to everything that takes a widget.
///
///     let host = ViewHost(CounterView(), environment: EnvironmentValues())
///     gtk_window_set_child(window, host.widget)
///     …
///     host.destroy()
///
/// A host that is made with a parent takes part in the parent's tree (it inherits nothing by
/// itself: pass the parent's environment), but keeps its widgets to itself.
public final class ViewHost<Content: View> {
  /// What a host does with the room that its content leaves.
  public enum Layout {
    /// Content that does not want all the room stands in the middle, as on a page.
    case page
    /// Content gets all the room, as in a row of a list.
    case row
  }

  private let node: ViewHostNode<Content>

  /// - Parameters:
  ///   - content: the view to show.
  ///   - environment: the environment it starts with.
  ///   - parent: the node that the content belongs to, for the order of updates.
  ///   - layout: what becomes of the room that the content leaves.
  public init(
    _ content: Content,
    environment: EnvironmentValues,
    parent: Node? = nil,
    layout: Layout = .page
  ) {
    StyleSheet.install()
    node = ViewHostNode(
      content,
      NodeContext(parent: parent, environment: environment),
      isPage: layout == .page
    )
  }

  deinit {}

  /// The widget that shows the content. It stays the same as long as the host lives.
  public var widget: WidgetPointer { node.widget }

  /// The root node: whoever owns the host destroys it with ``destroy()`` and not through this.
  public var root: Node { node }

  /// Shows another value of the view in the same place.
  public func update(_ content: Content) {
    guard !node.isDestroyed else { return }
    node.update(content)
  }

  /// Changes the environment of the content.
  public func setEnvironment(_ environment: EnvironmentValues) {
    guard !node.isDestroyed else { return }
    node.setEnvironment(environment)
  }

  /// Forgets what belongs to the element that is shown; the next ``update(_:)`` shows another one
  /// with the same widgets.
  public func prepareForReuse() {
    node.prepareForReuse()
  }

  /// Stops following state; the widgets stay as they are until ``destroy()``. For a page that is
  /// about to leave.
  public func freeze() {
    node.freeze()
  }

  /// Ends the content: its nodes are destroyed, its widgets taken out of ``widget``.
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
    // A single widget gets all the room of a row; several stand below each other.
    if !isPage { gtk_box_set_homogeneous(widget.cast(), gbool(widgets.count == 1)) }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    for child in widget.children { gtk_box_remove(widget.cast(), child) }
    super.destroy()
  }
}

import GtkKit

/// A node that owns one widget.
open class WidgetNode<Content: View>: ViewNode<Content> {
  /// The widget, alive until ``Node/destroy()``.
  public final let widget: WidgetPointer

  private final var connectedSignals: SignalHandlers?

  /// The handlers of the widget's signals, created on first use: most widgets have none.
  final var signals: SignalHandlers {
    let signals = connectedSignals ?? SignalHandlers()
    connectedSignals = signals
    return signals
  }

  /// Whether the node itself is changing the widget. Signals that arrive meanwhile are ignored.
  private(set) final var isApplying = false

  private final var shownLook: ControlLook?

  /// The control among the widgets of the node, whose look the environment sets.
  var control: WidgetPointer { widget }

  /// - Parameters:
  ///   - view: The first value of the view.
  ///   - context: The parent node and the environment.
  ///   - widget: A new widget. The node takes ownership.
  public init(_ view: Content, _ context: NodeContext, widget: WidgetPointer) {
    self.widget = widget
    widget.retain()
    super.init(view, context)
    applyEnabled()
    applyLook()
  }

  deinit {}

  open override func environmentDidChange() {
    applyEnabled()
    applyLook()
    super.environmentDidChange()
  }

  private func applyLook() {
    let look = environment.controlLook
    guard look !== shownLook else { return }
    for name in shownLook?.cssClasses ?? [] { gtk_widget_remove_css_class(control, name) }
    for name in look?.cssClasses ?? [] { gtk_widget_add_css_class(control, name) }
    shownLook = look
  }

  private func applyEnabled() {
    let isEnabled = gbool(environment.isEnabled)
    if gtk_widget_get_sensitive(widget) != isEnabled { gtk_widget_set_sensitive(widget, isEnabled) }
  }

  open override func appendWidgets(to widgets: inout [WidgetPointer]) {
    widgets.append(widget)
  }

  open override func forEachLeaf(_ visit: (Node) -> Void) {
    visit(self)
  }

  /// Calls `handler` whenever the widget emits the signal for the user's input, except while the
  /// node ignores input (``Node/ignoresInput``) or ``apply(_:)`` is running. Where input is ignored
  /// because something covers the views, they then show the state again.
  ///
  /// - Parameters:
  ///   - signal: The name of the signal, with its detail.
  ///   - handler: Called for the signal. It must not capture the node strongly, because the node
  ///     keeps it.
  public final func onSignal(_ signal: String, _ handler: @escaping () -> Void) {
    signals.connect(widget, signal) { [unowned self] in handleInput(handler) }
  }

  /// Calls `handler` for input of the user, unless the node ignores it.
  final func handleInput(_ handler: () -> Void) {
    guard !isApplying, !isInert else { return }
    if ignoresInput { reevaluateLater() } else { handler() }
  }

  /// Changes the widget without handling the signals that this emits.
  public final func apply(_ changes: () -> Void) {
    let outer = isApplying
    isApplying = true
    changes()
    isApplying = outer
  }

  open override func destroy() {
    guard !isDestroyed else { return }
    connectedSignals?.disconnectAll()
    super.destroy()
    widget.release()
  }
}

/// A node that owns one widget and puts the widgets of its content into it.
///
/// Subclasses override ``arrange(_:)``.
open class ContainerNode<Content: View, Child: View>: WidgetNode<Content> {
  /// The node of the content.
  public private(set) final var child: ViewNode<Child>?

  private let content: (Content) -> Child
  private var isUpdating = false
  private var needsArranging = false

  /// - Parameters:
  ///   - view: The first value of the view.
  ///   - context: The parent node and the environment.
  ///   - widget: A new widget. The node takes ownership.
  ///   - content: Returns the content of the view.
  public init(
    _ view: Content,
    _ context: NodeContext,
    widget: WidgetPointer,
    content: @escaping (Content) -> Child
  ) {
    self.content = content
    super.init(view, context, widget: widget)
    prepare()
    child = Child._makeNode(content(view), childContext)
    arrange(contentWidgets)
  }

  deinit {}

  /// Called before the content is made.
  open func prepare() {}

  /// The widgets that the content provides at present.
  public final var contentWidgets: [WidgetPointer] { child?.widgets ?? [] }

  /// Makes `widgets` the children of the container, in this order. Widgets that are already in it
  /// should stay where possible.
  open func arrange(_ widgets: [WidgetPointer]) {}

  open override func update(_ view: Content) {
    super.update(view)
    isUpdating = true
    child?.update(content(view))
    isUpdating = false
    if needsArranging { widgetsDidChange() }
  }

  public final override func widgetsDidChange() {
    guard !isDestroyed, child != nil else { return }
    needsArranging = isUpdating
    if !isUpdating { arrange(contentWidgets) }
  }

  open override func forEachChild(_ visit: (Node) -> Void) {
    if let child { visit(child) }
  }
}

/// Makes `widgets` the children of a box, in this order. Children that stay in order are not moved.
func arrange(_ widgets: [WidgetPointer], inBox box: WidgetPointer) {
  guard gtk_widget_get_first_child(box) != nil else {
    for widget in widgets { gtk_box_append(box.cast(), widget) }
    return
  }
  let wanted = Set(widgets)
  for child in box.children where !wanted.contains(child) {
    gtk_box_remove(box.cast(), child)
  }
  var previous: WidgetPointer?
  for widget in widgets {
    if gtk_widget_get_parent(widget) != box {
      gtk_box_insert_child_after(box.cast(), widget, previous)
    } else if gtk_widget_get_prev_sibling(widget) != previous {
      gtk_box_reorder_child_after(box.cast(), widget, previous)
    }
    previous = widget
  }
}

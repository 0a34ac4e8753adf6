import GtkKit

/// A node that handles input or signals on the widgets of its content, whichever widgets these are
/// at present.
class InputNode<Modified: View, Content: View>: ForwardingNode<Modified, Content> {
  private var attached: [(widget: ObjectReference, attachments: [any Attachment])] = []

  override init(
    _ view: Modified,
    _ context: NodeContext,
    content: @escaping (Modified) -> Content
  ) {
    super.init(view, context, content: content)
    attach()
  }

  deinit {}

  // MARK: What subclasses provide

  /// Whether all widgets of the content count, rather than the first one only.
  var usesAllWidgets: Bool { false }

  /// Attaches handlers to a widget. They are removed when the widget leaves the content, and when
  /// the node is destroyed. They must not capture the node strongly.
  func attach(to widget: WidgetPointer) -> [any Attachment] { [] }

  // MARK: -

  /// The first widget that has handlers; `nil` if the content has no widgets.
  final var attachedWidget: WidgetPointer? { attached.first?.widget.widget }

  /// Attaches handlers to the present widgets, unless they have them already.
  func attach() {
    let widgets = usesAllWidgets ? widgets : Array(widgets.prefix(1))
    guard widgets != attached.map(\.widget.widget) else { return }
    detach()
    attached = widgets.map { (ObjectReference($0), attach(to: $0)) }
  }

  /// Removes all handlers.
  final func detach() {
    // First, because removing a handler may call another one.
    let old = attached
    attached = []
    for attachment in old.flatMap(\.attachments) { attachment.remove() }
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

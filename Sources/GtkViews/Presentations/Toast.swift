import GtkKit

/// What a toast says and offers.
public struct ToastDescription {
  /// The button of a toast.
  public struct Action {
    public var title: String
    /// Called when the button is pressed. The toast's item is the owner's to set to `nil`.
    public var action: () -> Void

    /// - Parameters:
    ///   - title: The label of the button.
    ///   - action: Called when the button is pressed.
    public init(_ title: String, action: @escaping () -> Void) {
      self.title = title
      self.action = action
    }
  }

  /// What has happened, in a few words.
  public var title: String
  /// What can be done about it, such as to undo it.
  public var action: Action?
  /// What assistive technologies call the button that closes the message; `nil` for GTK's word for
  /// closing.
  public var closeLabel: String?

  /// - Parameters:
  ///   - title: What has happened, in a few words.
  ///   - action: What can be done about it.
  ///   - closeLabel: What assistive technologies call the button that closes the message; `nil` for
  ///     GTK's word for closing.
  public init(_ title: String, action: Action? = nil, closeLabel: String? = nil) {
    self.title = title
    self.action = action
    self.closeLabel = closeLabel
  }
}

extension View {
  /// Shows a short message above the lower edge of this view while there is an item: what has just
  /// happened, with a button, such as one that undoes it, and a button that closes the message.
  ///
  /// The rest of the window stays usable. Assistive technologies read the message out, and the
  /// keyboard reaches its buttons behind the controls of this view. Escape on one of them closes
  /// the message.
  ///
  /// A message goes when its item becomes `nil`, and is replaced when the identity of the item
  /// changes. How long it stays is up to the owner of the item, who lets it stay while the user is
  /// at it:
  ///
  /// ```swift
  /// .toast(item: $store.scope(state: \.toast, action: \.toast)) { store, isHeld in
  ///   store.send(.held(isHeld))
  /// } description: { store in
  ///   ToastDescription(
  ///     "Item deleted",
  ///     action: .init("Undo") { store.send(.undoButtonTapped) }
  ///   )
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - item: The item of the message. `nil` is written when the user closes the message.
  ///   - onHold: Called with `true` when the pointer or the keyboard focus enters the message, and
  ///     with `false` when both have left it.
  ///   - description: Returns what the message says and offers.
  public func toast<Item: Identifiable>(
    item: Binding<Item?>,
    onHold: @escaping (_ item: Item, _ isHeld: Bool) -> Void = { _, _ in },
    description: @escaping (Item) -> ToastDescription
  ) -> AnyView {
    AnyView(ToastView(content: self, item: item, onHold: onHold, description: description))
  }
}

private struct ToastView<Content: View, Item: Identifiable>: PrimitiveView {
  let content: Content
  let item: Binding<Item?>
  let onHold: (Item, Bool) -> Void
  let description: (Item) -> ToastDescription

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { ToastNode(self, context) }
}

/// An overlay with the content, and above its lower edge the message.
private final class ToastNode<Content: View, Item: Identifiable>:
  ContainerNode<ToastView<Content, Item>, Content>
{
  private let page: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let toast = ToastWidget()
  /// The item of the message, held because a binding may make it anew when nobody holds it.
  private var shown: Item?

  init(_ view: ToastView<Content, Item>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_overlay_new()) { $0.content }
    PageLayout.install(in: page)
    gtk_overlay_set_child(widget.opaque, page)
    gtk_overlay_add_overlay(widget.opaque, toast.widget)
    gtk_overlay_set_measure_overlay(widget.opaque, toast.widget, 0)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    toast.onAction = { [unowned self] in
      if !ignoresInput { ifShown { view.description($0).action?.action() } }
    }
    toast.onClose = { [unowned self] in
      if !ignoresInput { ifShown { _ in view.item.wrappedValue = nil } }
    }
    toast.onHold = { [unowned self] isHeld in ifShown { view.onHold($0, isHeld) } }
    toast.onStrayFocus = { [unowned self] in returnFocus() }
    reevaluate()
  }

  deinit {}

  /// Calls `body` with the item that the user sees, if the state still has it.
  private func ifShown(_ body: (Item) -> Void) {
    guard !isInert, let item = view.item.wrappedValue, item.id == shown?.id else { return }
    body(item)
  }

  /// Gives the focus to the views that the message is about, or to nothing: keys are for them.
  private func returnFocus() {
    guard let root = gtk_widget_get_root(page) else { return }
    if gtk_widget_child_focus(page, GTK_DIR_TAB_FORWARD) == 0 { gtk_root_set_focus(root, nil) }
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets, inBox: page)
  }

  override func update(_ view: ToastView<Content, Item>) {
    super.update(view)
    reevaluate()
  }

  override func reevaluate() {
    let new = tracked { view.item.wrappedValue.map { (item: $0, text: view.description($0)) } }
    let isOther = new?.item.id != shown?.id
    shown = new?.item
    if let description = new?.text {
      toast.show(description, isNew: isOther)
    } else if isOther {
      toast.hide(returningFocusTo: page)
    }
  }

  override func freeze() {
    super.freeze()
    toast.hide(returningFocusTo: page)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    toast.destroy()
    GtkViews.arrange([], inBox: page)
    super.destroy()
  }
}

/// The message: a label and two buttons, which slide in from below unless the user has turned
/// animations off.
private final class ToastWidget {
  var onAction: () -> Void = {}
  var onClose: () -> Void = {}
  var onHold: (Bool) -> Void = { _ in }
  /// Called when the message has the keyboard focus, and nobody has brought it there.
  var onStrayFocus: () -> Void = {}

  /// The revealer that contains the message.
  let widget: WidgetPointer = gtk_revealer_new()
  private let box: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  private let label: WidgetPointer = gtk_label_new(nil)
  private let button: WidgetPointer = gtk_button_new()
  private let close: WidgetPointer = gtk_button_new_from_icon_name("window-close-symbolic")
  private let signals = SignalHandlers()
  private var isHovered = false
  private var isFocused = false
  private var isHeld = false
  private var focusConnection: SignalConnection?
  private var keys: EventController?
  /// What had the focus last in the window.
  private var lastFocus: WeakReference?
  /// Whether a key is being handled, which may move the focus.
  private var isKeyPressed = false

  init() {
    widget.retain()
    gtk_revealer_set_transition_type(widget.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
    gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(widget, GTK_ALIGN_END)
    // A message that is not there takes no clicks.
    gtk_widget_set_visible(widget, 0)
    gtk_revealer_set_child(widget.opaque, box)
    for part in [label, button, close] {
      gtk_box_append(box.cast(), part)
      gtk_widget_set_valign(part, GTK_ALIGN_CENTER)
    }
    for name in ["toast", "osd"] { gtk_widget_add_css_class(box, name) }
    for name in ["flat", "circular"] { gtk_widget_add_css_class(close, name) }
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    // As wide as the text; wrapped text would ask for less, and be wrapped where there is room.
    gtk_label_set_natural_wrap_mode(label.opaque, GTK_NATURAL_WRAP_NONE)
    gtk_label_set_max_width_chars(label.opaque, 50)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_set_hexpand(widget, 0)
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_ALERT, of: box)
    connect()
  }

  deinit {}

  private func connect() {
    signals.connect(button, "clicked") { [unowned self] in onAction() }
    signals.connect(close, "clicked") { [unowned self] in onClose() }
    signals.connect(widget, notify: "child-revealed") { [unowned self] in
      if gtk_revealer_get_reveal_child(widget.opaque) == 0 { gtk_widget_set_visible(widget, 0) }
    }
    signals.keep(
      EventController.hover(on: box) { [unowned self] in
        isHovered = $0
        tellHold()
      }
    )
    signals.keep(
      EventController.focus(on: box) { [unowned self] isInside in
        if isInside, isFocusStray { return giveFocusAwayLater() }
        isFocused = isInside
        tellHold()
      }
    )
    signals.connect(widget, notify: "root") { [unowned self] in followFocus() }
    signals.keep(
      EventController.key(on: box) { [unowned self] symbol, _ in
        guard symbol == guint(GDK_KEY_Escape) else { return false }
        onClose()
        return true
      }
    )
  }

  // MARK: Focus

  /// Follows the focus in the window.
  private func followFocus() {
    ignoreFocus()
    guard let root = gtk_widget_get_root(widget) else { return }
    focusConnection = Signal.connect(root, notify: "focus-widget") { [weak self] in
      self?.lastFocus = gtk_root_get_focus(root).map { WeakReference($0) }
    }
    keys = EventController.key(on: WidgetPointer(root), phase: GTK_PHASE_CAPTURE) {
      [weak self] _, _ in
      self?.isKeyPressed = true
      MainLoop.schedule { [weak self] in self?.isKeyPressed = false }
      return false
    }
    lastFocus = gtk_root_get_focus(root).map { WeakReference($0) }
  }

  private func ignoreFocus() {
    focusConnection?.disconnect()
    focusConnection = nil
    keys?.remove()
    keys = nil
  }

  /// Whether the focus comes because GTK has looked for another place: what had it has gone. Keys
  /// are not meant for the message then. Escape, above all, would close it instead of going back.
  private var isFocusStray: Bool {
    guard !isKeyPressed, !isHovered else { return false }
    guard let last = lastFocus?.instance else { return true }
    return gtk_widget_get_mapped(last.cast(to: GtkWidget.self)) == 0
  }

  /// Not at once: the focus is on its way.
  private func giveFocusAwayLater() {
    MainLoop.schedule { [weak self] in
      guard let self, focusConnection != nil, let root = gtk_widget_get_root(box),
        let focus = gtk_root_get_focus(root), gtk_widget_is_ancestor(focus, box) != 0
      else { return }
      onStrayFocus()
    }
  }

  private func tellHold() {
    let isHeld = isHovered || isFocused
    guard isHeld != self.isHeld else { return }
    self.isHeld = isHeld
    onHold(isHeld)
  }

  /// - Parameter isNew: Whether it is another message than before, which is to be read out.
  func show(_ description: ToastDescription, isNew: Bool) {
    gtk_label_set_text(label.opaque, description.title.titleText)
    gtk_widget_set_visible(button, gbool(description.action != nil))
    gtk_button_set_label(button.cast(), description.action?.title ?? "")
    Accessibility.setLabel(description.title, of: box)
    Accessibility.setLabel(description.closeLabel ?? String(translatedByGtk: "_Close"), of: close)
    gtk_widget_set_visible(widget, 1)
    gtk_revealer_set_reveal_child(widget.opaque, 1)
    guard isNew else { return }
    Accessibility.announce(description.title, from: widget)
    // The pointer may be where the message appears.
    if isHeld { onHold(true) }
  }

  /// Hides the message. If the keyboard focus was in it, it goes to the views that it is about.
  func hide(returningFocusTo page: WidgetPointer) {
    guard gtk_revealer_get_reveal_child(widget.opaque) != 0 else { return }
    if isFocused { gtk_widget_child_focus(page, GTK_DIR_TAB_FORWARD) }
    isHovered = false
    isFocused = false
    isHeld = false
    gtk_revealer_set_reveal_child(widget.opaque, 0)
    if gtk_widget_get_mapped(widget) == 0 { gtk_widget_set_visible(widget, 0) }
  }

  func destroy() {
    signals.disconnectAll()
    ignoreFocus()
    widget.release()
  }
}

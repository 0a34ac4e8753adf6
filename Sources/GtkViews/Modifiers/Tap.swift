import GtkKit

extension View {
  /// Performs an action when the user clicks or taps this view.
  ///
  /// Unless the view contains something that takes the keyboard focus, it takes the focus itself,
  /// Return and the space bar perform the action, and assistive technologies take the view for a
  /// button that is named by its texts. Prefer a ``Button`` with `buttonStyle(.plain)`.
  ///
  /// A view with several of them, such as one for a click and one for two, performs all actions
  /// that fit. The first click of two is a click, too.
  ///
  /// - Parameters:
  ///   - count: The number of clicks. The keys need to be pressed only once.
  ///   - action: Called for each time the user has clicked that often.
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    TapView(content: self, count: count, action: action)
  }
}

extension View {
  /// Performs an action when the user holds a button of the mouse, or a finger, on this view.
  ///
  /// Only a pointer can do it: offer the same elsewhere, too, such as in a menu.
  ///
  /// - Parameters:
  ///   - minimumDuration: How long it has to be held, in seconds. The desktop's setting, usually
  ///     half a second, counts as 0.5; GTK allows from half of it to twice as long.
  ///   - action: Called once for each time.
  public func onLongPressGesture(
    minimumDuration: Double = 0.5,
    perform action: @escaping () -> Void
  ) -> some View {
    LongPressView(content: self, duration: minimumDuration, action: action)
  }
}

private struct LongPressView<Content: View>: PrimitiveView {
  let content: Content
  let duration: Double
  let action: () -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { LongPressNode(self, context) }
}

private final class LongPressNode<Content: View>: InputNode<LongPressView<Content>, Content> {
  init(_ view: LongPressView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  override var usesAllWidgets: Bool { true }

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    let press = EventController.longPress(
      on: widget,
      touchOnly: false,
      delayFactor: view.duration / 0.5
    ) { [unowned self] _, _ in if !ignoresInput { view.action() } }
    return [press]
  }

  override func update(_ view: LongPressView<Content>) {
    let isChanged = view.duration != self.view.duration
    super.update(view)
    guard isChanged else { return }
    detach()
    attach()
  }
}

private struct TapView<Content: View>: PrimitiveView {
  let content: Content
  let count: Int
  let action: () -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { TapNode(self, context) }
}

private protocol Tapping: Node {
  /// The gesture for the clicks on the view's widgets.
  var gestures: [WidgetPointer: EventController] { get }
}

private final class TapNode<Content: View>: InputNode<TapView<Content>, Content>, Tapping {
  private(set) var gestures: [WidgetPointer: EventController] = [:]

  init(_ view: TapView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  override var usesAllWidgets: Bool { true }

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    let tap = EventController.tap(on: widget, count: view.count) { [unowned self] in perform() }
    gestures = gestures.filter { widgets.contains($0.key) }
    gestures[widget] = tap
    // The gestures of one view, such as one for a click and one for two, handle the same clicks.
    // Those of views inside keep their clicks for themselves.
    for case let inner as any Tapping in modifiedNodes {
      if let gesture = inner.gestures[widget] { gtk_gesture_group(gesture.pointer, tap.pointer) }
    }
    // The focus goes to the views inside, if they can take it. An inner gesture is enough, too.
    guard !widget.containsFocusable else { return [tap] }
    gtk_widget_set_focusable(widget, 1)
    gtk_widget_add_css_class(widget, "tappable")
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_BUTTON, of: widget)
    if !widget.isA(gtk_label_get_type()) { Accessibility.setLabelFromContent(of: widget) }
    let keys = EventController.key(on: widget) { [unowned self] symbol, modifiers in
      let held = modifiers.rawValue & gtk_accelerator_get_default_mod_mask().rawValue
      guard held == 0, Self.activatingKeys.contains(Int32(symbol)), !ignoresInput,
        gtk_widget_has_focus(widget) != 0
      else { return false }
      perform()
      return true
    }
    return [tap, keys]
  }

  private static var activatingKeys: [Int32] {
    [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter, GDK_KEY_space, GDK_KEY_KP_Space]
  }

  private func perform() {
    if !ignoresInput { view.action() }
  }

  override func update(_ view: TapView<Content>) {
    let isChanged = view.count != self.view.count
    super.update(view)
    guard isChanged else { return }
    detach()
    attach()
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Whether this widget or one below it can take the keyboard focus.
  fileprivate var containsFocusable: Bool {
    gtk_widget_get_focusable(self) != 0 || children.contains(where: \.containsFocusable)
  }
}

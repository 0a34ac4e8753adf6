import GtkKit
import GtkViews

/// The button that leads to the page below.
final class BackButton {
  var onActivate: () -> Void = {}
  /// Called when the user asks for the pages below: by a secondary click, a long press, or the menu key.
  var onMenu: () -> Void = {}
  private let reference: ObjectReference

  init() {
    reference = ObjectReference(gtk_button_new_from_icon_name("go-previous-symbolic"))
    Accessibility.setLabel(String(translatedByGtk: "_Back"), of: widget)
    isVisible = false
    Signal.connect(widget, "clicked") { [weak self] in self?.onActivate() }
    EventController.click(on: widget, button: Int(GDK_BUTTON_SECONDARY), at: .exclusiveRelease) {
      [weak self] _, _, _ in self?.onMenu()
    }
    EventController.longPress(on: widget, touchOnly: false) { [weak self] _, _ in self?.onMenu() }
    EventController.key(on: widget) { [weak self] symbol, modifiers in
      guard let self, isMenuKey(symbol, modifiers) else { return false }
      onMenu()
      return true
    }
  }

  deinit {}

  var widget: WidgetPointer { reference.widget }

  var contribution: PageContribution {
    PageContribution(items: [.init(placement: .navigation, widget: widget)])
  }

  var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set {
      guard newValue != isVisible else { return }
      // GTK 4.8 keeps a widget for good that is hidden with the focus and taken out before the next frame.
      if !newValue, let root = gtk_widget_get_root(widget), gtk_root_get_focus(root) == widget {
        gtk_root_set_focus(root, nil)
      }
      gtk_widget_set_visible(widget, newValue ? 1 : 0)
    }
  }

  /// The title of the page that the button leads to.
  var tooltip: String = "" {
    didSet {
      if tooltip != oldValue {
        gtk_widget_set_tooltip_text(widget, tooltip.isEmpty ? nil : tooltip)
      }
    }
  }
}

/// The pages below, the nearest first.
struct HistoryMenu: View {
  struct Entry: Identifiable {
    let id: ObjectIdentifier
    let title: String
    let go: () -> Void
  }

  let entries: [Entry]

  var body: some View {
    ForEach(entries) { entry in
      Button(action: entry.go) {
        Text(entry.title.isEmpty ? "Untitled" : entry.title)
          .lineLimit(1)
          .widgetModifier(LongestTitle())
      }
    }
  }
}

/// Keeps a menu from being as wide as the longest title in it.
private struct LongestTitle: WidgetModifier {
  func apply(to widget: WidgetPointer, replacing _: LongestTitle?) {
    gtk_label_set_max_width_chars(OpaquePointer(widget), 40)
  }
}

/// The keys, buttons and gestures that mean *back*, wherever the focus or the pointer is in the window.
final class WaysBack {
  /// Goes back; gives whether there is somewhere to go.
  var onBack: () -> Bool = { false }
  /// Called while fingers move the page away, with how far they have moved it: 1 is away. Gives whether there is somewhere to go.
  var onPeek: (_ progress: Double) -> Bool = { _ in false }
  /// Called when the fingers have left the page.
  var onPeekEnd: () -> Void = {}

  private let widget: WidgetPointer
  private var rootConnection: SignalConnection?
  /// Hears when the window takes no more input.
  private var activity: SignalConnection?
  /// Listens to the keys of the window that the stack is in.
  private var keys: EventController?
  /// What the fingers do that are there.
  private var swipe: BackSwipe?

  /// - Parameter widget: The widget of the stack, which lives longer.
  init(on widget: WidgetPointer) {
    self.widget = widget
    EventController.click(on: widget, button: mouseBackButton, at: .press) {
      [weak self] _, _, _ in
      _ = self?.onBack()
    }
    EventController.touch(on: widget) { [weak self] movement in
      self?.fingersMoved(movement) ?? false
    }
    EventController.touchpad(on: widget) { [weak self] movement in
      self?.fingersMoved(movement, farthest: touchpadReach) ?? false
    }
    // Keys are heard at the window, so that they work with the focus in the header bar as well. What is nearer
    // to the focus, such as a search entry that Escape empties, comes first.
    rootConnection = Signal.connect(widget, notify: "root") { [weak self] in self?.rootDidChange() }
  }

  deinit {}

  private var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

  private func rootDidChange() {
    disconnectFromRoot()
    guard let root = gtk_widget_get_root(widget) else { return }
    // A window that opens over this one takes the fingers without a word.
    activity = Signal.connect(root, notify: "is-active") { [weak self] in
      let window = root.castIfPossible(to: GtkWindow.self)
      if window.map({ gtk_window_is_active($0) == 0 }) ?? true { self?.cancelSwipe() }
    }
    keys = EventController.key(on: WidgetPointer(root)) { [weak self] key, modifiers in
      self?.keyPressed(key, modifiers) ?? false
    }
  }

  private func keyPressed(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
    guard gtk_widget_get_mapped(widget) != 0 else { return false }
    let backKeys =
      isRightToLeft ? [GDK_KEY_Right, GDK_KEY_KP_Right] : [GDK_KEY_Left, GDK_KEY_KP_Left]
    let pressed =
      modifiers.rawValue
      & (GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue)
    let isBack =
      ([GDK_KEY_Escape, GDK_KEY_Back].contains(Int32(key)) && pressed == 0)
      || (backKeys.contains(Int32(key)) && pressed == GDK_ALT_MASK.rawValue)
    return isBack && onBack()
  }

  /// The fingers take the page along: away over the edge at which lines of text end.
  ///
  /// - Parameters:
  ///   - movement: What the fingers do.
  ///   - farthest: How far they have to come at most to move the page away, which is as far as it is wide.
  /// - Returns: Whether they are to do nothing else.
  private func fingersMoved(
    _ movement: FingerMovement,
    farthest: Double = .infinity
  ) -> Bool {
    let now = Double(g_get_monotonic_time()) / 1_000_000
    let reach = min(max(Double(gtk_widget_get_width(widget)), 1), farthest)
    switch movement {
    case .began:
      cancelSwipe()
      swipe = BackSwipe(at: now)
    case .moved(let x, let y):
      swipe?.move(forwards: isRightToLeft ? -x : x, across: y, at: now)
      guard let way = swipe?.way else { return false }
      return onPeek(way / reach)
    case .ended:
      guard let swipe, swipe.way != nil else { break }
      self.swipe = nil
      if swipe.isCompleted(at: now, reach: reach) { _ = onBack() }
      onPeekEnd()
    case .cancelled:
      cancelSwipe()
    }
    return false
  }

  /// The fingers that are there do nothing from now on: other pages have come, which they are not about.
  func cancelSwipe() {
    let isMoving = swipe?.way != nil
    swipe = nil
    if isMoving { onPeekEnd() }
  }

  func disconnect() {
    rootConnection?.disconnect()
    disconnectFromRoot()
  }

  private func disconnectFromRoot() {
    keys?.remove()
    keys = nil
    activity?.disconnect()
    activity = nil
  }
}

/// The button of the mouse that goes back.
private let mouseBackButton = 8
/// How far fingers have to come on a touchpad at most to move a page away, in pixels.
private let touchpadReach = 400.0

import GtkKit
import GtkViews

/// The button that goes back to the page below.
final class BackButton {
  var onActivate: () -> Void = {}
  /// Called when the user asks for the menu of the pages below: with a secondary click, a long
  /// press, or the menu key.
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
    set { widget.setVisibleWithoutFocus(newValue) }
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

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Shows or hides a widget. GTK 4.8 never releases a widget that is hidden while focused and
  /// removed before the next frame, so the focus is cleared first.
  func setVisibleWithoutFocus(_ isVisible: Bool) {
    guard isVisible != (gtk_widget_get_visible(self) != 0) else { return }
    if !isVisible, let root = gtk_widget_get_root(self), gtk_root_get_focus(root) == self {
      gtk_root_set_focus(root, nil)
    }
    gtk_widget_set_visible(self, isVisible ? 1 : 0)
  }
}

/// A menu of the pages below the top, the nearest first.
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

/// Limits the width of a menu entry to 40 characters.
private struct LongestTitle: WidgetModifier {
  func apply(to widget: WidgetPointer, replacing _: LongestTitle?) {
    gtk_label_set_max_width_chars(OpaquePointer(widget), 40)
  }
}

/// The keys, buttons and gestures for going back. They work wherever the focus or the pointer is in
/// the window.
final class WaysBack {
  /// Returns whether there is a page to go back to.
  var canGoBack: () -> Bool = { false }
  /// Goes back. Returns whether there is a page to go back to.
  var onBack: () -> Bool = { false }
  /// Called while fingers move the page away, with the distance as a fraction: at 1 the page is
  /// away. Returns whether there is a page to go back to.
  var onSwipe: (_ progress: Double) -> Bool = { _ in false }
  /// Called when a swipe that moved the page has ended.
  var onSwipeEnd: () -> Void = {}

  private struct WeakWays {
    weak var ways: WaysBack?
  }

  /// The ways back of all containers of pages, for finding the innermost.
  private static var live: [WeakWays] = []

  private let widget: WidgetPointer
  private let handlesKeys: Bool
  /// Whether the container shows columns. It knows which of them a key is meant for.
  private let isSplit: Bool
  private var rootConnection: SignalConnection?
  /// The handler for the window becoming inactive.
  private var activity: SignalConnection?
  /// The controller for the keys of the window that contains the stack.
  private var keys: EventController?
  /// The current swipe.
  private var swipe: BackSwipe?

  /// - Parameters:
  ///   - widget: The widget of the stack. It must outlive this object.
  ///   - handlesKeys: Whether the keys of the window go back.
  ///   - isSplit: Whether the container shows columns, among which it distributes keys.
  init(on widget: WidgetPointer, handlesKeys: Bool = true, isSplit: Bool = false) {
    self.widget = widget
    self.handlesKeys = handlesKeys
    self.isSplit = isSplit
    Self.live.removeAll { $0.ways == nil }
    Self.live.append(WeakWays(ways: self))
    EventController.click(on: widget, button: mouseBackButton, at: .press) {
      [weak self] _, x, y in
      // The press comes to an inner container as well.
      if let self, !hasInner(atX: x, y: y) { goBackByMouse() }
    }
    EventController.touch(on: widget) { [weak self] movement in
      self?.fingersMoved(movement) ?? false
    }
    EventController.touchpad(on: widget) { [weak self] movement in
      self?.fingersMoved(movement, farthest: touchpadReach) ?? false
    }
    // Keys are handled at the window, so that they also work while the header bar has the focus.
    // Widgets nearer to the focus, such as a search entry that Escape clears, handle them first.
    rootConnection = Signal.connect(widget, notify: "root") { [weak self] in self?.rootDidChange() }
  }

  deinit {}

  private var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

  private func rootDidChange() {
    disconnectFromRoot()
    guard let root = gtk_widget_get_root(widget) else { return }
    // If another window opens over this one, GTK does not report that the touch has ended.
    activity = Signal.connect(root, notify: "is-active") { [weak self] in
      let window = root.castIfPossible(to: GtkWindow.self)
      if window.map({ gtk_window_is_active($0) == 0 }) ?? true { self?.cancelSwipe() }
    }
    guard handlesKeys else { return }
    keys = EventController.key(on: WidgetPointer(root)) { [weak self] key, modifiers in
      self?.keyPressed(key, modifiers) ?? false
    }
  }

  private func keyPressed(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
    guard gtk_widget_get_mapped(widget) != 0 else { return false }
    let backKeys =
      isRightToLeft ? [GDK_KEY_Right, GDK_KEY_KP_Right] : [GDK_KEY_Left, GDK_KEY_KP_Left]
    let pressed = modifiers.shiftControlAlt
    let isBack =
      ([GDK_KEY_Escape, GDK_KEY_Back].contains(Int32(key)) && pressed == 0)
      || (backKeys.contains(Int32(key)) && pressed == GDK_ALT_MASK.rawValue)
    return isBack && goBackByKey()
  }

  /// Goes back in the innermost container of pages that a key is meant for.
  private func goBackByKey() -> Bool {
    inner.map { $0.goBackByKey() } ?? onBack()
  }

  /// Goes back here or, because a side button is only told to the nearest container, in the nearest
  /// one around this that can.
  private func goBackByMouse() {
    if !onBack() { around?.goBackByMouse() }
  }

  /// The nearest container of pages around this one.
  private var around: WaysBack? {
    let containers = Self.live.compactMap(\.ways).filter {
      gtk_widget_is_ancestor(widget, $0.widget) != 0
    }
    return containers.first { container in
      containers.allSatisfy {
        $0 === container || gtk_widget_is_ancestor(container.widget, $0.widget) != 0
      }
    }
  }

  /// The outermost container of pages inside this one that can go back. Those in columns are left
  /// to the split view.
  private var inner: WaysBack? {
    guard !isSplit else { return nil }
    let candidates = innerOnes.filter(\.handlesKeys)
    return candidates.first { candidate in
      !candidates.contains { gtk_widget_is_ancestor(candidate.widget, $0.widget) != 0 }
    }
  }

  /// The containers of pages inside this one that can go back.
  private var innerOnes: [WaysBack] {
    Self.live.compactMap(\.ways).filter {
      $0 !== self && gtk_widget_is_ancestor($0.widget, widget) != 0
        && gtk_widget_get_mapped($0.widget) != 0 && $0.canGoBack()
    }
  }

  /// Returns whether a container of pages inside this one that can go back is at a position.
  private func hasInner(atX x: Double, y: Double) -> Bool {
    guard let picked = gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT) else { return false }
    return innerOnes.contains { picked.isInside($0.widget) }
  }

  /// Moves the page along with the fingers, out over its trailing edge.
  ///
  /// - Parameters:
  ///   - movement: The movement of the fingers.
  ///   - farthest: An upper limit, in pixels, for the distance that moves the page away; without
  ///     it, the distance is the width of the page.
  /// - Returns: Whether the movement is handled.
  private func fingersMoved(
    _ movement: FingerMovement,
    farthest: Double = .infinity
  ) -> Bool {
    let now = Double(g_get_monotonic_time()) / 1_000_000
    let reach = min(max(Double(gtk_widget_get_width(widget)), 1), farthest)
    switch movement {
    case .began:
      cancelSwipe()
      // The fingers come to all containers around them. Only the innermost one goes back: together
      // they would go back more than once.
      swipe = innerOnes.isEmpty ? BackSwipe(at: now) : nil
    case .moved(let x, let y):
      swipe?.move(forwards: isRightToLeft ? -x : x, across: y, at: now)
      guard let way = swipe?.way else { return false }
      return onSwipe(way / reach)
    case .ended:
      guard let swipe, swipe.way != nil else { break }
      self.swipe = nil
      if swipe.isCompleted(at: now, reach: reach) { _ = onBack() }
      onSwipeEnd()
    case .cancelled:
      cancelSwipe()
    }
    return false
  }

  /// Cancels the current swipe. Called among others when the pages change, since the swipe was
  /// meant for another page.
  func cancelSwipe() {
    let isMoving = swipe?.way != nil
    swipe = nil
    if isMoving { onSwipeEnd() }
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

/// The number of the mouse button that goes back.
private let mouseBackButton = 8
/// The upper limit of the distance on a touchpad that moves a page away, in pixels.
private let touchpadReach = 400.0

/// A stack of pages that shows one page at a time, with a transition from one to the next
/// (GtkStack).
///
/// Every change goes through `apply`, which inserts pages, shows one, and removes pages, in the
/// order that GtkStack needs. A removed page that takes part in the running transition stays until
/// the transition has ended; then it is released. Pages that stay keep their widgets, scroll
/// positions and focus. Only the shown page takes input, and it does so from the beginning of the
/// transition that leads to it.
///
/// Fingers can move the top page away. GtkStack cannot follow them, so it shows the page below at
/// once, and an image of the top page is moved above it.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class PageStack {
  /// How one page replaces another.
  public enum Transition: Equatable, Sendable {
    /// The new page slides in over the trailing edge.
    case push
    /// The new page slides in over the leading edge.
    case pop
    /// One page fades into the other.
    case replace
    /// No animation.
    case none
  }

  /// A top page that fingers are moving, or that is returning after their release.
  private struct Swipe {
    let top: WidgetPointer
    let below: WidgetPointer
    let image: MovedPageImage
    /// Whether the top page had the focus.
    let hadFocus: Bool
  }

  /// The overlay that contains the stack and, above it, the image of a moved page.
  private let reference = ObjectReference(gtk_overlay_new())
  private let stackReference = ObjectReference(gtk_stack_new())
  private var pages: [WidgetPointer: Page] = [:]
  /// Pages removed by `apply` that wait for the end of their transition.
  private var leaving: Set<WidgetPointer> = []
  /// The page that the running transition leads away from.
  private var outgoing: WidgetPointer?
  private var swipe: Swipe?
  /// The image of a page that was removed while it was moved, on its way out of sight.
  private var departing: MovedPageImage?
  private var purge: ScheduledWork?
  private var hasBeenMapped = false
  /// The pending focus change of the next frame.
  private var awaitedFocus: FrameWork?
  /// Looks for something to focus after each layout, while the shown page has nothing.
  private var lateFocus: SignalConnection?
  /// Receives the keys of the window that contains the stack, before any other widget.
  private var keys: EventController?

  /// Called with each removed page when it has left the stack: at once, or when its transition has
  /// ended. The widget exists during the call. Not called for pages that remain when the stack
  /// itself is destroyed.
  public var onPageRemoved: (WidgetPointer) -> Void = { _ in }

  /// Makes a stack without pages.
  public init() {
    Self.stacks.insert(stackReference.widget)
    gtk_overlay_set_child(reference.opaque, stackReference.widget)
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_GROUP, of: widget)
    // Otherwise the largest page would determine the size of all pages, even while hidden.
    gtk_stack_set_hhomogeneous(stack, 0)
    gtk_stack_set_vhomogeneous(stack, 0)
    Signal.connect(stack, notify: "transition-running") { [weak self] in
      guard let self, !isTransitionRunning else { return }
      schedulePurge()
    }
    Signal.connect(widget, "map", after: true) { [weak self] in self?.didMap() }
    Signal.connect(widget, "unmap", after: true) { [weak self] in self?.didUnmap() }
    Signal.connect(widget, notify: "root") { [weak self] in self?.rootDidChange() }
  }

  isolated deinit {
    purge?.cancel()
    awaitedFocus?.cancel()
    lateFocus?.disconnect()
    keys?.remove()
    endMotion()
    Self.stacks.remove(stackReference.widget)
  }

  /// The widget to put into a window. It contains the GtkStack and the images of moved pages.
  public var widget: WidgetPointer { reference.widget }

  private var stack: OpaquePointer { stackReference.opaque }

  /// The page that is shown, or that the running transition leads to.
  ///
  /// A page that fingers are moving counts as shown until `apply` shows another page.
  public var visiblePage: WidgetPointer? { swipe?.top ?? gtk_stack_get_visible_child(stack) }

  /// Whether a transition is running. A page that follows fingers or returns from them is no
  /// transition.
  public var isTransitionRunning: Bool {
    departing != nil
      || (gtk_stack_get_transition_running(stack) != 0 && gtk_widget_get_mapped(widget) != 0)
  }

  /// The duration of a transition, in milliseconds.
  public var transitionDuration: Int {
    get { Int(gtk_stack_get_transition_duration(stack)) }
    set { gtk_stack_set_transition_duration(stack, guint(newValue)) }
  }

  /// The number of pages in the stack, including those that are about to leave.
  public var pageCount: Int { pages.count }

  /// Returns whether a widget is a page that has been inserted and not been removed.
  public func contains(_ page: WidgetPointer) -> Bool {
    pages[page] != nil && !leaving.contains(page)
  }

  /// Changes the pages of the stack and the shown page, in one transition.
  ///
  /// Never call this from a signal handler of a widget in the stack: GtkStack emits signals while
  /// it is changing. Takes time proportional to the number of inserted and removed pages.
  ///
  /// - Parameters:
  ///   - page: The page to show; inserted if it is new. `nil` shows no page and is allowed only if
  ///     all pages are removed.
  ///   - transition: The transition from the current page. Skipped while the stack is not on the
  ///     screen, or if the user has disabled animations.
  ///   - insert: The pages to insert.
  ///   - remove: The pages to remove. Widgets that are not pages are ignored.
  public func apply(
    show page: WidgetPointer?,
    transition: Transition,
    insert: [WidgetPointer] = [],
    remove: [WidgetPointer] = []
  ) {
    if swipe?.below != page { endMotion() }
    for new in insert { self.insert(new) }
    if let page { self.insert(page) }
    for old in remove where old != page && pages[old] != nil { retire(old) }
    // Show first, then remove: GtkStack has no transition from a removed page.
    if let page { show(page, transition) }
    // A covered page can be reached until the transition ends.
    if let outgoing, outgoing != page { setInert(outgoing, true) }
    purgeLeaving()
  }

  /// Sets the accessible name of a page.
  ///
  /// - Parameters:
  ///   - label: The name, usually the title of the page.
  ///   - page: A page of this stack; any other widget is ignored.
  public func setLabel(_ label: String, of page: WidgetPointer) {
    guard pages[page] != nil else { return }
    Accessibility.setLabel(label, of: page)
    gtk_stack_page_set_title(gtk_stack_get_page(stack, page), label)
  }

  private func insert(_ widget: WidgetPointer) {
    if leaving.remove(widget) != nil {
      setInert(widget, false)
    }
    guard pages[widget] == nil else { return }
    pages[widget] = Page(widget)
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_GROUP, of: widget)
    // GTK gives its own wrapper of each page the fixed role of a tab panel; the page is a group in
    // it.
    gtk_stack_add_child(stack, widget)
  }

  /// Makes a page that is about to leave ignore input.
  private func retire(_ widget: WidgetPointer) {
    leaving.insert(widget)
    setInert(widget, true)
  }

  private func setInert(_ widget: WidgetPointer, _ isInert: Bool) {
    gtk_widget_set_can_target(widget, isInert ? 0 : 1)
    gtk_widget_set_can_focus(widget, isInert ? 0 : 1)
  }

  private func show(_ new: WidgetPointer, _ transition: Transition) {
    let old = visiblePage
    setInert(new, false)
    guard new != old else { return }
    let movesFocus =
      swipe?.hadFocus ?? focusWidget.map { old.map($0.isInside) ?? false || isInTitlebar($0) }
      ?? true
    takeFocus(from: old)
    if swipe != nil {
      completeSwipe(animated: transition != .none)
    } else {
      gtk_stack_set_transition_type(stack, transition.type)
      gtk_stack_set_visible_child(stack, new)
      let isRunning = isTransitionRunning
      if outgoing != old { transitionDidEnd() }
      outgoing = isRunning ? old : nil
    }
    if movesFocus, gtk_widget_get_mapped(widget) != 0 { giveFocusWithNextFrame() }
  }

  /// Handles the stack coming onto the screen for the first time: the first page was shown before.
  private func didMap() {
    guard !hasBeenMapped else { return }
    hasBeenMapped = true
    giveFocus()
  }

  /// A stack that is off the screen has no frames, so animations would never end.
  private func didUnmap() {
    stopLateFocus()
    endMotion()
    schedulePurge()
  }

  private func schedulePurge() {
    guard outgoing != nil || !leaving.isEmpty, purge?.isPending != true else { return }
    // Not in the signal handler, because releasing a page calls foreign code.
    purge = MainLoop.schedule { [weak self] in
      guard let self else { return }
      if !isTransitionRunning { transitionDidEnd() }
      purgeLeaving()
    }
  }

  private func transitionDidEnd() {
    if let outgoing, contains(outgoing) { setInert(outgoing, false) }
    outgoing = nil
  }

  /// Releases removed pages, except the one that the running transition leads away from.
  private func purgeLeaving() {
    for page in leaving where page != outgoing {
      leaving.remove(page)
      let reference = pages.removeValue(forKey: page)
      if gtk_widget_get_parent(page) == stackReference.widget { gtk_stack_remove(stack, page) }
      onPageRemoved(page)
      withExtendedLifetime(reference) {}
    }
  }
}

/// A page and what the stack remembers about it.
private final class Page {
  let reference: ObjectReference
  /// The widget that had the focus when the page was left, and its place.
  var focus: PageFocus?

  init(_ widget: WidgetPointer) {
    reference = ObjectReference(widget)
  }

  deinit {}
}

extension PageStack.Transition {
  fileprivate var type: GtkStackTransitionType {
    switch self {
    // Not a transition type that depends on the order of the pages, which GtkStack cannot change.
    // GTK itself swaps left and right in right-to-left layouts.
    case .push: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT
    case .pop: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
    case .replace: GTK_STACK_TRANSITION_TYPE_CROSSFADE
    case .none: GTK_STACK_TRANSITION_TYPE_NONE
    }
  }
}

// MARK: - Moving a page with fingers

extension PageStack {
  /// Moves the shown page by the distance of the fingers, revealing another page below it.
  ///
  /// What moves is an image of the page, taken when the movement began. The page still counts as
  /// shown. When the fingers are lifted, `endSwipe` moves the image back. If `apply` shows the
  /// other page before the next frame, the image continues out of sight from where it is.
  ///
  /// - Parameters:
  ///   - page: The page to reveal; it takes no input.
  ///   - progress: The distance as a fraction of the width, from 0 to 1.
  /// - Returns: Whether the page follows the fingers: not while a transition is running, nor if the
  ///   user has disabled animations.
  public func swipe(to page: WidgetPointer, progress: Double) -> Bool {
    guard contains(page), let top = visiblePage, top != page, canMove else { return false }
    if swipe?.below != page {
      endMotion()
      beginSwipe(top: top, below: page)
    }
    swipe?.image.move(to: min(max(progress, 0), 1))
    return true
  }

  /// Moves the shown page back to where it was.
  public func endSwipe() {
    guard let swipe else { return }
    swipe.image.glide(to: 0, duration: transitionDuration) { [weak self] in self?.endMotion() }
  }

  private var canMove: Bool {
    // On Wayland a widget is mapped before it has a size.
    !isTransitionRunning && transitionDuration > 0 && gtk_widget_get_mapped(widget) != 0
      && gtk_widget_get_width(widget) > 0 && DesktopSettings.areAnimationsEnabled
  }

  private func beginSwipe(top: WidgetPointer, below: WidgetPointer) {
    Self.undecided[stackReference.widget] = []
    let hadFocus = takeFocus(from: top)
    setInert(below, true)
    let image = MovedPageImage(of: top, over: reference.opaque)
    swipe = Swipe(top: top, below: below, image: image, hadFocus: hadFocus)
    showWithoutTransition(below)
    motionDidChange()
  }

  /// Makes the page below the shown one; the image of the other page moves on, out of sight.
  private func completeSwipe(animated: Bool) {
    guard let swipe else { return }
    self.swipe = nil
    departing = swipe.image
    Self.departing.insert(stackReference.widget)
    fingersDidLeave()
    guard animated, DesktopSettings.areAnimationsEnabled else { return endMotion() }
    swipe.image.glide(to: 1, duration: transitionDuration) { [weak self] in self?.endMotion() }
  }

  /// Shows the page that is to be shown, and removes any image.
  private func endMotion() {
    guard swipe != nil || departing != nil else { return }
    departing?.remove()
    departing = nil
    Self.departing.remove(stackReference.widget)
    if let swipe {
      self.swipe = nil
      setInert(swipe.below, false)
      showWithoutTransition(swipe.top)
      swipe.image.remove()
      fingersDidLeave()
      if swipe.hadFocus { giveFocus() }
    }
    motionDidChange()
  }

  private func showWithoutTransition(_ page: WidgetPointer) {
    gtk_stack_set_transition_type(stack, GTK_STACK_TRANSITION_TYPE_NONE)
    gtk_stack_set_visible_child(stack, page)
  }

  private func fingersDidLeave() {
    for body in Self.undecided.removeValue(forKey: stackReference.widget) ?? [] { body() }
  }

  /// Notifies of a change that GtkStack does not know about: a page has begun or ceased to move.
  private func motionDidChange() {
    g_object_notify(stackReference.cast(), "transition-running")
  }
}

// MARK: - Widgets in pages

extension PageStack {
  /// The stacks whose top page follows fingers or returns from them, with the closures that wait
  /// for the end of that.
  private static var undecided: [WidgetPointer: [() -> Void]] = [:]
  /// The stacks whose top page was removed while it was moved, and is still on its way out.
  private static var departing: Set<WidgetPointer> = []

  /// The stacks of pages. Other widgets also contain GtkStacks.
  private static var stacks: Set<WidgetPointer> = []

  /// Returns whether a widget is a page of a stack of pages.
  static func isPage(_ widget: WidgetPointer) -> Bool {
    gtk_widget_get_parent(widget).map(stacks.contains) ?? false
  }

  /// Returns the stacks around a widget, innermost first. They notify of `visible-child` and
  /// `transition-running`, the latter also when the image of a page stops moving.
  package static func stacks(around widget: WidgetPointer) -> [WidgetPointer] {
    sequence(first: widget) { gtk_widget_get_parent($0) }.filter { $0.isA(gtk_stack_get_type()) }
  }

  /// Returns whether a page of a stack is moving.
  ///
  /// - Parameter stack: One of `stacks(around:)`.
  package static func isMoving(stack: WidgetPointer) -> Bool {
    undecided[stack] != nil || departing.contains(stack)
      || (gtk_stack_get_transition_running(OpaquePointer(stack)) != 0
        && gtk_widget_get_mapped(stack) != 0)
  }

  /// Returns whether a widget is on a page that is not shown, or that is moving or shows a moving
  /// page.
  package static func isMoving(_ widget: WidgetPointer) -> Bool {
    stacks(around: widget).contains { stack in
      guard !isMoving(stack: stack),
        let page = gtk_stack_get_visible_child(OpaquePointer(stack))
      else { return true }
      return !widget.isInside(page)
    }
  }

  /// Calls a closure as soon as no page around a widget follows fingers any more. Until then it is
  /// undecided which page is shown.
  ///
  /// - Returns: Whether there is something to wait for. If not, the closure is not called.
  package static func waitsForFingers(
    around widget: WidgetPointer,
    then body: @escaping () -> Void
  ) -> Bool {
    guard !undecided.isEmpty,
      let stack = stacks(around: widget).first(where: { undecided[$0] != nil })
    else { return false }
    undecided[stack]?.append(body)
    return true
  }
}

// MARK: - Focus

extension PageStack {
  private var focusWidget: WidgetPointer? {
    gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
  }

  /// Remembers the focus of a page that is about to be hidden, and clears it.
  ///
  /// Otherwise GtkStack would move the focus to the next page by itself, selecting the text of an
  /// entry and scrolling to it.
  ///
  /// - Returns: Whether the page had the focus.
  @discardableResult
  private func takeFocus(from page: WidgetPointer?) -> Bool {
    guard let page, let focus = PageFocus.take(from: page) else { return false }
    pages[page]?.focus = focus
    return true
  }

  private func isInTitlebar(_ focus: WidgetPointer) -> Bool {
    guard let root = gtk_widget_get_root(widget),
      let window = root.castIfPossible(to: GtkWindow.self)
    else { return false }
    return gtk_window_get_titlebar(window).map(focus.isInside) ?? false
  }

  /// Moves the focus to the shown page, once, before the next frame is drawn or the next key press
  /// is handled.
  ///
  /// A page that is left before that was never visible. Giving it the focus would only cost time:
  /// each focus change is reported to assistive technologies, and makes GTK register the focused
  /// widget and its ancestors on their bus.
  private func giveFocusWithNextFrame() {
    guard awaitedFocus == nil else { return }
    awaitedFocus = FrameWork(on: widget) { [weak self] in
      self?.awaitedFocus = nil
      self?.giveFocus()
    }
  }

  private func rootDidChange() {
    keys?.remove()
    keys = gtk_widget_get_root(widget).map {
      EventController.key(on: WidgetPointer($0), phase: GTK_PHASE_CAPTURE) { [weak self] _, _ in
        self?.keyPressed() ?? false
      }
    }
  }

  /// Gives the awaited focus to the page before a key is handled, and forwards the key there: GTK
  /// has already looked up the focused widget.
  private func keyPressed() -> Bool {
    // From now on the user decides where the focus is.
    stopLateFocus()
    guard awaitedFocus != nil || swipe != nil, let keys else { return false }
    awaitedFocus?.cancel()
    awaitedFocus = nil
    let former = focusWidget
    // A moving page has no focus, but the key is meant for it.
    if swipe != nil { endMotion() }
    giveFocus()
    guard let focus = focusWidget, focus != former,
      let event = gtk_event_controller_get_current_event(keys.pointer)
    else { return false }
    // The key may repeat one that was for the page before.
    if RepeatedInput.isDropped(key: event, for: focus) { return true }
    let window = gtk_event_controller_get_widget(keys.pointer)
    return sequence(first: focus, next: { gtk_widget_get_parent($0) })
      .prefix { $0 != window }
      .contains { gtk_event_controller_key_forward(keys.pointer, $0) != 0 }
  }

  /// Gives the focus to the shown page, unless the focus is elsewhere in the window outside the
  /// title bar.
  private func giveFocus() {
    guard gtk_widget_get_mapped(widget) != 0, let page = visiblePage else { return }
    // A widget that has left the window with its page may still count as focused.
    if let focus = focusWidget, gtk_widget_get_mapped(focus) != 0, !isInTitlebar(focus) { return }
    giveFocus(to: page)
    if page.containsFocus { return }
    // The page may still be loading its content.
    stopLateFocus()
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    lateFocus = Signal.connect(clock, "layout") { [weak self] in self?.giveLateFocus(to: page) }
  }

  /// Gives the focus to what has come into a page that had nothing to focus, unless the page or the
  /// user has moved the focus meanwhile. GTK itself focuses a button in the title bar.
  private func giveLateFocus(to page: WidgetPointer) {
    let isIdle =
      focusWidget.map {
        isInTitlebar($0) && $0.isA(gtk_button_get_type())
          && gtk_widget_get_native($0) == gtk_widget_get_native(widget)
      } ?? true
    guard isIdle, page == visiblePage else { return stopLateFocus() }
    giveFocus(to: page)
    if page.containsFocus { stopLateFocus() }
  }

  private func stopLateFocus() {
    lateFocus?.disconnect()
    lateFocus = nil
  }

  /// Focuses the widget of a page that had the focus last, or what stands in for it.
  private func giveFocus(to page: WidgetPointer) {
    PageFocus.give(to: page, remembered: pages[page]?.focus)
  }
}

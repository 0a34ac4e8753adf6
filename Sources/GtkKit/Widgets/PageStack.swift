/// Pages of which one is shown at a time, with a transition from one to the next (GtkStack).
///
/// Every change goes through `apply`: it inserts pages, shows one, and removes pages, in the order
/// that GtkStack needs. A page that is no longer shown but takes part in the running transition
/// stays until the transition has ended, without taking input; then it is dropped. Pages that stay
/// keep their widgets, scroll positions and focus.
///
/// Fingers can move the page on top away. GtkStack cannot follow them, so it shows the page below at
/// once, and what moves above it is an image of the page on top.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class PageStack {
  /// How one page takes the place of another.
  public enum Transition: Equatable, Sendable {
    /// The new page slides in over the edge at which lines of text end.
    case push
    /// The new page slides in over the edge at which lines of text start.
    case pop
    /// One page fades into the other.
    case replace
    /// At once.
    case none
  }

  /// The page that fingers move, or that returns to its place after they have left.
  private struct Swipe {
    let top: WidgetPointer
    let below: WidgetPointer
    let image: MovedPageImage
    /// Whether the page on top had the focus.
    let hadFocus: Bool
  }

  /// Holds the stack, and above it the image of a page that is moved.
  private let reference = ObjectReference(gtk_overlay_new())
  private let stackReference = ObjectReference(gtk_stack_new())
  private var pages: [WidgetPointer: Page] = [:]
  /// Pages that have been removed by `apply` and wait for the end of their transition.
  private var leaving: Set<WidgetPointer> = []
  /// The page that the running transition leads away from.
  private var outgoing: WidgetPointer?
  private var swipe: Swipe?
  /// The image of a page that has been removed while it was moved, on its way out.
  private var departing: MovedPageImage?
  private var purge: ScheduledWork?
  private var hasBeenMapped = false
  /// The focus that is to come with the next frame.
  private var awaitedFocus: FrameWork?
  /// Receives the keys of the window that the stack is in, before anything else does.
  private var keys: EventController?

  /// Called with each removed page when it has left the stack for good: right away, or when its
  /// transition has ended. The widget exists during the call. Pages that are still there when the
  /// stack itself goes are not announced.
  public var onPageRemoved: (WidgetPointer) -> Void = { _ in }

  /// Makes a stack without pages.
  public init() {
    gtk_overlay_set_child(reference.opaque, stackReference.widget)
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_GROUP, of: widget)
    // Otherwise the largest page, though hidden, decides the size of all.
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
    keys?.remove()
    endMotion()
  }

  /// The widget to put into a window: it holds the GtkStack, and images of pages that are moved.
  public var widget: WidgetPointer { reference.widget }

  private var stack: OpaquePointer { stackReference.opaque }

  /// The page that is shown, or that the running transition leads to.
  ///
  /// A page that fingers move is shown until `apply` says otherwise.
  public var visiblePage: WidgetPointer? { swipe?.top ?? gtk_stack_get_visible_child(stack) }

  /// Whether a transition runs. A page that follows fingers, or returns from them, is none.
  public var isTransitionRunning: Bool {
    departing != nil
      || (gtk_stack_get_transition_running(stack) != 0 && gtk_widget_get_mapped(widget) != 0)
  }

  /// How long a transition takes, in milliseconds.
  public var transitionDuration: Int {
    get { Int(gtk_stack_get_transition_duration(stack)) }
    set { gtk_stack_set_transition_duration(stack, guint(newValue)) }
  }

  /// The number of pages that the stack holds, including those that are about to leave.
  public var pageCount: Int { pages.count }

  /// Whether a widget is a page that has been inserted and not been removed.
  public func contains(_ page: WidgetPointer) -> Bool {
    pages[page] != nil && !leaving.contains(page)
  }

  /// Changes which pages there are and which one is shown, in one transition.
  ///
  /// Never call this from a signal handler of a widget in the stack: GtkStack emits signals in the
  /// middle of its work. Takes time proportional to the number of pages inserted and removed.
  ///
  /// - Parameters:
  ///   - page: The page to show; it is inserted if it is new. `nil` shows none and is only for a
  ///     stack whose pages are all removed.
  ///   - transition: How it takes the place of the one that is shown. Where the user has turned
  ///     animations off, and while the stack is not on the screen, there is none.
  ///   - insert: Pages to insert.
  ///   - remove: Pages to remove; what is not a page is ignored.
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
    // First show, then remove: GtkStack has no transition from a page that is gone.
    if let page { show(page, transition) }
    purgeLeaving()
  }

  /// Sets the name by which a page is announced to the users of assistive technologies.
  ///
  /// - Parameters:
  ///   - label: The name, usually the page's title.
  ///   - page: A page of this stack; anything else is ignored.
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
    // GTK makes each page a tab panel, whose role is fixed: what it holds is a group within.
    gtk_stack_add_child(stack, widget)
  }

  /// A page that is about to leave takes no more input, for its state has gone already.
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
    guard new != old else { return }
    let movesFocus =
      swipe?.hadFocus ?? focusWidget.map { Self.isInside($0, old) || isInTitlebar($0) } ?? true
    takeFocus(from: old)
    if swipe != nil {
      completeSwipe(animated: transition != .none)
    } else {
      gtk_stack_set_transition_type(stack, transition.type)
      gtk_stack_set_visible_child(stack, new)
      outgoing = isTransitionRunning ? old : nil
    }
    if movesFocus, gtk_widget_get_mapped(widget) != 0 { giveFocusWithNextFrame() }
  }

  /// The first page comes onto the screen with its window, after it was shown.
  private func didMap() {
    guard !hasBeenMapped else { return }
    hasBeenMapped = true
    giveFocus()
  }

  /// A stack that is not shown has no frames, and so never ends what moves.
  private func didUnmap() {
    endMotion()
    schedulePurge()
  }

  private func schedulePurge() {
    guard outgoing != nil || !leaving.isEmpty, purge?.isPending != true else { return }
    // Not in the signal handler: dropping a page runs foreign code.
    purge = MainLoop.schedule { [weak self] in
      guard let self else { return }
      if !isTransitionRunning { outgoing = nil }
      purgeLeaving()
    }
  }

  /// Drops the pages that were removed, except the one that the running transition leads away from.
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

/// A page and what is remembered about it.
private final class Page {
  let reference: ObjectReference
  /// The widget that had the focus when the page was left.
  var focus: WeakReference?

  init(_ widget: WidgetPointer) {
    reference = ObjectReference(widget)
  }

  deinit {}
}

extension PageStack.Transition {
  fileprivate var type: GtkStackTransitionType {
    switch self {
    // Not one of the types that decide by the order of the pages, which GtkStack cannot change.
    // GTK swaps left and right itself where text runs from right to left.
    case .push: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT
    case .pop: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
    case .replace: GTK_STACK_TRANSITION_TYPE_CROSSFADE
    case .none: GTK_STACK_TRANSITION_TYPE_NONE
    }
  }
}

// MARK: - Fingers that move a page

extension PageStack {
  /// Moves the page that is shown as far as fingers have taken it, so that another one comes into
  /// sight below it.
  ///
  /// What moves is an image of the page, which shows what the page showed when it began to move. The
  /// page stays the one that is shown: when the fingers leave, `endPeek` moves the image back, unless
  /// `apply` shows the other page before the next frame; then the image goes on from where it is.
  ///
  /// - Parameters:
  ///   - page: The page to come into sight; it takes no input.
  ///   - progress: How far: 0 is not at all, 1 the whole width.
  /// - Returns: Whether the page follows: not while a transition runs, nor where the user has turned
  ///   animations off.
  public func peek(at page: WidgetPointer, progress: Double) -> Bool {
    guard contains(page), let top = visiblePage, top != page, canMove else { return false }
    if swipe?.below != page {
      endMotion()
      beginSwipe(top: top, below: page)
    }
    swipe?.image.move(to: min(max(progress, 0), 1))
    return true
  }

  /// Moves the page that is shown back to its place.
  public func endPeek() {
    guard let swipe else { return }
    swipe.image.glide(to: 0, duration: transitionDuration) { [weak self] in self?.endMotion() }
  }

  private var canMove: Bool {
    // On Wayland a widget is on the screen before it has a size.
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

  /// The page below is shown from now on; the image of the other one moves on, out of sight.
  private func completeSwipe(animated: Bool) {
    guard let swipe else { return }
    self.swipe = nil
    setInert(swipe.below, false)
    departing = swipe.image
    Self.departing.insert(stackReference.widget)
    fingersDidLeave()
    guard animated, DesktopSettings.areAnimationsEnabled else { return endMotion() }
    swipe.image.glide(to: 1, duration: transitionDuration) { [weak self] in self?.endMotion() }
  }

  /// Shows the page that is to be shown in its place, without any image.
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

  /// Notifies of what GtkStack does not know: a page moves, or moves no more.
  private func motionDidChange() {
    g_object_notify(stackReference.cast(), "transition-running")
  }
}

// MARK: - Widgets in pages

extension PageStack {
  /// The stacks whose page on top follows fingers, or returns to its place after them, and what
  /// waits for the end of that.
  private static var undecided: [WidgetPointer: [() -> Void]] = [:]
  /// The stacks whose page on top has been removed while it was moved, and is on its way out.
  private static var departing: Set<WidgetPointer> = []

  /// The stacks that a widget is in, innermost first. They notify of `visible-child` and
  /// `transition-running`; the latter also when the image of a page moves no more.
  package static func stacks(around widget: WidgetPointer) -> [WidgetPointer] {
    sequence(first: widget) { gtk_widget_get_parent($0) }.filter { $0.isA(gtk_stack_get_type()) }
  }

  /// Whether a page of a stack moves.
  ///
  /// - Parameter stack: One of `stacks(around:)`.
  package static func isMoving(stack: WidgetPointer) -> Bool {
    undecided[stack] != nil || departing.contains(stack)
      || (gtk_stack_get_transition_running(OpaquePointer(stack)) != 0
        && gtk_widget_get_mapped(stack) != 0)
  }

  /// Whether a widget is on a page that is not shown, or on one that moves or shows what moves.
  package static func isMoving(_ widget: WidgetPointer) -> Bool {
    stacks(around: widget).contains { stack in
      guard !isMoving(stack: stack),
        let page = gtk_stack_get_visible_child(OpaquePointer(stack))
      else { return true }
      return !Self.isInside(widget, page)
    }
  }

  /// Calls a closure as soon as no page around a widget follows fingers any more: until then it is
  /// not decided which page is shown.
  ///
  /// - Returns: Whether there is something to wait for; otherwise the closure is not called.
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

  /// Remembers the focus of a page that is about to be hidden, and takes it.
  ///
  /// Otherwise GtkStack would give the focus to the next page in its own way: it selects the text of
  /// an entry, and scrolls to it.
  ///
  /// - Returns: Whether the page had the focus.
  @discardableResult
  private func takeFocus(from page: WidgetPointer?) -> Bool {
    guard let page, let focus = focusWidget, Self.isInside(focus, page) else { return false }
    pages[page]?.focus = WeakReference(focus)
    gtk_root_set_focus(gtk_widget_get_root(widget), nil)
    return true
  }

  private static func isInside(_ widget: WidgetPointer, _ page: WidgetPointer?) -> Bool {
    guard let page else { return false }
    return widget == page || gtk_widget_is_ancestor(widget, page) != 0
  }

  private func isInTitlebar(_ focus: WidgetPointer) -> Bool {
    guard let root = gtk_widget_get_root(widget),
      let window = root.castIfPossible(to: GtkWindow.self)
    else { return false }
    return Self.isInside(focus, gtk_window_get_titlebar(window))
  }

  /// Moves the focus once, to the page that is shown when the next frame is drawn or the next key is pressed.
  ///
  /// A page that is left before that has never been seen. To give it the focus would only cost: each focus is told to assistive
  /// technologies, and makes GTK register what has it, and all around it, on their bus.
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

  /// A key goes to what it finds focused, which GTK has looked up before the awaited focus has come.
  private func keyPressed() -> Bool {
    guard awaitedFocus != nil || swipe != nil, let keys else { return false }
    awaitedFocus?.cancel()
    awaitedFocus = nil
    let former = focusWidget
    // A page that is moved has no focus; a key is meant for it.
    if swipe != nil { endMotion() }
    giveFocus()
    guard let focus = focusWidget, focus != former,
      gtk_event_controller_get_current_event(keys.pointer) != nil
    else { return false }
    let window = gtk_event_controller_get_widget(keys.pointer)
    return sequence(first: focus, next: { gtk_widget_get_parent($0) })
      .prefix { $0 != window }
      .contains { gtk_event_controller_key_forward(keys.pointer, $0) != 0 }
  }

  /// Gives the focus to the page that is shown, unless it has come to stand somewhere else in the window.
  private func giveFocus() {
    guard gtk_widget_get_mapped(widget) != 0, let page = visiblePage else { return }
    // What has left the window with its page may still count as focused.
    if let focus = focusWidget, gtk_widget_get_mapped(focus) != 0, !isInTitlebar(focus) { return }
    giveFocus(to: page)
  }

  /// Gives the focus to where it was on a page, else to the page's first text field, else to whatever takes it first.
  private func giveFocus(to page: WidgetPointer) {
    if let remembered = rememberedFocus(of: page) {
      withoutScrolling(to: remembered, inside: page) { Self.grabFocus(remembered) }
      if focusWidget == remembered { return }
    }
    // A page may have taken it by itself when it came onto the screen.
    if let focus = focusWidget, Self.isInside(focus, page) { return }
    if let field = Self.firstTextField(in: page), gtk_widget_grab_focus(field) != 0 { return }
    gtk_widget_child_focus(page, GTK_DIR_TAB_FORWARD)
  }

  /// Unlike GTK, leaves text cursor and selection of a text field as they are.
  private static func grabFocus(_ widget: WidgetPointer) {
    if widget.isA(gtk_text_get_type()) {
      gtk_text_grab_focus_without_selecting(widget.cast())
    } else {
      gtk_widget_grab_focus(widget)
    }
  }

  /// The first widget on the screen, in the order of the children, in which text can be typed.
  private static func firstTextField(in widget: WidgetPointer) -> WidgetPointer? {
    guard gtk_widget_get_visible(widget) != 0, gtk_widget_get_child_visible(widget) != 0,
      gtk_widget_is_sensitive(widget) != 0, gtk_widget_get_can_focus(widget) != 0
    else { return nil }
    if widget.isA(gtk_text_get_type()) {
      return gtk_editable_get_editable(OpaquePointer(widget)) != 0 ? widget : nil
    }
    if widget.isA(gtk_text_view_get_type()) {
      return gtk_text_view_get_editable(widget.cast()) != 0 ? widget : nil
    }
    // What only hangs on a widget, such as a popover, is no part of the page, and none of the children.
    for child in widget.children {
      if let field = firstTextField(in: child) { return field }
    }
    return nil
  }

  private func rememberedFocus(of page: WidgetPointer) -> WidgetPointer? {
    guard let focus = pages[page]?.focus?.instance?.cast(to: GtkWidget.self),
      Self.isInside(focus, page)
    else { return nil }
    return focus
  }

  /// Gives the focus back without the scrolling that comes with it: the user may have scrolled away
  /// from the focused row, and a page is to look as it was left.
  private func withoutScrolling(
    to focus: WidgetPointer?,
    inside page: WidgetPointer,
    _ body: () -> Void
  ) {
    var viewports: [OpaquePointer] = []
    var ancestor = focus
    while let current = ancestor, current != page {
      ancestor = gtk_widget_get_parent(current)
      guard let ancestor, ancestor.isA(gtk_viewport_get_type()) else { continue }
      let viewport = OpaquePointer(ancestor)
      if gtk_viewport_get_scroll_to_focus(viewport) != 0 { viewports.append(viewport) }
    }
    for viewport in viewports { gtk_viewport_set_scroll_to_focus(viewport, 0) }
    body()
    for viewport in viewports { gtk_viewport_set_scroll_to_focus(viewport, 1) }
  }
}

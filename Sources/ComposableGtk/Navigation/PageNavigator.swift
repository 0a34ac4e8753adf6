import ComposableArchitecture
import GtkKit
import GtkViews

/// Shows the pages of a navigation stack, and handles going back.
///
/// From the bottom up, the pages are the root, the pages of the path, and the destinations that any
/// of these present (``View/navigationDestination(item:destination:)``), each above the page that
/// presents it. All changes of one update make one transition, to the page that is on top in the
/// end.
///
/// Going back never removes a page directly. It asks the owner of the state, and the pages follow
/// the state.
final class PageNavigator: BackTarget {
  /// Pushes a state onto the path, for a link in a page. Returns whether the path holds states of
  /// that type.
  var pushState: (_ state: Any, _ origin: NavigationPage) -> Bool = { _, _ in false }
  /// The type of the states of the path, for reports; `nil` for a stack without a path.
  var elementType: Any.Type?

  /// Returns whether the state has put an element of the path above a page that has been on top.
  var hasNewElement: (_ page: NavigationPage) -> Bool = { _ in false }

  private let stack = PageStack()
  private let root: NavigationPage
  /// The root, followed by the pages of the path.
  private var path: [NavigationPage]
  /// The presented destinations, in the order in which they were presented.
  private var destinations: [NavigationPage] = []
  /// The pages that the page stack has, from the bottom up.
  private var shown: [NavigationPage] = []
  /// Removed pages whose transition is still running, by their widgets.
  private var leaving: [WidgetPointer: NavigationPage] = [:]
  private var isChanging = false
  /// Whether the first update is still running. Destinations of a deep link are presented during
  /// it, without a transition.
  private var isNew = true
  private var isDestroyed = false

  private let backButton = BackButton()
  private let waysBack: WaysBack
  private var history: OpenMenu<HistoryMenu>?
  /// The node of the stack.
  private weak var node: Node?
  /// The context of the page that contains the stack itself.
  private var outerContext: PageContext?

  /// - Parameters:
  ///   - root: The page at the bottom.
  ///   - column: The column of a split view that contains the stack, if any.
  init(root: NavigationPage, column: ColumnContext? = nil) {
    self.root = root
    path = [root]
    // Keys go to the column with the focus, which the split view knows.
    waysBack = WaysBack(on: stack.widget, handlesKeys: column == nil)
    gtk_widget_set_hexpand(stack.widget, 1)
    gtk_widget_set_vexpand(stack.widget, 1)
    stack.onPageRemoved = { [weak self] in self?.pageDidLeave($0) }
    waysBack.canGoBack = { [weak self] in self?.canGoBack ?? false }
    waysBack.onBack = { [weak self] in self?.goBack() ?? false }
    waysBack.onSwipe = { [weak self] in self?.swipe($0) ?? false }
    waysBack.onSwipeEnd = { [weak self] in self?.stack.endSwipe() }
    backButton.onActivate = { [weak self] in _ = self?.goBack() }
    backButton.onMenu = { [weak self] in self?.openHistory() }
    column?.add(self)
  }

  deinit {}

  var widget: WidgetPointer { stack.widget }

  /// Shows the first pages, without a transition. Called when all of them have their views.
  ///
  /// - Parameters:
  ///   - path: The pages of the path.
  ///   - node: The node of the stack.
  func start(path: [NavigationPage], node: Node) {
    self.node = node
    enter(root)
    setPath(keeping: 0, above: path)
    environmentDidChange()
    reconcile()
    changeLater()
  }

  // MARK: What is shown

  /// Replaces the pages of the path. Removed pages show their last state from now on.
  ///
  /// - Parameters:
  ///   - unchanged: The number of elements at the bottom of the path that stay.
  ///   - new: The pages above those.
  func setPath(keeping unchanged: Int, above new: [NavigationPage]) {
    let old = Array(path[(1 + unchanged)...])
    guard !old.isEmpty || !new.isEmpty else { return }
    path.replaceSubrange((1 + unchanged)..., with: new)
    let staying = Set(new.map(ObjectIdentifier.init))
    for page in old where !staying.contains(ObjectIdentifier(page)) { freeze(page) }
    for page in new where page.navigator == nil { enter(page) }
    changeLater()
  }

  /// Freezes a page and the destinations that it presents: they show their last state from now on.
  private func freeze(_ page: NavigationPage) {
    page.freeze()
    for destination in destinations where destination.presenter === page { freeze(destination) }
  }

  /// Adds a destination that a page presents.
  func present(_ page: NavigationPage) {
    destinations.append(page)
    enter(page)
    changeLater()
  }

  /// Removes a destination, which shows its last state from now on.
  func dismiss(_ page: NavigationPage) {
    guard let index = destinations.firstIndex(where: { $0 === page }) else { return }
    destinations.remove(at: index)
    freeze(page)
    // A page that was never shown has no transition to wait for.
    if !shown.contains(where: { $0 === page }), leaving.values.allSatisfy({ $0 !== page }) {
      leave(page)
    }
    changeLater()
  }

  private func enter(_ page: NavigationPage) {
    page.navigator = self
    page.context.addObserver(self) { [weak self, weak page] in
      if let page { self?.titleDidChange(page) }
    }
  }

  private func leave(_ page: NavigationPage) {
    page.context.removeObserver(self)
    page.navigator = nil
    page.destroy()
  }

  /// The pages in the order in which they are to be shown, from the bottom up: the path, with the
  /// destinations of its pages above it. An element that was pushed by a link in a destination lies
  /// above that destination, and so do the elements after it.
  private var order: [NavigationPage] {
    guard !destinations.isEmpty else { return path }
    var order: [NavigationPage] = []
    var lower: [NavigationPage] = []
    func finish() {
      for page in lower { appendDestinations(of: page, to: &order) }
      lower = []
    }
    for page in path {
      if let origin = page.origin, destinations.contains(where: { $0 === origin }) { finish() }
      order.append(page)
      lower.append(page)
    }
    finish()
    return order
  }

  private func appendDestinations(of page: NavigationPage, to order: inout [NavigationPage]) {
    for destination in destinations where destination.presenter === page {
      order.append(destination)
      appendDestinations(of: destination, to: &order)
    }
  }

  /// Applies all changes of one update together, in one transition.
  private func changeLater() {
    guard !isChanging else { return }
    isChanging = true
    UpdateScheduler.shared.whenSettled { [weak self] in
      guard let self else { return }
      isChanging = false
      reconcile()
      isNew = false
    }
  }

  /// Plans how to get from the shown pages to the wanted ones, and carries out the plan.
  private func reconcile() {
    guard !isDestroyed else { return }
    let order = order
    let unchanged = commonPrefix(shown, order)
    // Plan only from the topmost common page up, so that the cost does not grow with the depth. The
    // root is always common.
    let first = max(unchanged - 1, 0)
    let plan = NavigationPlan(from: OrderedSet(shown[first...]), to: OrderedSet(order[first...]))
    guard !plan.isEmpty else { return }
    shown.replaceSubrange(unchanged..., with: order[unchanged...])
    waysBack.cancelSwipe()
    for page in plan.removed {
      page.freeze()
      if let widget = page.widget { leaving[widget] = page }
    }
    outerContext?.embedded = top.context
    outerContext?.showsPageAboveRoot = shown.count > 1
    backButton.isVisible = shown.count > 1
    updateTooltip()
    stack.apply(
      show: plan.top?.widget,
      transition: isNew ? .none : PageStack.Transition(plan.transition),
      insert: plan.inserted.compactMap(\.widget),
      remove: plan.removed.compactMap(\.widget)
    )
    for page in plan.inserted { titleDidChange(page) }
    if plan.transition != .none, !isNew, !top.context.title.isEmpty {
      Accessibility.announce(top.context.title, from: stack.widget)
    }
  }

  private var top: NavigationPage { shown.last ?? root }

  /// Returns whether a page takes no input: it is not on top, or the state has put another one
  /// above it, which the next update shows. A page below the top takes input again when it is
  /// shown.
  func isCovered(_ page: NavigationPage) -> Bool {
    page !== top || hasNewElement(page) || shown.contains { $0.coverage.isPageComing }
  }

  private func pageDidLeave(_ widget: WidgetPointer) {
    guard let page = leaving.removeValue(forKey: widget) else { return }
    destinations.removeAll { $0 === page }
    leave(page)
  }

  // MARK: Titles

  private func titleDidChange(_ page: NavigationPage) {
    if let widget = page.widget { stack.setLabel(page.context.title, of: widget) }
    updateTooltip()
  }

  private func updateTooltip() {
    backButton.tooltip = shown.dropLast().last?.context.title ?? ""
  }

  /// Takes over the environment of the node: the page that contains the stack may have changed.
  func environmentDidChange() {
    guard let node, outerContext !== node.environment.pageContext else { return }
    leaveOuterContext()
    outerContext = node.environment.pageContext
    outerContext?.contribute(backButton.contribution, owner: backButton, depth: node.depth)
    outerContext?.embedded = top.context
    outerContext?.showsPageAboveRoot = shown.count > 1
  }

  private func leaveOuterContext() {
    if outerContext?.embedded === top.context { outerContext?.embedded = nil }
    outerContext?.showsPageAboveRoot = false
    outerContext?.contribute(nil, owner: backButton)
  }

  // MARK: Back

  /// Whether there is a page above the root.
  var canGoBack: Bool { shown.count > 1 }

  /// Asks for the top page to be removed. Returns whether there is a page above the root.
  func goBack() -> Bool {
    guard shown.count > 1, let top = shown.last else { return false }
    // Input that was meant for what is covered by now is handled, but goes nowhere.
    if !top.coverage.isCovered { top.pop() }
    return true
  }

  /// Reveals the page below while fingers move the top page away. Returns whether there is a page
  /// below.
  private func swipe(_ progress: Double) -> Bool {
    guard shown.count > 1, let below = shown.dropLast().last?.widget else { return false }
    // If the top page cannot follow the fingers, the swipe still pops it on release.
    _ = stack.swipe(to: below, progress: progress)
    return true
  }

  /// Asks for all pages above a page to be removed: pages of the path by popping the lowest of
  /// them, and destinations by dismissing those whose presenting page stays.
  private func goBack(to page: NavigationPage) {
    guard let index = shown.firstIndex(where: { $0 === page }) else { return }
    let above = shown[(index + 1)...]
    let inPath = above.first { $0.presenter == nil }
    let inTree = above.filter { page in
      page.presenter.map { presenter in !above.contains { $0 === presenter } } ?? false
    }
    for page in [inPath].compactMap(\.self) + inTree { page.pop() }
  }

  private func openHistory() {
    guard let node, shown.count > 1 else { return }
    history?.destroy()
    let entries = shown.dropLast().reversed().map { page in
      HistoryMenu.Entry(id: ObjectIdentifier(page), title: page.context.title) {
        [weak self, weak page] in
        if let page { self?.goBack(to: page) }
      }
    }
    let button = backButton.widget
    let isRightToLeft = gtk_widget_get_direction(button) == GTK_TEXT_DIR_RTL
    history = OpenMenu(
      HistoryMenu(entries: entries),
      parent: node,
      on: button,
      x: isRightToLeft ? Double(gtk_widget_get_allocated_width(button)) : 0,
      y: Double(gtk_widget_get_allocated_height(button))
    )
  }

  // MARK: End of life

  func destroy() {
    isDestroyed = true
    history?.destroy()
    history = nil
    waysBack.disconnect()
    leaveOuterContext()
    let all = shown + Array(leaving.values)
    let others = (path + destinations).filter { page in !all.contains { $0 === page } }
    stack.apply(show: nil, transition: .none, remove: all.compactMap(\.widget))
    // From the top down: a page is destroyed before the page that presents it.
    for page in (all + others).reversed() { leave(page) }
    shown = []
    leaving = [:]
    path = []
    destinations = []
  }
}

/// Returns the number of equal elements at the beginning.
func commonPrefix<Element: Equatable>(
  _ old: some RandomAccessCollection<Element>,
  _ new: some RandomAccessCollection<Element>
) -> Int {
  // A loop rather than closures: each call of a main-actor closure checks its executor.
  var (old, new) = (old.makeIterator(), new.makeIterator())
  var count = 0
  while let a = old.next(), let b = new.next(), a == b { count += 1 }
  return count
}

extension PageStack.Transition {
  fileprivate init(_ transition: NavigationPlan<NavigationPage>.Transition) {
    self =
      switch transition {
      case .none: .none
      case .push: .push
      case .pop: .pop
      case .replace: .replace
      }
  }
}

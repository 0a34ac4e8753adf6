import ComposableArchitecture
import GtkKit
import GtkViews

/// The pages of a navigation stack on the screen, and the ways back from them.
///
/// From the bottom up there are the root, the pages of the path, and the destinations that any of these present
/// (``View/navigationDestination(item:destination:)``), each above the page that presents it. Whatever changes in one update,
/// one transition leads to the page that is then on top.
///
/// A way back never changes a page's place: it asks the owner of the state, and the pages follow.
final class PageNavigator {
  /// Pushes a state onto the path, for a link in a page; gives whether the path holds such states.
  var pushState: (_ state: Any, _ origin: NavigationPage) -> Bool = { _, _ in false }
  /// What the path holds, for reports; `nil` for a stack without a path.
  var elementType: Any.Type?

  private let stack = PageStack()
  private let root: NavigationPage
  /// The root, and above it the pages of the path.
  private var path: [NavigationPage]
  /// In the order in which they came.
  private var destinations: [NavigationPage] = []
  /// What is on the screen, from the bottom up.
  private var shown: [NavigationPage] = []
  /// Pages that have left and whose transition runs, found by their widgets.
  private var leaving: [WidgetPointer: NavigationPage] = [:]
  private var isChanging = false
  /// Until the end of the first update, in which the destinations of a deep link come.
  private var isNew = true
  private var isDestroyed = false

  private let backButton = BackButton()
  private let waysBack: WaysBack
  private var history: OpenMenu<HistoryMenu>?
  /// The node of the stack.
  private weak var node: Node?
  /// The page that the stack itself stands on.
  private var outerContext: PageContext?

  /// - Parameter root: The page at the bottom.
  init(root: NavigationPage) {
    self.root = root
    path = [root]
    waysBack = WaysBack(on: stack.widget)
    gtk_widget_set_hexpand(stack.widget, 1)
    gtk_widget_set_vexpand(stack.widget, 1)
    stack.onPageRemoved = { [weak self] in self?.pageDidLeave($0) }
    waysBack.onBack = { [weak self] in self?.goBack() ?? false }
    waysBack.onPeek = { [weak self] in self?.peek($0) ?? false }
    waysBack.onPeekEnd = { [weak self] in self?.stack.endPeek() }
    backButton.onActivate = { [weak self] in _ = self?.goBack() }
    backButton.onMenu = { [weak self] in self?.openHistory() }
  }

  deinit {}

  var widget: WidgetPointer { stack.widget }

  /// Shows the first pages, at once. Called when all of them have their views.
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

  /// Takes other pages of the path. Those that are not among them show their last state from now on.
  ///
  /// - Parameters:
  ///   - unchanged: How many pages at the bottom of the path stay.
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

  /// A page that leaves shows its last state, and so do the destinations that go with it.
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

  /// Takes a destination away; it shows its last state from now on.
  func dismiss(_ page: NavigationPage) {
    guard let index = destinations.firstIndex(where: { $0 === page }) else { return }
    destinations.remove(at: index)
    freeze(page)
    // A page that never came to be shown has no transition to wait for.
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

  /// From the bottom up: the path with the destinations of its pages above it. An element that a link in a destination has pushed
  /// lies above that destination, and so does what comes after it.
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

  /// All changes of one update make one transition.
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

  /// Plans how to get from the pages that are shown to those that are to be shown, and carries the
  /// plan out.
  private func reconcile() {
    guard !isDestroyed else { return }
    let order = order
    let unchanged = commonPrefix(shown, order)
    // What lies below takes no part, however many pages that are; the root always stays.
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

  /// Takes the environment of the node: the stack may stand on another page now.
  func environmentDidChange() {
    guard let node, outerContext !== node.environment.pageContext else { return }
    leaveOuterContext()
    outerContext = node.environment.pageContext
    outerContext?.contribute(backButton.contribution, owner: backButton, depth: node.depth)
    outerContext?.embedded = top.context
  }

  private func leaveOuterContext() {
    if outerContext?.embedded === top.context { outerContext?.embedded = nil }
    outerContext?.contribute(nil, owner: backButton)
  }

  // MARK: Back

  /// Asks for the page on top to be taken away; gives whether there is one above the root.
  private func goBack() -> Bool {
    guard shown.count > 1, let top = shown.last else { return false }
    top.pop()
    return true
  }

  /// Shows something of the page below, while fingers move the one on top away; gives whether there is one.
  private func peek(_ progress: Double) -> Bool {
    guard shown.count > 1, let below = shown.dropLast().last?.widget else { return false }
    // Where the page does not follow, the swipe counts at its end all the same.
    _ = stack.peek(at: below, progress: progress)
    return true
  }

  /// Asks for all pages above one to be taken away: of the path by its lowest, and of destinations by those whose presenting
  /// pages stay.
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
    // From the top down: what a page presents goes before it.
    for page in (all + others).reversed() { leave(page) }
    shown = []
    leaving = [:]
    path = []
    destinations = []
  }
}

/// How many elements at the bottom are the same.
func commonPrefix<Element: Equatable>(
  _ old: some RandomAccessCollection<Element>,
  _ new: some RandomAccessCollection<Element>
) -> Int {
  // In a loop of our own, as closures on the main actor check at each call that they run there.
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

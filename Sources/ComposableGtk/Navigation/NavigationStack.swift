import ComposableArchitecture
import GtkKit
import GtkViews

/// Shows the features of a `StackState` as pages, with the last one on top.
///
/// ```swift
/// NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
///   RootView(store: store)
/// } destination: { store in
///   switch store.case {
///   case .detail(let store): DetailView(store: store)
///   case .edit(let store): EditView(store: store)
///   }
/// }
/// ```
///
/// Any change of the path makes a single transition to the new top page. Pages below the top keep
/// their widgets, and with them the scroll position, the selection and the focus. A new page gives
/// the focus to its first text field.
///
/// The back button of the header bar, Alt+Left, Escape, the back button of the mouse and a swipe
/// all send ``StackAction/popFrom(id:)``. The page is removed only when the state says so. During a
/// swipe the page follows the fingers; it returns if the user cancels the swipe or the state keeps
/// the page. A secondary click or a long press on the back button opens a menu of all pages below.
///
/// The top page provides the title of the window (``View/navigationTitle(_:)``) and the items of
/// the header bar.
///
/// Views in the pages can present further pages with
/// ``View/navigationDestination(item:destination:)``. These lie above the pages of the path.
public struct NavigationStack<State, Action, Root: View, Destination: View>: PrimitiveView {
  @usableFromInline typealias Path = Store<StackState<State>, StackAction<State, Action>>

  @usableFromInline let path: Binding<Path>?
  @usableFromInline let root: Root
  @usableFromInline let destination: (Store<State, Action>) -> Destination
  /// Returns the store of an element. Made where the types are known statically, so that the code
  /// need not look them up at run time.
  @usableFromInline let element: (Path, StackElementID) -> Store<State, Action>?
  @usableFromInline let location: CallerLocation

  /// - Parameters:
  ///   - path: The store of the stack. If two stacks show the same path at the same time, an issue
  ///     is reported.
  ///   - root: The page at the bottom.
  ///   - destination: Makes the page of an element.
  @inlinable
  public init(
    path: Binding<Store<StackState<State>, StackAction<State, Action>>>,
    @ViewBuilder root: () -> Root,
    @ViewBuilder destination: @escaping (Store<State, Action>) -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.path = path
    self.root = root()
    self.destination = destination
    element = { $0.element(id: $1) }
    location = (fileID, filePath, line, column)
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    NavigationStackNode(self, context)
  }
}

extension NavigationStack where State == Never, Action == Never, Destination == EmptyView {
  /// A stack without a path, for pages that its views present with
  /// ``View/navigationDestination(item:destination:)``.
  ///
  /// - Parameter root: The page at the bottom.
  public init(
    @ViewBuilder root: () -> Root,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    path = nil
    self.root = root()
    destination = { _ in EmptyView() }
    element = { _, _ in nil }
    location = (fileID, filePath, line, column)
  }
}

private final class NavigationStackNode<State, Action, Root: View, Destination: View>:
  WidgetNode<NavigationStack<State, Action, Root, Destination>>, StackNode
{
  private typealias ElementHost = ViewHost<ElementPage<State, Action, Destination>>

  /// The page of an element of the path.
  private struct Element {
    let store: Store<State, Action>
    let page: NavigationPage
    let host: ElementHost
  }

  private let navigator: PageNavigator
  private let rootPage = NavigationPage()
  private var rootHost: ViewHost<Root>?
  private var elements: [StackElementID: Element] = [:]
  /// The ids of the elements whose pages the navigator has, in order.
  private var shown: [StackElementID] = []
  /// For elements whose pages have yet to be made: the destination that contains the link which
  /// pushed the element, by the id of the element.
  private var origins: [StackElementID: NavigationPage] = [:]
  /// Retained, so that the scoped store stays the same.
  private var path: Store<StackState<State>, StackAction<State, Action>>?

  init(_ view: NavigationStack<State, Action, Root, Destination>, _ context: NodeContext) {
    navigator = PageNavigator(root: rootPage, column: context.environment.columnContext)
    super.init(view, context, widget: navigator.widget)
    navigator.pushState = { [weak self] state, origin in
      self?.push(state, from: origin) ?? false
    }
    navigator.hasNewElement = { [weak self] in self?.hasNewElement(above: $0) ?? false }
    navigator.elementType = view.path == nil ? nil : State.self
    let rootHost = ViewHost(view.root, environment: environment(of: rootPage), parent: self)
    self.rootHost = rootHost
    rootPage.show(in: rootHost)
    takePath()
    navigator.start(path: makeMissingPages().above, node: self)
  }

  deinit {}

  // MARK: Pages follow the path

  private func takePath() {
    let new = view.path?.wrappedValue
    guard new !== path else { return }
    path = new
    guard new != nil else { return }
    UpdateScheduler.shared.whenSettled { [weak self] in self?.reportIfPathIsTaken() }
  }

  override func reevaluate() {
    let (unchanged, above) = makeMissingPages()
    navigator.setPath(keeping: unchanged, above: above)
  }

  /// Makes pages for new elements, and forgets those of removed elements.
  ///
  /// - Returns: The number of unchanged elements at the bottom, and the pages of those above.
  private func makeMissingPages() -> (unchanged: Int, above: [NavigationPage]) {
    // A closure rather than a key path: in generic code, a key path is made anew each time.
    let ids = tracked { path?.withState { $0.orderedIDs } ?? [] }
    let unchanged = commonPrefix(shown, ids)
    let coming = Set(ids[unchanged...])
    for id in shown[unchanged...] where !coming.contains(id) { elements[id] = nil }
    for id in ids[unchanged...] where elements[id] == nil { elements[id] = makeElement(id) }
    shown.replaceSubrange(unchanged..., with: ids[unchanged...])
    origins = [:]
    return (unchanged, shown[unchanged...].compactMap { elements[$0]?.page })
  }

  private func makeElement(_ id: StackElementID) -> Element? {
    guard let path, let store = view.element(path, id) else { return nil }
    let page = NavigationPage { [weak self] in self?.pop(id) }
    page.element = id
    page.presence = ItemPresence(in: environment) { [weak self] in self?.holds(id) ?? false }
    page.origin = origins[id]
    let host = ElementHost(
      ElementPage(store: store, content: view.destination),
      environment: environment(of: page),
      parent: self
    )
    page.show(in: host)
    return Element(store: store, page: page, host: host)
  }

  override func update(_ view: NavigationStack<State, Action, Root, Destination>) {
    super.update(view)
    takePath()
    rootHost?.update(view.root)
    for element in elements.values {
      element.host.update(ElementPage(store: element.store, content: view.destination))
    }
    reevaluate()
  }

  // MARK: Environment

  private func environment(of page: NavigationPage) -> EnvironmentValues {
    var environment = environment
    environment.pageContext = page.context
    environment.navigationPage = page
    page.coverage.outer = self.environment.coverage
    environment.coverage = page.coverage
    if page !== rootPage {
      environment.itemPresence = page.presence ?? environment.itemPresence
      environment.isPresented = true
      environment.dismiss = DismissAction(owner: page) { [weak page] in page?.pop() }
    }
    return environment
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    navigator.environmentDidChange()
    for page in [rootPage] + elements.values.map(\.page) {
      page.setEnvironment(environment(of: page))
    }
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    // This node itself destroys the hosts' trees and sets their environments.
  }

  // MARK: Actions

  /// Pushes a state onto the path, unless the page that contains the link is covered by now: the
  /// second click of a double click pushes nothing. Returns whether the path holds states of that
  /// type.
  private func push(_ state: Any, from origin: NavigationPage) -> Bool {
    guard let path, let state = state as? State else { return false }
    guard !origin.coverage.isCovered, !path.isInvalid else { return true }
    let id = StackElementID.next()
    if origin.presenter != nil { origins[id] = origin }
    path.send(.push(id: id, state: state))
    return true
  }

  /// Pops an element if the path still contains it. Input that arrives after it is gone is ignored.
  private func pop(_ id: StackElementID) {
    guard let path, holds(id) else { return }
    path.send(.popFrom(id: id))
  }

  private func holds(_ id: StackElementID) -> Bool {
    guard let path, !path.isInvalid else { return false }
    return path.withState { $0.ids.contains(id) }
  }

  /// Returns whether the state has an element that is to lie above a page, which is on top so far.
  private func hasNewElement(above page: NavigationPage) -> Bool {
    guard let path else { return false }
    // Destinations lie above all elements, except those that a link in a destination has pushed.
    if page.presenter != nil { return origins.keys.contains(where: holds) }
    return path.withState { $0.ids.last } != page.element
  }

  // MARK: Misuse

  var pathIdentity: ObjectIdentifier? {
    isDestroyed ? nil : path.map { ObjectIdentifier($0) }
  }

  /// Reports if another stack shows the same path, which is usually a mistake. Both show its pages
  /// nevertheless.
  private func reportIfPathIsTaken() {
    guard let pathIdentity else { return }
    let isTaken = StackNodes.live.contains { $0 !== self && $0.pathIdentity == pathIdentity }
    StackNodes.add(self)
    guard isTaken else { return }
    reportIssue(
      """
      A path of "\(State.self)" is shown by two navigation stacks at the same time. Each of them shows all of its pages, and a \
      way back in one leads back in both.

      Give each stack a path of its own, and each window a store of its own.
      """,
      at: view.location
    )
  }

  // MARK: End of life

  override func freeze() {
    super.freeze()
    for page in [rootPage] + elements.values.map(\.page) { page.freeze() }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    navigator.destroy()
    elements = [:]
    super.destroy()
  }
}

/// The node of a navigation stack, independent of its state type.
private protocol StackNode: AnyObject {
  /// The identity of the path that the stack shows; `nil` if it has none or is destroyed.
  var pathIdentity: ObjectIdentifier? { get }
}

/// All live navigation stacks, for finding a path that is used twice.
private enum StackNodes {
  private struct Entry {
    weak var node: (any StackNode)?
  }

  private static var entries: [Entry] = []

  static var live: [any StackNode] { entries.compactMap(\.node) }

  static func add(_ node: any StackNode) {
    entries.removeAll { $0.node == nil || $0.node === node }
    entries.append(Entry(node: node))
  }
}

/// The page of an element. It evaluates the destination view in a body of its own.
private struct ElementPage<State, Action, Destination: View>: View {
  let store: Store<State, Action>
  let content: (Store<State, Action>) -> Destination

  var body: Destination { content(store) }
}

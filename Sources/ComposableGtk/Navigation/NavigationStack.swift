import CGtk
import ComposableArchitecture
import GtkKit
import GtkViews

/// Shows the features of a ``StackState`` as pages, the last one on top.
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
/// Whatever changes the path, one transition leads to what it says. Pages below the top keep their widgets. The back
/// button of the header bar, Alt+Left, Escape and the back button of the mouse send ``StackAction/popFrom(id:)``; the page goes
/// only when the state says so.
///
/// The page on top gives the window its title (``View/navigationTitle(_:)``) and its items for the header bar.
public struct NavigationStack<State, Action, Root: View, Destination: View>: PrimitiveView {
  let path: Binding<Store<StackState<State>, StackAction<State, Action>>>
  let root: Root
  let destination: (Store<State, Action>) -> Destination

  /// - Parameters:
  ///   - path: The store of the stack.
  ///   - root: The page at the bottom.
  ///   - destination: Makes the page of an element.
  public init(
    path: Binding<Store<StackState<State>, StackAction<State, Action>>>,
    @ViewBuilder root: () -> Root,
    @ViewBuilder destination: @escaping (Store<State, Action>) -> Destination
  ) {
    self.path = path
    self.root = root()
    self.destination = destination
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    NavigationStackNode(self, context)
  }
}

private final class NavigationStackNode<State, Action, Root: View, Destination: View>:
  WidgetNode<NavigationStack<State, Action, Root, Destination>>
{

  private typealias ElementHost = ViewHost<ElementPage<State, Action, Destination>>

  /// A page of the stack.
  private final class Page {
    /// The element that the page shows, `nil` for the root.
    let element: (id: StackElementID, store: Store<State, Action>)?
    let context = PageContext()
    var host: (any PageHost)?

    init(element: (id: StackElementID, store: Store<State, Action>)? = nil) {
      self.element = element
    }
  }

  private let stack: PageStack
  private let rootPage = Page()
  private var rootHost: ViewHost<Root>?
  private var pages: [StackElementID: Page] = [:]
  private var shown: OrderedSet<StackElementID> = []
  /// Pages that have left the path and whose transition runs, found by their widgets.
  private var leaving: [WidgetPointer: Page] = [:]
  private let backButton = BackButton()
  private var connections: [SignalConnection] = []
  /// Listens to the keys of the window that the stack is in.
  private var keyController: EventController?

  init(_ view: NavigationStack<State, Action, Root, Destination>, _ context: NodeContext) {
    let stack = PageStack()
    self.stack = stack
    super.init(view, context, widget: stack.widget)

    gtk_widget_set_hexpand(stack.widget, 1)
    gtk_widget_set_vexpand(stack.widget, 1)
    stack.onPageRemoved = { [weak self] in self?.pageDidLeave($0) }
    backButton.onActivate = { [weak self] in self?.goBack() }
    environment.pageContext?.contribute(backButton.contribution, owner: backButton, depth: depth)
    connectWaysBack()

    let rootHost = ViewHost(view.root, environment: environment(of: rootPage), parent: self)
    self.rootHost = rootHost
    rootPage.host = rootHost
    observeTitle(of: rootPage)
    environment.pageContext?.embedded = rootPage.context
    stack.apply(show: rootHost.widget, transition: .none)
    reevaluate()
  }

  deinit {}

  // MARK: Pages follow the path

  private var store: Store<StackState<State>, StackAction<State, Action>> {
    view.path.wrappedValue
  }

  override func reevaluate() {
    let ids = tracked { store.ids }
    let plan = NavigationPlan(from: shown, to: ids)
    guard !plan.isEmpty else { return }
    shown = ids

    var inserted: [WidgetPointer] = []
    for id in plan.inserted {
      if let page = makePage(id), let widget = page.host?.widget {
        pages[id] = page
        inserted.append(widget)
      }
    }
    var removed: [WidgetPointer] = []
    for id in plan.removed {
      guard let page = pages.removeValue(forKey: id), let host = page.host else { continue }
      // A page on its way out shows its last state.
      host.freeze()
      leaving[host.widget] = page
      removed.append(host.widget)
    }
    let top = plan.top.flatMap { pages[$0] } ?? rootPage
    environment.pageContext?.embedded = top.context
    stack.apply(
      show: top.host?.widget,
      transition: stack.visiblePage == nil ? .none : PageStack.Transition(plan.transition),
      insert: inserted,
      remove: removed
    )
    backButton.isVisible = !ids.isEmpty
    updateTooltip()
  }

  private func makePage(_ id: StackElementID) -> Page? {
    guard let element: Store<State, Action> = store.element(id: id) else { return nil }
    let page = Page(element: (id, element))
    let content = ElementPage(store: element, content: view.destination)
    page.host = ElementHost(content, environment: environment(of: page), parent: self)
    observeTitle(of: page)
    return page
  }

  private func pageDidLeave(_ widget: WidgetPointer) {
    guard let page = leaving.removeValue(forKey: widget) else { return }
    page.context.removeObserver(self)
    page.host?.destroy()
  }

  override func update(_ view: NavigationStack<State, Action, Root, Destination>) {
    super.update(view)
    rootHost?.update(view.root)
    for page in pages.values {
      guard let store = page.element?.store else { continue }
      (page.host as? ElementHost)?.update(ElementPage(store: store, content: view.destination))
    }
    reevaluate()
  }

  // MARK: Environment

  private func environment(of page: Page) -> EnvironmentValues {
    var environment = environment
    environment.pageContext = page.context
    environment.navigation = NavigationContext(elementType: State.self) { [weak self] state in
      guard let self, let state = state as? State else { return false }
      push(state)
      return true
    }
    if let id = page.element?.id {
      environment.isPresented = true
      environment.dismiss = DismissAction(owner: page) { [weak self] in self?.pop(id) }
    }
    return environment
  }

  override func environmentDidChange() {
    environment.pageContext?.embedded = topPage.context
    rootPage.host?.setEnvironment(environment(of: rootPage))
    for page in pages.values { page.host?.setEnvironment(environment(of: page)) }
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    // The hosts' trees are ended and given their environments by this node itself.
  }

  private var topPage: Page {
    shown.last.flatMap { pages[$0] } ?? rootPage
  }

  // MARK: Actions

  private func push(_ state: State) {
    store.send(.push(id: .next(), state: state))
  }

  private func goBack() {
    if let id = shown.last { pop(id) }
  }

  /// Pops a page where it is still in the path: clicks that come after it has left mean nothing any more.
  private func pop(_ id: StackElementID) {
    guard store.withState({ $0.ids.contains(id) }) else { return }
    store.send(.popFrom(id: id))
  }

  // MARK: Ways back

  private func connectWaysBack() {
    let click = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(click, guint(backMouseButton))
    gtk_widget_add_controller(widget, click)
    connections.append(
      Signal.connect(click, "pressed", .click) { [weak self] _, _, _ in self?.goBack() }
    )
    // Keys are heard at the window, so that they work with the focus in the header bar as well. What is nearer
    // to the focus, such as a search entry that Escape empties, comes first.
    connections.append(
      Signal.connect(widget, notify: "root") { [weak self] in self?.rootDidChange() }
    )
  }

  private func rootDidChange() {
    keyController?.remove()
    keyController = nil
    guard let root = gtk_widget_get_root(widget) else { return }
    keyController = EventController.key(on: WidgetPointer(root)) { [weak self] key, modifiers in
      self?.keyPressed(key, modifiers) ?? false
    }
  }

  private func keyPressed(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
    guard !shown.isEmpty, gtk_widget_get_mapped(widget) != 0 else { return false }
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    let backKey = UInt32(isRightToLeft ? GDK_KEY_Right : GDK_KEY_Left)
    let pressed =
      modifiers.rawValue
      & (GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue)
    let isBack =
      (key == UInt32(GDK_KEY_Escape) && pressed == 0)
      || (key == backKey && pressed == GDK_ALT_MASK.rawValue)
    if isBack { goBack() }
    return isBack
  }

  private func observeTitle(of page: Page) {
    page.context.addObserver(self) { [weak self, weak page] in
      if let page { self?.titleDidChange(page) }
    }
    titleDidChange(page)
  }

  private func titleDidChange(_ page: Page) {
    if let widget = page.host?.widget { stack.setLabel(page.context.title, of: widget) }
    updateTooltip()
  }

  private func updateTooltip() {
    let below = shown.dropLast().last.flatMap { pages[$0] } ?? rootPage
    backButton.tooltip = below.context.title
  }

  // MARK: End of life

  override func destroy() {
    guard !isDestroyed else { return }
    environment.pageContext?.embedded = nil
    environment.pageContext?.contribute(nil, owner: backButton)
    for connection in connections { connection.disconnect() }
    keyController?.remove()
    let all = Array(pages.values) + Array(leaving.values) + [rootPage]
    stack.apply(show: nil, transition: .none, remove: all.compactMap { $0.host?.widget })
    for page in all {
      page.context.removeObserver(self)
      page.host?.destroy()
    }
    pages = [:]
    leaving = [:]
    super.destroy()
  }
}

/// The button of the mouse that goes back.
private let backMouseButton = 8

/// The page of an element: the destination view, evaluated in a body of its own.
private struct ElementPage<State, Action, Destination: View>: View {
  let store: Store<State, Action>
  let content: (Store<State, Action>) -> Destination

  var body: Destination { content(store) }
}

/// What a page is shown in, whatever its view's type.
private protocol PageHost: AnyObject {
  var widget: WidgetPointer { get }
  func setEnvironment(_ environment: EnvironmentValues)
  func freeze()
  func destroy()
}

extension ViewHost: PageHost {}

/// The button that leads to the page below.
private final class BackButton {
  var onActivate: () -> Void = {}
  private let reference: ObjectReference

  init() {
    reference = ObjectReference(gtk_button_new_from_icon_name("go-previous-symbolic"))
    Accessibility.setLabel("Back", of: reference.widget)
    isVisible = false
    Signal.connect(reference.widget, "clicked") { [weak self] in self?.onActivate() }
  }

  deinit {}

  var contribution: PageContribution {
    PageContribution(items: [.init(placement: .navigation, widget: reference.widget)])
  }

  var isVisible: Bool {
    get { gtk_widget_get_visible(reference.widget) != 0 }
    set { gtk_widget_set_visible(reference.widget, newValue ? 1 : 0) }
  }

  var tooltip: String = "" {
    didSet {
      if tooltip != oldValue {
        gtk_widget_set_tooltip_text(reference.widget, tooltip.isEmpty ? nil : tooltip)
      }
    }
  }
}

extension PageStack.Transition {
  fileprivate init(_ transition: NavigationPlan<StackElementID>.Transition) {
    self =
      switch transition {
      case .none: .none
      case .push: .push
      case .pop: .pop
      case .replace: .replace
      }
  }
}

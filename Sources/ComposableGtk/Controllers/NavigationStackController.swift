import ComposableArchitecture
import GtkKit
import GtkViews

/// Shows the features of a `StackState` as pages of hand-built widgets, with the last one on top.
///
/// ```swift
/// class AppController: NavigationStackController {
///   private var store: StoreOf<AppFeature>!
///
///   convenience init(store: StoreOf<AppFeature>) {
///     @UIBindable var store = store
///
///     self.init(path: $store.scope(state: \.path, action: \.path)) {
///       RootViewController(store: store)
///     } destination: { store in
///       switch store.case {
///       case .addItem(let store): AddViewController(store: store)
///       case .editItem(let store): EditViewController(store: store)
///       }
///     }
///
///     self.store = store
///   }
/// }
/// ```
///
/// It behaves exactly as a ``NavigationStack`` does: the pages follow the path, and going back
/// sends ``StackAction/popFrom(id:)``. To show it in a window, wrap it in a ``ViewControllerView``.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
open class NavigationStackController: ViewController {
  private let makeHost: (EnvironmentValues) -> any StackHost
  private var host: (any StackHost)?

  /// - Parameters:
  ///   - path: The store of the stack.
  ///   - root: Makes the page at the bottom. Called once.
  ///   - destination: Makes the page of an element. Called once for each element, and again when
  ///     the element's state changes to another case of its enum.
  public init<State, Action>(
    path: UIBinding<Store<StackState<State>, StackAction<State, Action>>>,
    root: @escaping () -> ViewController,
    destination: @escaping (Store<State, Action>) -> ViewController
  ) {
    makeHost = { environment in
      let stack = NavigationStack(path: Binding(path)) {
        ViewControllerView(root)
      } destination: { store in
        ViewControllerView(id: store.caseTag) { destination(store) }
      }
      return ViewHost(stack, environment: environment)
    }
    super.init()
  }

  isolated deinit {
    host?.destroy()
  }

  /// Makes the widget of the stack.
  open override func loadView() -> WidgetPointer {
    var environment = EnvironmentValues()
    environment.pageContext = pageContext
    let host = makeHost(environment)
    self.host = host
    return host.widget
  }

  override var hostedRoot: Node? { host?.root }
}

/// The host of a navigation stack, independent of its state and action types.
private protocol StackHost: AnyObject {
  var widget: WidgetPointer { get }
  var root: Node { get }
  func destroy()
}

extension ViewHost: StackHost {}

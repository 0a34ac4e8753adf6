import ComposableArchitecture
import GtkViews

// Views of older versions of The Composable Architecture, and presentations of other kinds of
// state, with what to use instead.

@available(
  *,
  unavailable,
  message: """
    read the state from the store, which is observed: 'store.count'
    """
)
public struct WithViewStore<State, Action, Content: View>: View {
  public init(
    _ store: Store<State, Action>,
    observe: @escaping (State) -> some Any,
    @ViewBuilder content: @escaping (Store<State, Action>) -> Content
  ) {}
  public var body: some View { EmptyView() }
}

@available(
  *,
  unavailable,
  message: """
    read the state from the store, which is observed: 'store.count'
    """
)
public typealias ViewStore = Store

@available(*, unavailable, message: "a store is observed without it: write the views alone")
public struct WithPerceptionTracking<Content: View>: View {
  public init(@ViewBuilder content: @escaping () -> Content) {}
  public var body: some View { EmptyView() }
}

@available(
  *,
  unavailable,
  message: """
    write 'if let store = store.scope(state: \\.child, action: \\.child) { … }'
    """
)
public struct IfLetStore<State, Action, Content: View>: View {
  public init(
    _ store: Store<State?, Action>,
    @ViewBuilder then content: @escaping (Store<State, Action>) -> Content
  ) {}
  public var body: some View { EmptyView() }
}

@available(
  *,
  unavailable,
  message: """
    write 'ForEach(store.scope(state: \\.rows, action: \\.rows)) { store in … }'
    """
)
public struct ForEachStore<Data, Element, Content: View>: View {
  public init(_ store: Data, @ViewBuilder content: @escaping (MissingName) -> Content)
  where Element == Never {}
  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "write 'switch store.case { … }'")
public struct SwitchStore<Data, Content: View>: View {
  public init(_ store: Data, @ViewBuilder content: @escaping (MissingName) -> Content) {}
  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use 'NavigationStack(path:root:destination:)'")
public struct NavigationStackStore<Data, Root: View, Destination: View>: View {
  public init(
    _ store: Data,
    @ViewBuilder root: () -> Root,
    @ViewBuilder destination: @escaping (MissingName) -> Destination
  ) {}
  public var body: some View { EmptyView() }
}

extension View {
  @available(
    *,
    unavailable,
    message: """
      the state must be an 'AlertState'; for a 'ConfirmationDialogState' use \
      'confirmationDialog', for a feature 'sheet'
      """
  )
  public func alert<State, Action>(_ store: Binding<Store<State, Action>?>) -> AnyView {
    AnyView(self)
  }

  @available(
    *,
    unavailable,
    message: """
      the state must be a 'ConfirmationDialogState'; for an 'AlertState' use 'alert', for a \
      feature 'sheet'
      """
  )
  public func confirmationDialog<State, Action>(
    _ store: Binding<Store<State, Action>?>
  ) -> AnyView {
    AnyView(self)
  }
}

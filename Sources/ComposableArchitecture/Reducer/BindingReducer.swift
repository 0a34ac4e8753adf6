/// Writes the changes that controls make into the state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer
where State == ViewAction.State {
  private let toBindingAction: (Action) -> BindingAction<State>?

  /// Makes a reducer for an action type that is bindable itself.
  public init() where Action == ViewAction {
    let extractor = BindingExtractor<ViewAction>()
    toBindingAction = { extractor.extract(from: $0) }
  }

  /// Makes a reducer for an action type with a case whose actions are bindable:
  /// `BindingReducer(action: \.view)`.
  ///
  /// - Parameter toViewAction: The case.
  public init(action toViewAction: CaseKeyPath<Action, ViewAction>) {
    let path = AnyCasePath(toViewAction)
    let extractor = BindingExtractor<ViewAction>()
    toBindingAction = { path.extract(from: $0).flatMap(extractor.extract) }
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    toBindingAction(action)?.apply(to: &state)
    return .none
  }
}

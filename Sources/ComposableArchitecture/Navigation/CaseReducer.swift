/// A reducer that the ``Reducer()`` macro makes of an enum of features.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Action: CasePathable, Body: Reducer<State, Action> {
  associatedtype State = State
  associatedtype Action = Action
  associatedtype Body = Body
  /// An enum with the store of each case, see ``Store/case``.
  associatedtype CaseScope

  /// The features of all cases.
  @ReducerBuilder<State, Action>
  static var body: Body { get }

  /// Returns the store of the case that the state is in.
  @MainActor
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  public var body: Body { Self.body }
}

/// The state of an enum reducer.
public protocol CaseReducerState<StateReducer>: CasePathable, ObservableState
where StateReducer.State == Self {
  /// The enum reducer.
  associatedtype StateReducer: CaseReducer
}

extension Store
where
  State: CaseReducerState, State.StateReducer.State == State,
  State.StateReducer.Action == Action
{
  /// The store of the feature whose case the state is in, for an exhaustive `switch`:
  ///
  /// ```swift
  /// switch store.case {
  /// case .detail(let store): DetailView(store: store)
  /// case .edit(let store): EditView(store: store)
  /// }
  /// ```
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}

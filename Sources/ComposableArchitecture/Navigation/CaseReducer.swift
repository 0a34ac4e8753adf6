/// A reducer made of an enum of features by the ``Reducer()`` macro.
public protocol CaseReducer<State, Action>: Reducer
where State: CasePathable, Action: CasePathable, Body: Reducer<State, Action> {
  associatedtype State = State
  associatedtype Action = Action
  associatedtype Body = Body
  /// The stores of the cases, see ``Store/case``.
  associatedtype CaseScope

  /// The features of all cases.
  @ReducerBuilder<State, Action>
  static var body: Body { get }

  /// The store of the case that the state is in.
  @MainActor
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  public var body: Body { Self.body }
}

/// The state of an enum reducer.
public protocol CaseReducerState: CasePathable, ObservableState {
  /// The enum reducer.
  associatedtype StateReducer: CaseReducer
}

extension Store
where
  State: CaseReducerState, State.StateReducer.State == State,
  State.StateReducer.Action == Action
{
  /// The store of the feature that the state is in, to switch over exhaustively:
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

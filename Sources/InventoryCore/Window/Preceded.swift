import ComposableArchitecture

extension Reducer {
  /// Runs other reducers before this one, as parts of it.
  ///
  /// What takes pages from a stack has to be a part of the reducer to which `forEach` is applied:
  /// only then are the effects of these pages cancelled.
  func preceded(
    @ReducerBuilder<State, Action> by reducers: () -> some Reducer<State, Action>
  ) -> some Reducer<State, Action> {
    CombineReducers {
      reducers()
      self
    }
  }
}

import DependencyInjection

extension TestStore {
  /// Makes a test store of several reducers, which run one after the other, or of one that is
  /// chosen.
  ///
  /// It is another initializer than that of one reducer, because the compiler infers the types of a
  /// generic reducer only there.
  ///
  /// - Parameters:
  ///   - initialState: The initial state, evaluated with the dependencies in place.
  ///   - reducer: The reducers.
  ///   - prepareDependencies: Changes the dependencies of the reducers and their effects.
  @_disfavoredOverload
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _: Void = ()
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(),
      reducer: reducer,
      withDependencies: prepareDependencies,
      fileID: fileID,
      file: filePath,
      line: line,
      column: column
    )
  }
}

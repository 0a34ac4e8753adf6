extension Reducer {
  /// Integrates a child whose state is a case of the parent's enum state.
  ///
  /// The child runs before the parent. Its effects are cancelled when the state changes its case or
  /// identity. An action that is sent while the state is in another case is reported, and ignored
  /// by the child.
  ///
  /// - Parameters:
  ///   - toCaseState: The case of the state.
  ///   - toCaseAction: The case that holds the child's action.
  ///   - caseReducer: The child's reducer.
  @inlinable
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then caseReducer: () -> Case,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self>
  where State: CasePathable, Case.State == CaseState, Case.Action == CaseAction {
    let path = AnyCasePath(toCaseState)
    return _PartReducer(
      base: self,
      child: caseReducer(),
      key: OperatorKey(toCaseState),
      toChildAction: toCaseAction,
      operation: "ifCaseLet",
      absence: "the state is in another case",
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      read: { path.extract(from: $0) },
      modify: { state, body in
        path.modify(&state, body)
      },
      clear: nil
    )
  }
}

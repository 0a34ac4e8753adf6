extension Reducer {
  /// Integrates a child whose state is optional.
  ///
  /// The child runs before the parent. Its effects are cancelled when its state becomes `nil`, or
  /// changes its case or identity. An action that is sent while the state is `nil` is reported, and
  /// ignored by the child.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional state.
  ///   - toWrappedAction: The case that holds the child's action.
  ///   - wrapped: The child's reducer.
  @inlinable
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self>
  where Wrapped.State == WrappedState, Wrapped.Action == WrappedAction {
    let part = StatePart(toWrappedState)
    return _PartReducer(
      base: self,
      child: wrapped(),
      key: OperatorKey(toWrappedState),
      toChildAction: toWrappedAction,
      operation: "ifLet",
      absence: "the child's state is \"nil\"",
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      read: { $0[keyPath: toWrappedState] },
      modify: { state, body in
        part.modify(&state) { wrapped in
          guard wrapped != nil else { return nil }
          return body(&wrapped!)  // Not nil, by the line above.
        }
      },
      clear: { $0[keyPath: toWrappedState] = nil }
    )
  }

  /// Integrates an alert or a dialog held in optional state, which has no reducer.
  ///
  /// Any of its own actions dismisses it. The case may hold them as they are, or in an enum such as
  /// ``PresentationAction``.
  @_disfavoredOverload
  @inlinable
  public func ifLet<WrappedState: _EphemeralState, WrappedAction>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self> {
    ifLet(
      toWrappedState,
      action: toWrappedAction,
      then: { EmptyReducer<WrappedState, WrappedAction>() },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

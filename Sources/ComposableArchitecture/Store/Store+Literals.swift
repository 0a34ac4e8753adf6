/// Scoping by the case paths that ``CasePathable`` types list.
///
/// The same literals, `\.profile`, lead here and to the overloads that take a ``CaseKeyPath``. A
/// ``CaseKeyPath`` captures the name of its case, so Swift makes it anew at each call, which takes longer
/// than all else; these key paths capture nothing, and are made once. Everything else about them is as
/// told there.
extension Store where Action: CasePathable {
  /// A store of a part of the feature.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction> {
    remembered(state, action) {
      scope(state: state, action: \Case<Action>.[dynamicMember: action])
    }
  }

  /// A store of a part of the feature that is there or not.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    rememberedIfPresent(state, action) {
      scope(
        state: state,
        action: \Case<Action>.[dynamicMember: action],
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  /// A store of a feature that is presented, or not.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, PresentationAction<ChildAction>>>
      & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    rememberedIfPresent(state, action) {
      scope(
        state: state,
        action: \Case<Action>.[dynamicMember: action],
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  /// The stores of the elements of a collection, made as they are asked for.
  public func scope<ElementID: Hashable & Sendable, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ElementID, ElementState>>,
    action: KeyPath<
      Action.AllCasePaths, AnyCasePath<Action, IdentifiedAction<ElementID, ElementAction>>
    > & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _StoreCollection<ElementID, ElementState, ElementAction> {
    _StoreCollection(
      store: scope(state: state, action: action)
        as Store<_, IdentifiedAction<ElementID, ElementAction>>,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

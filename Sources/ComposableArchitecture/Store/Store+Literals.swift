/// Scoping by the case paths of ``CasePathable`` types.
///
/// The same literals, such as `\.profile`, match these overloads and those that take a
/// ``CaseKeyPath``. A ``CaseKeyPath`` captures the name of its case, so Swift makes a new one at
/// each call, which takes longer than everything else. These key paths capture nothing, and are
/// made once.
extension Store where Action: CasePathable {
  /// Returns the store of a part of the feature.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction> {
    remembered(state, action) {
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

  /// Returns the store of an optional part of the feature.
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

  /// Returns the store of a feature that may be presented.
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

  /// Returns the stores of the elements of a collection, which are made when they are read.
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

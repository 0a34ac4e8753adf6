// Overloads of `scope(state:action:)` without the first label.

extension Store {
  /// Returns the store of a part of the feature.
  ///
  /// ```swift
  /// ProfileView(store: store.scope(\.profile, action: \.profile))
  /// ```
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: The case that holds the part's actions.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction> {
    scope(
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns the store of an optional part of the feature.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state.
  ///   - action: The case that holds the part's actions.
  /// - Returns: The store, `nil` if the state is `nil`.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    scope(
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns the store of a feature that may be presented.
  ///
  /// - Parameters:
  ///   - state: The presented state.
  ///   - action: The case that holds its ``PresentationAction``.
  /// - Returns: The store, `nil` if nothing is presented.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    scope(
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns the stores of the elements of a collection, which are made when they are read.
  ///
  /// - Parameters:
  ///   - state: The collection.
  ///   - action: The case that holds its ``IdentifiedAction``.
  public func scope<ElementID: Hashable & Sendable, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ElementID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ElementID, ElementAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _StoreCollection<ElementID, ElementState, ElementAction> {
    scope(
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension Store {
  /// Returns the store of an element of a stack.
  ///
  /// Inlinable, so that code that knows the element's type reads it, which happens after each
  /// action.
  ///
  /// - Parameter id: The element's id.
  /// - Returns: The store, `nil` if the stack has no such element.
  @inlinable
  package func element<ElementState, ElementAction>(
    id: StackElementID
  ) -> Store<ElementState, ElementAction>?
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    elementStore(
      reader: ElementReader(
        id: id,
        read: { $0[id: id] }
      ),
      action: { .element(id: id, action: $0) },
      location: IssueLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    )
  }
}

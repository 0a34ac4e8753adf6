extension Store {
  /// The store of the element of a stack.
  ///
  /// Inlinable, so that the element is read by code that knows its type: it is after each action.
  ///
  /// - Parameter id: The element's id.
  /// - Returns: The store, `nil` where the stack has no such element.
  @inlinable
  package func element<ElementState, ElementAction>(
    id: StackElementID
  ) -> Store<ElementState, ElementAction>?
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    elementStore(
      id: id,
      read: { $0[id: id] },
      elementRevision: {
        $0.assumingMemoryBound(to: StackState<ElementState>.self).pointee.elementRevision(of: id)
      },
      action: { .element(id: id, action: $0) },
      location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    )
  }
}

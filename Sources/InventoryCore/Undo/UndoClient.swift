import ComposableArchitecture

/// What takes changes of the inventory back.
@DependencyClient
public struct UndoClient: Sendable {
  /// Yields what is done from now on through the clients that belong to this one, to be taken back.
  public var madeChanges: @Sendable () -> AsyncStream<InventoryChange> = { .finished }
  /// Takes a change back, unless others stand in the way (``UndoProblem``). The outcome is the
  /// change that takes this back in its turn. Nothing is changed if nobody waits for the end.
  public var takeBack:
    @Sendable (_ change: InventoryChange) -> AsyncThrowingStream<
      TransferEvent<InventoryChange>, any Error
    > = { _ in .finished(throwing: nil) }
}

extension UndoClient {
  /// Takes a change back, and waits for the end.
  ///
  /// - Returns: The change that takes this back in its turn.
  /// - Throws: ``UndoProblem`` if others stand in the way, `CancellationError` if the task is
  ///   cancelled.
  public func revert(_ change: InventoryChange) async throws -> InventoryChange {
    for try await event in takeBack(change) {
      if case .finished(let reverted) = event { return reverted }
    }
    throw CancellationError()
  }
}

extension UndoClient: TestDependencyKey {
  public static let testValue = UndoClient()
}

extension DependencyValues {
  /// What takes changes of the inventory back.
  public var undo: UndoClient {
    get { self[UndoClient.self] }
    set { self[UndoClient.self] = newValue }
  }
}

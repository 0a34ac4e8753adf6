import ComposableArchitecture

/// What takes changes of the inventory back.
@DependencyClient
public struct UndoClient: Sendable {
  /// Yields what is done from now on through the clients that belong to this one, to be taken back.
  public var madeChanges: @Sendable () -> AsyncStream<InventoryChange> = { .finished }
  /// Takes a change back, unless others stand in the way (``UndoProblem``), and returns the change
  /// that takes this back in its turn.
  public var revert: @Sendable (_ change: InventoryChange) async throws -> InventoryChange
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

import InventoryCore

extension UndoClient {
  static func live(_ session: PostgresSession) -> UndoClient {
    UndoClient(
      madeChanges: { session.journal.changes() },
      revert: { change in try await session.write { try await change.revert($0) } }
    )
  }
}

import InventoryCore

extension UndoClient {
  static func live(_ session: InventorySession) -> UndoClient {
    UndoClient(
      madeChanges: { session.journal.changes() },
      revert: { change in try await session.ask { try $0.revert(change) } }
    )
  }
}

import InventoryCore

extension UndoClient {
  static func live(_ session: InventorySession) -> UndoClient {
    UndoClient(
      madeChanges: { session.journal.changes() },
      takeBack: { change in
        .transfer { onProgress in
          try await session.database().revert(change, onProgress: onProgress)
        }
      }
    )
  }
}

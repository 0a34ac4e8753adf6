import InventoryCore

extension UndoClient {
  static func live(_ session: PostgresSession) -> UndoClient {
    UndoClient(
      madeChanges: { session.journal.changes() },
      takeBack: { change in
        .transfer { onProgress in
          try await session.write { try await change.revert($0, onProgress: onProgress) }
        }
      }
    )
  }
}

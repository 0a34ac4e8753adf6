import InventoryCore

extension BackupsClient {
  static func live(_ session: InventorySession) -> BackupsClient {
    BackupsClient(
      all: {
        try await blockingUntilCancelled { try session.source.backups(checkCancellation: $0) }
      },
      backup: { id in
        try await blockingUntilCancelled { try session.source.backup(id, checkCancellation: $0) }
      },
      backUp: {
        try await blocking(.utility) {
          let database = try session.database()
          try database.backUpIfDue()
          // Photos that cannot be removed today are tomorrow.
          try? database.removeOrphanedPhotos()
        }
      },
      restore: { id in
        try await blockingUntilCancelled {
          try session.source.restore(id, checkCancellation: $0)
        }
      },
      checkIntegrity: {
        try await blocking(.utility) { try session.source.database().checkIntegrity() }
      }
    )
  }
}

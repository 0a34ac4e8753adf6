import InventoryCore
import PostgresClient

extension BackupsClient {
  /// The backups of a server are its administrator's, so there is nothing to list or to restore.
  static func live(_ session: PostgresSession) -> BackupsClient {
    BackupsClient(
      areOffered: false,
      all: { [] },
      backup: { _ in nil },
      // What cannot be done today is done tomorrow.
      backUp: { _ = try? await session.ask { try await $0.tidyUp() } },
      restore: { _ in throw InventoryServerError.noBackups(server: session.source.name) },
      // The server itself checks what it reads, and its rules hold for whoever writes.
      checkIntegrity: {}
    )
  }
}

extension Connection {
  /// Removes what is kept for a day only: photos of items that are gone, what takes
  /// changes back, and the ids of writes.
  fileprivate nonisolated func tidyUp() async throws {
    try await execute("DELETE FROM photo WHERE orphaned_at < now() - interval '1 day'")
    try await execute("DELETE FROM undo_item WHERE made_at < now() - interval '1 day'")
    try await execute("DELETE FROM undo_row WHERE made_at < now() - interval '1 day'")
    try await execute("DELETE FROM write WHERE done_at < now() - interval '1 day'")
  }
}

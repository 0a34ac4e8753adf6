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
      backUp: { _ = try? await session.ask { try await $0.execute("SELECT tidy_up()") } },
      restore: { _ in throw InventoryServerError.noBackups(server: session.source.name) },
      // The server itself checks what it reads, and its rules hold for whoever writes.
      checkIntegrity: {}
    )
  }
}

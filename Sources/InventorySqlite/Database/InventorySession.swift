import InventoryCore

/// What the live clients of one window share.
///
/// While the database is not open, everything is answered with the error that tells why. SQLite
/// blocks, so its work is done on threads of its own and never on the main actor.
struct InventorySession: Sendable {
  let source: DatabaseSource
  /// Tells what is done through these clients.
  let journal = ChangeJournal()

  /// The database, for reading.
  ///
  /// - Throws: ``InventoryDatabaseError/fileReplaced(path:)`` if another file has taken its place.
  func database() throws -> InventoryDatabase {
    let database = try source.database()
    try database.checkNotReplaced()
    return database
  }

  /// Asks the database.
  func ask<Value: Sendable>(
    _ body: @escaping @Sendable (InventoryDatabase) throws -> Value
  ) async throws -> Value {
    try await blocking { try body(database()) }
  }

  /// Has the database change something, which is told to the journal.
  func change<Value: Sendable>(
    _ body: @escaping @Sendable (InventoryDatabase, ChangeJournal) throws -> Value
  ) async throws -> Value {
    try await blocking { try body(source.database(), journal) }
  }
}

extension InventoryClients {
  /// The clients of an open database.
  public static func live(_ database: InventoryDatabase) -> InventoryClients {
    live(DatabaseSource(path: database.path, .success(database)) { database })
  }

  /// The clients of a database that may have to be opened again.
  public static func live(_ source: DatabaseSource) -> InventoryClients {
    let session = InventorySession(source: source)
    return InventoryClients(
      backups: .live(session),
      connection: .live(session),
      copying: .live(session),
      items: .live(session),
      locations: .live(session),
      manyItems: .live(session),
      movements: .live(session),
      photos: .live(session),
      sidebar: .live(session),
      stocktake: .live(session),
      transfer: .live(session),
      undo: .live(session)
    )
  }
}

extension ConnectionClient {
  static func live(_ session: InventorySession) -> ConnectionClient {
    ConnectionClient(
      changes: { session.source.changes() },
      // A file is there, or it cannot be read, which whoever reads it is told.
      states: {
        AsyncStream {
          $0.yield(.connected)
          $0.finish()
        }
      },
      rights: { .all },
      reopen: { try await blocking { try session.source.reopen() } }
    )
  }
}

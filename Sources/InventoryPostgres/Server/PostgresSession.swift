import Foundation
import InventoryCore
import PostgresClient

/// What the live clients of one window share.
struct PostgresSession: Sendable {
  let source: PostgresSource
  /// Tells what is done through these clients.
  let journal = ChangeJournal()

  /// Asks the server something that needs no transaction around it.
  func ask<Value>(_ body: (Connection) async throws -> Value) async throws -> Value {
    try await noticingFailures { try await source.pool.withConnection(body) }
  }

  /// Asks the server with several statements, all of which see the inventory as it is at one
  /// moment.
  func read<Value>(_ body: (Connection) async throws -> Value) async throws -> Value {
    try await noticingFailures {
      try await source.pool.transaction(.repeatableRead, readOnly: true, body)
    }
  }

  /// Reads what several statements find, all of which see the inventory as it is at one moment. It
  /// waits for the server once.
  func snapshot(of statements: [SQL]) async throws -> [[Row]] {
    try await ask { try await $0.snapshot(of: statements) }
  }

  /// Reads something. If what keeps it from that passes by itself, everything is read again then.
  private func noticingFailures<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await source.mappingErrors {
      do {
        return try await body()
      } catch let error as PostgresError where error.passes {
        source.listener.noteFailedRead()
        throw error
      }
    }
  }

  /// Changes something in one transaction, and tells the journal once it is there.
  ///
  /// - Parameter body: Changes something, and returns what was done, if that can be taken back. It
  ///   may be called again, after a conflict with others.
  func change<Value>(
    _ body: (Connection) async throws -> (Value, InventoryChange?)
  ) async throws -> Value {
    let (value, change) = try await write(body)
    if let change { journal.add(change) }
    return value
  }

  /// Changes something in one transaction.
  ///
  /// The transaction also writes an id. If the connection is lost while the server commits, the id
  /// says whether it has, once the server answers again: then the change is either there, or it is
  /// made again. It is never made twice.
  ///
  /// - Parameter body: Changes something. It may be called again, after a conflict with others.
  func write<Value>(_ body: (Connection) async throws -> Value) async throws -> Value {
    let id = UUID()
    // A newer program may have changed the tables since this one has connected.
    let first = FirstStatement(
      "INSERT INTO write (id) VALUES (\(id)) RETURNING (\(PostgresSource.versionOfTables))"
    ) { rows in
      guard PostgresSource.knowsTables(ofVersion: try rows.first?.decode(0)) else {
        throw PostgresSource.newerTablesError
      }
    }
    var attempts = 0
    while true {
      var written: Value?
      do {
        return try await source.pool.transaction(first: first) { connection in
          let value = try await body(connection)
          written = value
          return value
        }
      } catch let error as PostgresError {
        if [.permissionDenied, .schemaMissing].contains(error.kind) {
          source.rightsNews.noteRefusal()
        }
        attempts += 1
        guard error.kind == .commitUnknown, attempts < 3 else { throw source.serverError(error) }
      }
      // Who does not wait any more learns what has become of it, too.
      let wasWritten = try await Task { try await self.wasWritten(id) }.value
      if wasWritten, let written { return written }
      try Task.checkCancellation()
    }
  }

  /// Finds out whether a transaction whose answer was lost was committed.
  ///
  /// - Parameter id: What the transaction has written into the table `write`.
  private func wasWritten(_ id: UUID) async throws -> Bool {
    struct NotWritten: Error {}
    let deadline = ContinuousClock.now + Self.settlingTime
    while true {
      do {
        return try await source.pool.transaction { connection in
          // Waits for a transaction with the same id, which may still be going on.
          let isNew =
            try await connection.execute(
              "INSERT INTO write (id) VALUES (\(id)) ON CONFLICT DO NOTHING"
            ) == 1
          // An error takes this transaction back.
          if isNew { throw NotWritten() }
          return true
        }
      } catch is NotWritten {
        return false
      } catch let error as PostgresError {
        let mayAnswerLater =
          error.isTemporary || error.isConflict
          || [.commitUnknown, .locked, .poolExhausted].contains(error.kind)
        guard mayAnswerLater, .now < deadline else {
          throw InventoryServerError.outcomeUnknown(server: source.name)
        }
        try await Task.sleep(for: .milliseconds(200))
      }
    }
  }

  /// How long a change whose answer was lost waits for the server to come back.
  private static let settlingTime: Duration = .seconds(60)
}

extension PostgresError {
  /// Whether the same can succeed a little later without anybody doing anything about it.
  fileprivate var passes: Bool {
    isTemporary || [.poolExhausted, .locked, .interrupted].contains(kind)
  }
}

extension InventoryClients {
  /// The clients of an inventory on a server.
  public static func live(_ source: PostgresSource) -> InventoryClients {
    let session = PostgresSession(source: source)
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

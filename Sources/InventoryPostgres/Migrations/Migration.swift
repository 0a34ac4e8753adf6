import PostgresClient

/// A step from one version of the tables to the next. One that has been released is never edited.
package struct Migration: Sendable {
  /// What it is about, for administrators.
  package let name: String
  /// The statements. The first schema of the search path is that of the inventory.
  package let script: SQL

  package init(name: String, script: SQL) {
    self.name = name
    self.script = script
  }

  /// All, in their order. The version of a database is how many of them it has.
  package static let all = [
    Migration(name: "items, locations and movements", script: InventoryTables.script),
    Migration(name: "what follows from changes", script: InventoryTriggers.script),
    Migration(name: "search", script: SearchTables.script),
    Migration(name: "counts and tags", script: CountTables.script),
    Migration(name: "changes of many items", script: UndoTables.script),
    Migration(name: "notifications", script: NotificationTriggers.script),
    Migration(name: "quantities in millionths", script: QuantityMigration.script),
    Migration(name: "protection", script: ProtectionMigration.script),
    Migration(name: "tidying up", script: TidyMigration.script),
    Migration(name: "natural order", script: NaturalOrderMigration.script),
    Migration(name: "numbers in searches", script: SearchedNumbersMigration.script),
    Migration(name: "lengths", script: LengthMigration.script),
    Migration(name: "texts in one line", script: LineMigration.script),
    Migration(name: "changes of many rows in linear time", script: LinearTriggerMigration.script),
  ]
}

/// Why the tables of a database cannot be used.
package enum MigrationError: Error, Equatable, Sendable {
  /// A newer program has changed them. Nothing is read from them.
  case newer(version: Int, known: Int)
  /// The role may not create what is missing: the owner of the database has to run the program
  /// once.
  case outdated(version: Int, known: Int)
}

/// Brings the tables of an inventory to the version that the program knows.
package enum Migrator {
  /// Brings the tables up to date. Programs that do this at the same time wait for each other.
  ///
  /// - Parameters:
  ///   - connection: A connection of a role that may create what is missing.
  ///   - schema: The schema with the tables. A database can contain several inventories.
  ///   - migrations: What the program knows.
  /// - Throws: ``MigrationError``, or ``PostgresError``. Nothing is changed then.
  package static func migrate(
    _ connection: Connection,
    schema: Identifier = "inventory",
    migrations: [Migration] = Migration.all
  ) async throws {
    if try await version(connection, schema: schema, migrations) == migrations.count { return }
    try await connection.transaction { connection in
      try await lock(schema, connection)
      // Another program may have done it meanwhile.
      let version = try await version(connection, schema: schema, migrations)
      guard version < migrations.count else { return }
      do {
        try await connection.options.askingWhetherItAnswers {
          try await apply(migrations.dropFirst(version), after: version, connection, schema)
        }
      } catch let error as PostgresError where error.kind == .permissionDenied {
        throw MigrationError.outdated(version: version, known: migrations.count)
      }
    }
  }

  /// Waits until no other program changes the tables.
  ///
  /// The server is asked again and again, so that it has something to say while others work.
  private static func lock(_ schema: Identifier, _ connection: Connection) async throws {
    let deadline = ContinuousClock.now + timeout
    var pause = Duration.milliseconds(10)
    while true {
      let isLocked: Bool? = try await connection.value(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('inventory ' || \(schema.name), 0))",
        timeout: connection.options.connectTimeout
      )
      if isLocked == true { return }
      guard .now < deadline else {
        throw PostgresError(.timedOut, "Another program changes the tables for too long.")
      }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(500))
    }
  }

  /// How long one migration may take.
  private static let timeout = Duration.seconds(3_600)

  private static func apply(
    _ migrations: ArraySlice<Migration>,
    after version: Int,
    _ connection: Connection,
    _ schema: Identifier
  ) async throws {
    if version == 0 {
      try await connection.execute(script: "CREATE SCHEMA IF NOT EXISTS \(schema)")
      try await connection.execute(
        script: """
          CREATE TABLE \(schema).migration (
            version int PRIMARY KEY CHECK (version > 0),
            name text NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT now()
          )
          """
      )
    }
    try await connection.execute(script: "SET LOCAL search_path = \(schema), pg_temp")
    for (index, migration) in migrations.enumerated() {
      try await connection.execute(script: migration.script, timeout: timeout)
      try await connection.execute(
        """
        INSERT INTO \(schema).migration (version, name)
        VALUES (\(version + index + 1), \(migration.name))
        """
      )
    }
    try await connection.execute(script: ownFunctions)
  }

  /// Functions of triggers, and those that have the rights of the owner, are for the tables of the
  /// inventory alone. Otherwise anybody could have them work on rows of a temporary table, whose
  /// types and casts run what he likes.
  private static let ownFunctions: SQL = """
    DO $$
    DECLARE
      name regprocedure;
    BEGIN
      FOR name IN
        SELECT oid FROM pg_catalog.pg_proc
        WHERE pronamespace = (
          SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = current_schema()
        )
          AND (prorettype = 'pg_catalog.trigger'::regtype OR prosecdef)
      LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', name);
      END LOOP;
    END $$
    """

  /// The version of the tables, which is 0 if there are none.
  ///
  /// - Throws: ``MigrationError`` if it is newer than what the program knows.
  private static func version(
    _ connection: Connection,
    schema: Identifier,
    _ migrations: [Migration]
  ) async throws -> Int {
    // A server that is asked this and says nothing is as good as away.
    let timeout = connection.options.connectTimeout
    let isThere: Bool? = try await connection.value(
      """
      SELECT EXISTS (
        SELECT FROM pg_catalog.pg_tables
        WHERE schemaname = \(schema.name) AND tablename = 'migration'
      )
      """,
      timeout: timeout
    )
    guard isThere == true else { return 0 }
    let version: Int =
      try await connection.value(
        "SELECT coalesce(max(version), 0) FROM \(schema).migration",
        timeout: timeout
      ) ?? 0
    guard version <= migrations.count else {
      throw MigrationError.newer(version: version, known: migrations.count)
    }
    return version
  }
}

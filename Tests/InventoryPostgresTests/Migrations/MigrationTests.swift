import Foundation
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import TestSupport
import Testing

@Suite struct MigrationTests {
  @Test func `an empty database gets all tables, once`() async throws {
    let connection = try await connectToInventory()
    try await Migrator.migrate(connection)
    #expect(
      try await connection.value("SELECT count(*) FROM migration") == Migration.all.count
    )
  }

  @Test func `programs that migrate at the same time wait for each other`() async throws {
    let options = try await TestServer.shared.value.makeDatabase()
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { try await Migrator.migrate(Connection.connect(options)) }
      }
      try await group.waitForAll()
    }
    let connection = try await Connection.connect(options)
    #expect(
      try await connection.value("SELECT count(*) FROM inventory.migration") == Migration.all.count
    )
  }

  @Test func `a program waits for the migrations of another longer than for an answer`()
    async throws
  {
    let other = try await connectToEmptyDatabase()
    try await other.execute(script: "BEGIN")
    try await other.execute(
      "SELECT pg_advisory_xact_lock(hashtextextended('inventory ' || 'inventory', 0))"
    )
    var options = other.options
    options.answerTimeout = .milliseconds(100)
    let migrating = Task { [options] in
      try await Migrator.migrate(Connection.connect(options))
    }
    // What a transaction sees of other sessions stays what it was.
    let observer = try await Connection.connect(other.options)
    let isLate = try await eventually(within: .seconds(20)) {
      try await observer.value(
        """
        SELECT count(*) = 1 FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE '%pg_try_advisory_xact_lock%'
          AND state = 'idle in transaction' AND clock_timestamp() - xact_start > interval '300 ms'
        """
      ) == true
    }
    #expect(isLate)
    try await other.execute(script: "COMMIT")
    try await migrating.value
    #expect(
      try await other.value("SELECT count(*) FROM inventory.migration") == Migration.all.count
    )
  }

  @Test func `an older program refuses newer tables, and changes nothing`() async throws {
    let connection = try await connectToInventory()
    let newer = Migration.all + [Migration(name: "newer", script: "CREATE TABLE newer ()")]
    try await Migrator.migrate(connection, migrations: newer)
    await #expect(
      throws: MigrationError.newer(version: newer.count, known: Migration.all.count)
    ) {
      try await Migrator.migrate(connection)
    }
  }

  @Test func `a migration that fails changes nothing`() async throws {
    let connection = try await connectToEmptyDatabase()
    let failing = [
      Migration(name: "good", script: "CREATE TABLE good ()"),
      Migration(name: "bad", script: "CREATE TABLE bad (); SELECT 1 / 0"),
    ]
    await #expect(throws: PostgresError.self) {
      try await Migrator.migrate(connection, migrations: failing)
    }
    #expect(try await connection.value("SELECT to_regnamespace('inventory') IS NULL") == true)
  }

  @Test func `a database contains several inventories`() async throws {
    let connection = try await connectToInventory()
    try await Migrator.migrate(connection, schema: "second \"one\"")
    try await connection.execute("INSERT INTO item (id, sku, name) VALUES (\(UUID()), 'a', 'A')")
    let count: Int? = try await connection.value("SELECT count(*) FROM \"second \"\"one\"\"\".item")
    #expect(count == 0)
  }

  @Test(
    arguments: [
      ("INSERT INTO item (id, sku, name) VALUES (gen_random_uuid(), '', 'A')", "item_sku_check"),
      ("INSERT INTO item (id, sku, name) VALUES (gen_random_uuid(), 'a', 'A')", "item_sku"),
      ("INSERT INTO item (id, sku, name) VALUES (gen_random_uuid(), 'b', '')", "item_name"),
      ("UPDATE item SET price_millionths = -1", "item_price"),
      ("UPDATE item SET currency = 'euro'", "item_currency"),
      ("UPDATE item SET location_id = 7", "item_location"),
      ("UPDATE item SET quantity_millionths = 7", "item_quantity_is_sum"),
      (
        "INSERT INTO movement (item_id, reason, delta_millionths) SELECT id, 'used', -9 FROM item",
        "item_quantity"
      ),
      (
        "INSERT INTO movement (item_id, reason, delta_millionths) SELECT id, 'x', 1 FROM item",
        "movement_reason"
      ),
    ] as [(SQL, String)]
  )
  func `the rules hold for whoever writes`(statement: SQL, constraint: String) async throws {
    let connection = try await connectToInventory()
    try await connection.execute("INSERT INTO item (id, sku, name) VALUES (\(UUID()), 'a', 'A')")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.execute(statement)
    }
    guard case .constraint(let broken) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(broken.name == constraint)
  }
}

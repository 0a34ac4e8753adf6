import Foundation
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import TestSupport
import Testing

@Suite struct MigrationTests {
  private func connect() async throws -> Connection {
    let connection = try await connectToEmptyDatabase()
    try await Migrator.migrate(connection)
    try await connection.execute(script: "SET search_path = inventory, public")
    return connection
  }

  @Test func `an empty database gets all tables, once`() async throws {
    let connection = try await connect()
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

  @Test func `an older program refuses newer tables, and changes nothing`() async throws {
    let connection = try await connect()
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
    let connection = try await connect()
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
      ("UPDATE item SET quantity = 7", "item_quantity_is_sum"),
      (
        "INSERT INTO item (id, sku, name, quantity) VALUES (gen_random_uuid(), 'b', 'B', 1)",
        "item_quantity_is_sum"
      ),
      (
        "INSERT INTO movement (item_id, reason, delta) SELECT id, 'used', -9 FROM item",
        "item_quantity"
      ),
      (
        "INSERT INTO movement (item_id, reason, delta) SELECT id, 'x', 1 FROM item",
        "movement_reason"
      ),
    ] as [(SQL, String)]
  )
  func `the rules hold for whoever writes`(statement: SQL, constraint: String) async throws {
    let connection = try await connect()
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

  @Test func `the quantity is the sum of the movements, whatever becomes of them`() async throws {
    let connection = try await connect()
    let id = UUID()
    try await connection.execute("INSERT INTO item (id, sku, name) VALUES (\(id), 'a', 'A')")
    for delta in [5, -2, 4] {
      try await connection.execute(
        "INSERT INTO movement (item_id, reason, delta) VALUES (\(id), 'received', \(delta))"
      )
    }
    #expect(try await connection.value("SELECT quantity FROM item") == 7)
    try await connection.execute("DELETE FROM movement WHERE delta = 4")
    #expect(try await connection.value("SELECT quantity FROM item") == 3)
    try await connection.execute("UPDATE movement SET delta = -1 WHERE delta = -2")
    #expect(try await connection.value("SELECT quantity FROM item") == 4)
    #expect(try await connection.value("SELECT role FROM movement LIMIT 1") == "inventory")
    try await connection.execute("DELETE FROM item")
    #expect(try await connection.value("SELECT count(*) FROM movement") == 0)
  }

  @Test func `items are found by prefixes without case and accents, and by their place`()
    async throws
  {
    let connection = try await connect()
    try await connection.execute("INSERT INTO location (name, path) VALUES ('Büro', 'Büro')")
    try await connection.execute(
      """
      INSERT INTO item (id, sku, name, location_id)
      VALUES (\(UUID()), 'S-1', 'Schraube M6 Kreuzschlitz Édition', 1)
      """
    )
    func isFound(_ words: String) async throws -> Bool? {
      try await connection.value(
        "SELECT count(*) = 1 FROM item WHERE search @@ to_tsquery('simple', folded(\(words)))"
      )
    }
    #expect(try await isFound("schrau:* & EDIT:*") == true)
    #expect(try await isFound("buro:*") == true)
    #expect(try await isFound("raube:*") == false)
    try await connection.execute("UPDATE location SET name = 'Lager', path = 'Lager'")
    #expect(try await isFound("buro:*") == false)
    #expect(try await isFound("lager:*") == true)
  }

  @Test func `names are ordered by the numbers in them`() async throws {
    let connection = try await connect()
    for (index, name) in ["M10", "m9", "Öse", "Ofen", "M2"].enumerated() {
      try await connection.execute(
        "INSERT INTO item (id, sku, name) VALUES (\(UUID()), \("\(index)"), \(name))"
      )
    }
    #expect(
      try await connection.value(
        "SELECT array_agg(name ORDER BY name COLLATE natural_order) FROM item"
      )
        == ["M2", "m9", "M10", "Ofen", "Öse"]
    )
  }

  @Test func `all who listen are told what has changed, with few ids or none`() async throws {
    let connection = try await connect()
    let notifications = try await connection.notifications(on: "inventory:inventory")
    let iterator = notifications.makeAsyncIterator()
    func payload() async throws -> String? {
      guard case .notification(let notification) = try await iterator.next() else { return nil }
      return notification.payload
    }
    let id = UUID()
    try await connection.execute("INSERT INTO item (id, sku, name) VALUES (\(id), 'a', 'A')")
    #expect(try await payload() == "item \(id.uuidString.lowercased())")
    try await connection.execute(
      """
      INSERT INTO item (id, sku, name)
      SELECT gen_random_uuid(), 'n' || n, 'N' FROM generate_series(1, 1000) AS n
      """
    )
    #expect(try await payload() == "item")
    try await connection.execute("UPDATE item SET name = 'x' WHERE false")
    try await connection.execute("DELETE FROM item WHERE id = \(id)")
    #expect(try await payload() == "item \(id.uuidString.lowercased())")
  }
}

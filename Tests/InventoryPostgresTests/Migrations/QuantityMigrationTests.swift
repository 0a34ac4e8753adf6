import Foundation
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import Testing

@Suite struct QuantityMigrationTests {
  /// Connects to an inventory as it was before there were fractions.
  private func connectToOldInventory() async throws -> Connection {
    let connection = try await connectToEmptyDatabase()
    let old = Migration.all.prefix { $0.name != "quantities in millionths" }
    try await Migrator.migrate(connection, migrations: Array(old))
    try await connection.execute(script: "SET search_path = inventory")
    try await connection.execute(
      script: """
        INSERT INTO item (id, sku, name, quantity, reorder_level)
        VALUES (gen_random_uuid(), 'a', 'A', 7, 5), (gen_random_uuid(), 'b', 'B', 7, NULL);
        INSERT INTO movement (item_id, reason, delta) SELECT id, 'used', -3 FROM item;
        INSERT INTO stocktake_count (item_id, counted, expected)
        SELECT id, 6, quantity FROM item WHERE sku = 'a';
        """
    )
    return connection
  }

  private func numbers(_ connection: Connection) async throws -> [String] {
    try await connection.rows(
      """
      SELECT concat_ws(' ', sku, quantity_millionths, reorder_level_millionths,
        counted_millionths, expected_millionths,
        (SELECT array_agg(delta_millionths ORDER BY movement.id)::text FROM movement
         WHERE item_id = item.id))
      FROM item LEFT JOIN stocktake_count ON item_id = item.id ORDER BY sku
      """
    )
    .map { try $0.decode(0) }
  }

  @Test func `all numbers are what they were, and nothing seems to run low`() async throws {
    let connection = try await connectToOldInventory()
    let low: Int? = try await connection.value("SELECT count(*) FROM low_stock")
    try await Migrator.migrate(connection)
    #expect(
      try await numbers(connection) == [
        "a 4000000 5000000 6000000 4000000 {7000000,-3000000}",
        "b 4000000 {7000000,-3000000}",
      ]
    )
    #expect(try await connection.value("SELECT count(*) FROM low_stock") == low)
    #expect(
      try await connection.value("SELECT sum(delta)::bigint FROM tally WHERE kind = 'low'") == 1
    )
    // The triggers do what they did.
    try await connection.execute(
      "INSERT INTO movement (item_id, reason, delta_millionths) SELECT id, 'used', -1500000 FROM item"
    )
    #expect(
      try await connection.value("SELECT array_agg(quantity_millionths) FROM item")
        == [2_500_000, 2_500_000]
    )
    await #expect(throws: PostgresError.self) {
      try await connection.execute("UPDATE item SET quantity_millionths = 1")
    }
  }

  @Test func `numbers that do not fit become the greatest, and the sums are right`() async throws {
    let connection = try await connectToOldInventory()
    try await connection.execute(
      script: """
        INSERT INTO movement (item_id, reason, delta)
        SELECT id, 'counted', 9780306406153 FROM item WHERE sku = 'a';
        INSERT INTO movement (item_id, reason, delta)
        SELECT id, 'counted', 9223372036854775000 FROM item WHERE sku = 'b';
        INSERT INTO movement (item_id, reason, delta)
        SELECT id, 'counted', -9223372036854775000 FROM item WHERE sku = 'b';
        UPDATE item SET reorder_level = 9223372036854775807 WHERE sku = 'a';
        UPDATE stocktake_count SET counted = 9780306406157;
        """
    )
    try await Migrator.migrate(connection)
    let greatest = "9223372036854000000"
    #expect(
      try await numbers(connection) == [
        "a \(greatest) \(greatest) \(greatest) 4000000 {7000000,-3000000,9223372036850000000}",
        "b 4000000 {7000000,-3000000}",
      ]
    )
  }

  @Test func `a program of before that is connected writes nothing`() async throws {
    let connection = try await connectToOldInventory()
    let old = try await connectAgain(connection)
    let statements: [SQL] = [
      "INSERT INTO movement (item_id, reason, delta) SELECT id, 'used', -1 FROM item",
      "INSERT INTO item (id, sku, name, quantity) VALUES (\(UUID()), 'c', 'C', 1)",
      "UPDATE item SET reorder_level = 1",
      "UPDATE stocktake_count SET counted = 1",
    ]
    for statement in statements { try await old.execute(statement) }
    try await Migrator.migrate(connection)
    let numbers = try await numbers(connection)
    for statement in statements {
      await #expect(throws: PostgresError.self) { try await old.execute(statement) }
    }
    #expect(try await self.numbers(connection) == numbers)
  }
}

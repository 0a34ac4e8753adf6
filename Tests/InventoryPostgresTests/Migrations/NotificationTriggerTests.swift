import Foundation
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import Testing

@Suite struct NotificationTriggerTests {
  /// Does something, and returns what is told about it.
  private func payloads(
    _ connection: Connection,
    _ iterator: Notifications.Iterator,
    _ statements: SQL...
  ) async throws -> [String] {
    for statement in statements { try await connection.execute(statement) }
    // Notifications come in the order of the commits.
    try await connection.execute("SELECT pg_notify(channel(), 'end')")
    var payloads: [String] = []
    while case .notification(let told) = try await iterator.next(), told.payload != "end" {
      payloads.append(told.payload)
    }
    return payloads
  }

  private func notifications(_ connection: Connection) async throws -> Notifications {
    let channel: String? = try await connection.value("SELECT channel()")
    return try await connection.notifications(on: Identifier(try #require(channel)))
  }

  @Test func `all who listen are told what has changed, with few ids or none`() async throws {
    let connection = try await connectToInventory()
    let notifications = try await notifications(connection)
    let iterator = notifications.makeAsyncIterator()
    let id = UUID()
    let name = id.uuidString.lowercased()
    let added: SQL = "INSERT INTO item (id, sku, name) VALUES (\(id), 'a', 'A')"
    #expect(try await payloads(connection, iterator, added) == ["item \(name)"])
    #expect(
      try await payloads(
        connection,
        iterator,
        """
        INSERT INTO item (id, sku, name)
        SELECT gen_random_uuid(), 'n' || n, 'N' FROM generate_series(1, 1000) AS n
        """
      ) == ["item"]
    )
    let nothing: SQL = "UPDATE item SET name = 'x' WHERE false"
    #expect(try await payloads(connection, iterator, nothing) == [])
    let deleted: SQL = "DELETE FROM item WHERE id = \(id)"
    #expect(try await payloads(connection, iterator, deleted) == ["item \(name)"])
  }

  @Test func `movements of nothing, counts, photos and emptied tables are told`() async throws {
    let connection = try await connectToInventory()
    let id = UUID()
    let name = id.uuidString.lowercased()
    try await connection.execute("INSERT INTO item (id, sku, name) VALUES (\(id), 'a', 'A')")
    let notifications = try await notifications(connection)
    let iterator = notifications.makeAsyncIterator()
    let movement: SQL = """
      INSERT INTO movement (item_id, reason, delta_millionths) VALUES (\(id), 'counted', 0)
      """
    #expect(try await payloads(connection, iterator, movement) == ["movement \(name)"])
    let count: SQL =
      """
      INSERT INTO stocktake_count (item_id, counted_millionths, expected_millionths)
      VALUES (\(id), 1, 0)
      """
    #expect(try await payloads(connection, iterator, count) == ["stocktake_count \(name)"])
    let photo: SQL = "INSERT INTO photo (item_id, width, height, data) VALUES (\(id), 1, 1, '')"
    #expect(try await payloads(connection, iterator, photo) == ["photo \(name)"])
    let location: SQL = "INSERT INTO location (name) VALUES ('x')"
    #expect(try await payloads(connection, iterator, location) == ["location 1"])
    #expect(
      try await Set(payloads(connection, iterator, "TRUNCATE item CASCADE"))
        == ["item", "movement", "stocktake_count", "photo \(name)"]
    )
  }

  @Test(arguments: [String(repeating: "s", count: 63), String(repeating: "ß", count: 31)])
  func `an inventory in a schema with a long name tells of changes, too`(
    name: String
  ) async throws {
    let connection = try await connectToEmptyDatabase()
    let schema = try Identifier(name)
    try await Migrator.migrate(connection, schema: schema)
    try await connection.execute(script: "SET search_path = \(schema)")
    let notifications = try await notifications(connection)
    let iterator = notifications.makeAsyncIterator()
    let location: SQL = "INSERT INTO location (name) VALUES ('x')"
    #expect(try await payloads(connection, iterator, location) == ["location 1"])
  }
}

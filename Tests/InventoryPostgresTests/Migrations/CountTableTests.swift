import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import Testing

/// The numbers that windows show all the time are what counting would find.
@Suite struct CountTableTests {
  private func connect() async throws -> Connection {
    let connection = try await connectToEmptyDatabase()
    try await Migrator.migrate(connection)
    try await connection.execute(script: "SET search_path = inventory, public")
    return connection
  }

  /// The numbers that differ from what is counted.
  private func differences(_ connection: Connection) async throws -> [String] {
    try await connection.rows(
      """
      WITH counted (kind, key, count) AS (
        SELECT 'items', '', count(*) FROM item HAVING count(*) > 0
        UNION ALL
        SELECT 'low', '', count(*) FROM item
        WHERE quantity_millionths <= reorder_level_millionths HAVING count(*) > 0
        UNION ALL
        SELECT 'location', location_id::text, count(*) FROM item WHERE location_id IS NOT NULL
        GROUP BY location_id
        UNION ALL
        SELECT 'tag', key, count(*)
        FROM (SELECT DISTINCT id, folded(tag) AS key FROM item, unnest(tags) AS tag) AS tags
        GROUP BY key
      ),
      kept AS (
        SELECT kind, key, sum(delta) AS count FROM tally GROUP BY kind, key HAVING sum(delta) <> 0
      )
      SELECT concat_ws(' ', kind, key, counted.count, kept.count)
      FROM counted FULL JOIN kept USING (kind, key)
      WHERE counted.count IS DISTINCT FROM kept.count
      """
    )
    .map { try $0.decode(0) }
  }

  @Test func `the numbers are kept whatever changes the items`() async throws {
    let connection = try await connect()
    try await connection.execute("INSERT INTO location (name) VALUES ('Shed'), ('Attic')")
    let statements: [SQL] = [
      """
      INSERT INTO item
        (id, sku, name, quantity_millionths, reorder_level_millionths, location_id, tags)
      SELECT gen_random_uuid(), 'S' || i, 'Item ' || i, i % 10, CASE WHEN i % 2 = 0 THEN 4 END,
        CASE WHEN i % 3 > 0 THEN i % 3 END, ARRAY['Möbel', 'mobel', 'tag' || i % 5]
      FROM generate_series(1, 60) AS i
      """,
      "UPDATE item SET tags = ARRAY['new', 'tag1'], location_id = 1 WHERE sku < 'S3'",
      "UPDATE item SET reorder_level_millionths = 7 WHERE sku > 'S4'",
      "INSERT INTO movement (item_id, reason, delta_millionths) SELECT id, 'received', 5 FROM item",
      "DELETE FROM item WHERE sku LIKE '%1'",
      "UPDATE item SET tags = '{}' WHERE sku LIKE '%2'",
      "SELECT shorten_tally()",
      "DELETE FROM movement WHERE delta_millionths = 5",
    ]
    for statement in statements {
      try await connection.execute(statement)
      #expect(try await differences(connection) == [])
    }
    #expect(try await connection.value("SELECT count(*) > 10 FROM item") == true)
    try await connection.execute("TRUNCATE item CASCADE")
    #expect(try await differences(connection) == [])
    #expect(try await connection.value("SELECT count(*) FROM item_tag") == 0)
  }

  @Test func `nobody waits for somebody else who adds items`() async throws {
    let options = try await TestServer.shared.value.makeDatabase()
    let sources = (PostgresSource(options), PostgresSource(options))
    let add: SQL = """
      INSERT INTO item (id, sku, name, tags)
      SELECT gen_random_uuid(), id::text, 'x', ARRAY['same'] FROM gen_random_uuid() AS id
      """
    try await sources.0.pool.transaction { connection in
      try await connection.execute(add)
      // The other one has not committed yet.
      try await sources.1.pool.execute(add, timeout: .seconds(10))
    }
    let count: Int? = try await sources.0.pool.withConnection {
      try await $0.value("SELECT sum(delta)::bigint FROM tally WHERE kind = 'tag'")
    }
    #expect(count == 2)
  }

  @Test func `what ran low in the cluster of a backup does not hide what runs low in this one`()
    async throws
  {
    let connection = try await connect()
    try await connection.execute(
      """
      INSERT INTO item (id, sku, name, quantity_millionths, reorder_level_millionths)
      VALUES (gen_random_uuid(), 'S', 'Item', 5, 3)
      """
    )
    try await connection.execute(
      """
      INSERT INTO low_stock (xid, item_id)
      SELECT 1000000000 + i, item.id FROM item, generate_series(1, 2000) AS i
      """
    )
    // Now and then, what is not needed any more goes.
    try await connection.execute(
      script: """
        DO $$ BEGIN
          FOR i IN 1..3000 LOOP
            UPDATE item SET reorder_level_millionths = CASE i % 2 WHEN 0 THEN 3 ELSE 7 END;
          END LOOP;
        END $$
        """
    )
    let restored: Int? = try await connection.value(
      "SELECT count(*) FROM low_stock WHERE xid > 1000000000"
    )
    #expect(restored == 0)
    let own: Int? = try await connection.value(
      "SELECT count(*) FROM low_stock WHERE xid < 1000000000"
    )
    #expect(own ?? 0 > 0)
  }
}

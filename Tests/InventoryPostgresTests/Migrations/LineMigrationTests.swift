import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import Testing

@Suite struct LineMigrationTests {
  @Test func `texts of several lines become lines, unless another one is called so`()
    async throws
  {
    let connection = try await connectToEmptyDatabase()
    let old = Migration.all.prefix { $0.name != "texts in one line" }
    try await Migrator.migrate(connection, migrations: Array(old))
    try await connection.execute(script: "SET search_path = inventory")
    try await connection.execute(
      script: """
        INSERT INTO location (name) VALUES (E'Cold\\n room'), ('Attic'), (E'Attic\\t'), (E'A\\n/ B');
        INSERT INTO location (name, parent_id)
        SELECT 'Box', id FROM location WHERE name LIKE 'Cold%';
        INSERT INTO item (id, sku, name, barcode, unit, tags, location_id)
        SELECT gen_random_uuid(), E'A\\n1', E'Long\\r\\nsaw ', E'1\\n', E'a\\tb',
          ARRAY[E'old\\u2028tool', 'OLD tool', 'x'], id FROM location WHERE name = 'Box';
        INSERT INTO item (id, sku, name) VALUES
          (gen_random_uuid(), E'B\\n', 'Two'), (gen_random_uuid(), 'B', ' Spaces ');
        """
    )
    try await Migrator.migrate(connection)
    let items: [String] = try await connection.rows(
      """
      SELECT concat_ws('|', sku, item.name, barcode, unit, array_to_string(tags, ','), path)
      FROM item LEFT JOIN location ON location.id = location_id ORDER BY sku
      """
    )
    .map { try $0.decode(0) }
    #expect(
      items == ["A 1|Long saw|1|a b|old tool,x|Cold room / Box", "B| Spaces |||", "B\n|Two|||"]
    )
    let locations: [String] = try await connection.rows(
      "SELECT path FROM location ORDER BY path COLLATE \"C\""
    )
    .map { try $0.decode(0) }
    #expect(locations == ["A\n/ B", "Attic", "Attic\t", "Cold room", "Cold room / Box"])
    #expect(
      try await connection.value(
        "SELECT count(*) FROM tally WHERE kind = 'tag' AND key LIKE '%old%tool' HAVING sum(delta) > 0"
      ) != 0
    )
  }
}

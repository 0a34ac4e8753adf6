import Foundation
import PostgresClient
import TestSupport
import Testing

@Suite struct InventoryTriggerTests {
  private func makeItems(_ count: Int, quantity: Int = 0, _ connection: Connection) async throws {
    try await connection.execute(
      """
      INSERT INTO item (id, sku, name, quantity_millionths)
      SELECT gen_random_uuid(), 'sku ' || n, 'name ' || n, \(quantity)
      FROM generate_series(1, \(count)) AS n
      """
    )
  }

  /// How many items have a quantity that is not the sum of their movements.
  private func wrongQuantities(_ connection: Connection) async throws -> Int? {
    try await connection.value(
      """
      SELECT count(*) FROM item WHERE quantity_millionths <>
        (SELECT coalesce(sum(delta_millionths), 0) FROM movement WHERE item_id = item.id)
      """
    )
  }

  // MARK: - Quantities

  @Test func `the quantity is the sum of the movements, whatever becomes of them`() async throws {
    let connection = try await connectToInventory()
    let id = UUID()
    try await connection.execute("INSERT INTO item (id, sku, name) VALUES (\(id), 'a', 'A')")
    for delta in [5, -2, 4] {
      try await connection.execute(
        """
        INSERT INTO movement (item_id, reason, delta_millionths)
        VALUES (\(id), 'received', \(delta))
        """
      )
    }
    #expect(try await connection.value("SELECT quantity_millionths FROM item") == 7)
    try await connection.execute("DELETE FROM movement WHERE delta_millionths = 4")
    #expect(try await connection.value("SELECT quantity_millionths FROM item") == 3)
    try await connection.execute(
      "UPDATE movement SET delta_millionths = -1 WHERE delta_millionths = -2"
    )
    #expect(try await connection.value("SELECT quantity_millionths FROM item") == 4)
    try await connection.execute("DELETE FROM item")
    #expect(try await connection.value("SELECT count(*) FROM movement") == 0)
  }

  @Test func `a statement with several movements of several items adds all of them`() async throws {
    let connection = try await connectToInventory()
    try await makeItems(3, connection)
    // An item gives away what it has only later in the same statement.
    try await connection.execute(
      """
      INSERT INTO movement (item_id, reason, delta_millionths)
      SELECT id, 'received', delta FROM item, unnest(ARRAY[-3, 10, 5]) AS delta
      """
    )
    #expect(
      try await connection.value("SELECT array_agg(quantity_millionths) FROM item") == [12, 12, 12]
    )
    try await connection.execute("UPDATE movement SET delta_millionths = delta_millionths + 1")
    #expect(
      try await connection.value("SELECT array_agg(quantity_millionths) FROM item") == [15, 15, 15]
    )
    try await connection.execute(
      """
      UPDATE movement SET item_id = (SELECT id FROM item WHERE sku = 'sku 1')
      WHERE delta_millionths = 6
      """
    )
    #expect(
      try await connection.value("SELECT array_agg(quantity_millionths ORDER BY sku) FROM item")
        == [27, 9, 9]
    )
    try await connection.execute("DELETE FROM movement WHERE delta_millionths <> 11")
    #expect(
      try await connection.value("SELECT array_agg(quantity_millionths) FROM item") == [11, 11, 11]
    )
    #expect(try await wrongQuantities(connection) == 0)
    try await connection.execute(script: "TRUNCATE movement")
    #expect(
      try await connection.value("SELECT array_agg(quantity_millionths) FROM item") == [0, 0, 0]
    )
    try await connection.execute(script: "TRUNCATE item CASCADE")
  }

  @Test func `an item that is added with a quantity gets a movement of it`() async throws {
    let connection = try await connectToInventory()
    try await makeItems(2, quantity: 4, connection)
    #expect(
      try await connection.value("SELECT array_agg(quantity_millionths) FROM item") == [4, 4]
    )
    #expect(
      try await connection.value(
        "SELECT count(*) FROM movement WHERE reason = 'counted' AND delta_millionths = 4"
      ) == 2
    )
    try await makeItems(0, quantity: 4, connection)
    try await connection.execute(
      "INSERT INTO movement (item_id, reason, delta_millionths) SELECT id, 'used', -1 FROM item"
    )
    #expect(
      try await connection.value("SELECT array_agg(quantity_millionths) FROM item") == [3, 3]
    )
    #expect(try await wrongQuantities(connection) == 0)
  }

  @Test(
    arguments: [
      "SELECT set_config('inventory.is_booking', 'on', false)",
      "SELECT set_config('inventory.is_booked', 'on', false)",
    ] as [SQL]
  )
  func `nobody leaves the sum behind by the settings that triggers use`(
    setting: SQL
  ) async throws {
    let connection = try await connectToInventory()
    try await makeItems(1, quantity: 4, connection)
    try await connection.execute(setting)
    await #expect(throws: PostgresError.self) {
      try await connection.execute("UPDATE item SET quantity_millionths = 9")
    }
    try await connection.execute(setting)
    try await connection.execute(
      "INSERT INTO movement (item_id, reason, delta_millionths) SELECT id, 'used', -1 FROM item"
    )
    #expect(try await wrongQuantities(connection) == 0)
  }

  @Test func `people who book the same items in another order do not stop each other`()
    async throws
  {
    let first = try await connectToInventory()
    try await makeItems(20, first)
    try await withThrowingTaskGroup { group in
      for direction in [1, -1, 1, -1] {
        let connection = try await connectAgain(first)
        group.addTask {
          for _ in 0..<20 {
            try await connection.execute(
              """
              INSERT INTO movement (item_id, reason, delta_millionths)
              SELECT id, 'received', 1 FROM item
              ORDER BY \(direction) * substr(sku, 5)::int
              """
            )
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await first.value("SELECT min(quantity_millionths) = 80 FROM item") == true)
    #expect(try await wrongQuantities(first) == 0)
  }

  @Test func `movements, counts and writes say who did them, and where`() async throws {
    let connection = try await connectToInventory()
    try await connection.execute("SELECT set_config('inventory.machine', 'store room', false)")
    try await makeItems(1, quantity: 2, connection)
    try await connection.execute(
      """
      INSERT INTO stocktake_count (item_id, counted_millionths, expected_millionths)
      SELECT id, 1, 2 FROM item
      """
    )
    try await connection.execute("INSERT INTO write (id) VALUES (gen_random_uuid())")
    try await connection.execute(script: "CREATE ROLE carla_of_the_triggers")
    for table in ["movement", "stocktake_count", "write"] as [Identifier] {
      #expect(
        try await connection.value("SELECT role || ' at ' || machine FROM \(table)")
          == "inventory at store room"
      )
    }
    // The role that the session has taken, as poolers do.
    try await connection.execute(
      script: """
        GRANT USAGE ON SCHEMA inventory TO carla_of_the_triggers;
        GRANT ALL ON ALL TABLES IN SCHEMA inventory TO carla_of_the_triggers;
        SET ROLE carla_of_the_triggers;
        INSERT INTO movement (item_id, reason, delta_millionths) SELECT id, 'used', -1 FROM item;
        RESET ROLE;
        DROP OWNED BY carla_of_the_triggers;
        DROP ROLE carla_of_the_triggers
        """
    )
    #expect(
      try await connection.value("SELECT role FROM movement WHERE delta_millionths = -1")
        == "carla_of_the_triggers"
    )
  }

  // MARK: - Moves and photos

  @Test func `moves of items are written down, each once`() async throws {
    let connection = try await connectToInventory()
    try await makeItems(2, connection)
    try await connection.execute("INSERT INTO location (name) VALUES ('Shelf'), ('Box')")
    try await connection.execute("UPDATE item SET location_id = 1")
    try await connection.execute("UPDATE item SET location_id = 2, name = 'x' WHERE sku = 'sku 1'")
    try await connection.execute("UPDATE item SET location_id = NULL, notes = 'x'")
    try await connection.execute("UPDATE item SET notes = 'y'")
    let moves: [String?]? = try await connection.value(
      """
      SELECT array_agg(
        sku || ': ' || coalesce(origin, '-') || ' to ' || coalesce(destination, '-')
        ORDER BY movement.id, sku)
      FROM movement JOIN item ON item.id = item_id WHERE reason = 'moved' AND delta_millionths = 0
      """
    )
    #expect(
      Set(moves?.compactMap(\.self) ?? [])
        == [
          "sku 1: - to Shelf", "sku 2: - to Shelf", "sku 1: Shelf to Box", "sku 1: Box to -",
          "sku 2: Shelf to -",
        ]
    )
    #expect(moves?.count == 5)
  }

  @Test func `a photo says since when its item is gone, and nothing if it is there again`()
    async throws
  {
    let connection = try await connectToInventory()
    try await makeItems(2, connection)
    try await connection.execute(
      "INSERT INTO photo (item_id, width, height, data) SELECT id, 1, 1, '' FROM item"
    )
    let orphans: SQL = "SELECT count(*) FROM photo WHERE orphaned_at IS NOT NULL"
    try await connection.execute("CREATE TABLE kept AS SELECT id, sku, name FROM item")
    try await connection.execute("DELETE FROM item WHERE sku = 'sku 1'")
    #expect(try await connection.value(orphans) == 1)
    try await connection.execute(
      "INSERT INTO item (id, sku, name) SELECT * FROM kept ON CONFLICT DO NOTHING"
    )
    #expect(try await connection.value(orphans) == 0)
    try await connection.execute(script: "TRUNCATE item CASCADE")
    #expect(try await connection.value(orphans) == 2)
  }

  // MARK: - Locations

  @Test func `the path of a location follows from its names, whatever is written`() async throws {
    let connection = try await connectToInventory()
    try await connection.execute("INSERT INTO location (name, path) VALUES ('House', 'Elsewhere')")
    try await connection.execute("INSERT INTO location (name, parent_id) VALUES ('Room', 1)")
    try await connection.execute("INSERT INTO location (name, parent_id) VALUES ('Shelf', 2)")
    #expect(
      try await connection.value("SELECT array_agg(path ORDER BY id) FROM location")
        == ["House", "House / Room", "House / Room / Shelf"]
    )
    try await connection.execute("UPDATE location SET name = 'Barn', path = 'x' WHERE id = 1")
    try await connection.execute("UPDATE location SET path = 'x' WHERE id = 2")
    #expect(
      try await connection.value("SELECT array_agg(path ORDER BY id) FROM location")
        == ["Barn", "Barn / Room", "Barn / Room / Shelf"]
    )
    try await connection.execute("UPDATE location SET parent_id = NULL WHERE id = 2")
    #expect(
      try await connection.value("SELECT array_agg(path ORDER BY id) FROM location")
        == ["Barn", "Room", "Room / Shelf"]
    )
  }

  @Test(
    arguments: [
      "UPDATE location SET parent_id = 1 WHERE id = 1",
      "UPDATE location SET parent_id = 3 WHERE id = 1",
      "UPDATE location SET parent_id = 4 - id",
    ] as [SQL]
  )
  func `no location is inside itself`(statement: SQL) async throws {
    let connection = try await connectToInventory()
    try await connection.execute("INSERT INTO location (name) VALUES ('a')")
    try await connection.execute("INSERT INTO location (name, parent_id) VALUES ('b', 1)")
    try await connection.execute("INSERT INTO location (name, parent_id) VALUES ('c', 2)")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.execute(statement)
    }
    guard case .constraint(let broken) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(broken.name == "location_is_not_inside_itself")
  }

  @Test func `two moves at the same time put no location into itself`() async throws {
    let first = try await connectToInventory()
    let second = try await connectAgain(first)
    for _ in 0..<20 {
      try await first.execute(script: "TRUNCATE location RESTART IDENTITY CASCADE")
      try await first.execute("INSERT INTO location (name) VALUES ('a'), ('b')")
      await withTaskGroup { group in
        for (connection, child, parent) in [(first, 1, 2), (second, 2, 1)] {
          group.addTask {
            // One of both is refused.
            _ = try? await connection.transaction { connection in
              try await connection.execute(
                "UPDATE location SET parent_id = \(parent) WHERE id = \(child)"
              )
            }
          }
        }
      }
      let paths: [String]? = try await first.value(
        "SELECT array_agg(path ORDER BY path) FROM location"
      )
      #expect(paths == ["a", "a / b"] || paths == ["b", "b / a"])
    }
  }

  @Test func `a location that is added below one that is renamed gets its new path`() async throws {
    let first = try await connectToInventory()
    let second = try await connectAgain(first)
    try await first.execute("INSERT INTO location (name) VALUES ('House')")
    try await first.execute(script: "BEGIN")
    try await first.execute("UPDATE location SET name = 'Barn' WHERE id = 1")
    async let added = second.execute("INSERT INTO location (name, parent_id) VALUES ('Room', 1)")
    // What a transaction sees of other sessions stays what it was.
    let observer = try await connectAgain(first)
    let isWaiting = try await eventually(within: .seconds(60)) {
      try await observer.value(
        """
        SELECT count(*) = 1 FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()
        """
      ) == true
    }
    #expect(isWaiting)
    try await first.execute(script: "COMMIT")
    _ = try await added
    #expect(
      try await first.value("SELECT array_agg(path ORDER BY id) FROM location")
        == ["Barn", "Barn / Room"]
    )
  }
}

import Foundation
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import Testing

/// What triggers do about the rows of a statement grows with the number of these rows, and not with
/// its square. This is told by how many rows all plans have handled, and not by the time.
@Suite(.timeLimit(.minutes(5)))
struct LinearTriggerTests {
  private static let count = 1_000
  /// How many rows the plans of one statement may handle for each of its own. The most that one
  /// needs is 50. With loops in loops it was 6,000.
  private static let limit = 200

  private static let statements: [SQL] = [
    // One row first: its plan is not for many.
    "UPDATE item SET tags = ARRAY['one', 'two'], location_id = 2 WHERE sku = '1'",
    """
    INSERT INTO movement (item_id, reason, delta_millionths)
    SELECT id, 'received', 5 FROM item WHERE sku = '1'
    """,
    "DELETE FROM item WHERE sku = '1'",
    "INSERT INTO item (id, sku, name, quantity_millionths) SELECT gen_random_uuid(), '1', 'x', 4",

    "INSERT INTO movement (item_id, reason, delta_millionths) SELECT id, 'received', 5 FROM item",
    "UPDATE item SET tags = tags || ARRAY['one', 'two']",
    "UPDATE item SET location_id = 2",
    "UPDATE item SET reorder_level_millionths = 1000",
    "UPDATE movement SET delta_millionths = delta_millionths + 1",
    "DELETE FROM movement WHERE delta_millionths = 6",
    "DELETE FROM item",
    """
    INSERT INTO item (id, sku, name, quantity_millionths, tags, location_id)
    SELECT gen_random_uuid(), n::text, 'x', 4, ARRAY['one'], 1
    FROM generate_series(1, 1000) AS n
    """,
  ]

  @Test(arguments: ["auto", "force_custom_plan"])
  func `triggers do as much for each row of a large statement as for one of a small`(
    planning: String
  ) async throws {
    let server = try await TestServer()
    let connection = try await Connection.connect(server.options())
    try await Migrator.migrate(connection)
    try await connection.execute(script: "SET search_path = inventory")
    try await connection.execute("SELECT set_config('plan_cache_mode', \(planning), false)")
    try await connection.execute("INSERT INTO location (name) VALUES ('Shed'), ('Attic')")
    try await connection.execute(
      """
      INSERT INTO item (id, sku, name, quantity_millionths, tags, location_id)
      SELECT gen_random_uuid(), n::text, 'x', 4, ARRAY['one'], 1
      FROM generate_series(1, \(Self.count)) AS n
      """
    )
    try await connection.execute(
      "INSERT INTO photo (item_id, width, height, data) SELECT id, 1, 1, 'x' FROM item"
    )
    // The server writes the plans of statements to its log, also of those in functions. What takes
    // less than a millisecond is left out: it does not handle thousands of rows.
    try await connection.execute(
      script: """
        ANALYZE;
        LOAD 'auto_explain';
        SET auto_explain.log_min_duration = 1;
        SET auto_explain.log_nested_statements = on;
        SET auto_explain.log_analyze = on;
        SET auto_explain.log_timing = off;
        SET log_min_messages = log;
        """
    )
    let log = try FileHandle(forReadingFrom: URL(filePath: server.folder).appending(path: "log"))
    try log.seekToEnd()
    for statement in Self.statements {
      let changed = try await connection.execute(statement)
      let plans = String(decoding: try log.readToEnd() ?? Data(), as: UTF8.self)
      let handled = Self.handledRows(plans)
      if changed > 1 {
        #expect(changed >= Self.count, "\(statement)")
        #expect(handled >= changed, "\(statement)")
        #expect(handled < Self.limit * changed, "\(handled) rows: \(statement)")
      }
    }
    let wrong: Int? = try await connection.value(
      "SELECT count(*) FROM item WHERE quantity_millionths <> 4"
    )
    #expect(wrong == 0)
  }

  /// How many rows the nodes of plans have passed on or left out.
  static func handledRows(_ log: String) -> Int {
    var sum = 0.0
    var loops = 0.0
    for line in log.split(separator: "\n") {
      if let match = line.firstMatch(of: /actual rows=([0-9.]+) loops=([0-9]+)/) {
        loops = Double(match.2) ?? 0
        sum += (Double(match.1) ?? 0) * loops
      } else if let match = line.firstMatch(of: /Rows Removed by [A-Za-z ]+: ([0-9.]+)/) {
        sum += (Double(match.1) ?? 0) * loops
      }
    }
    return Int(sum)
  }
}

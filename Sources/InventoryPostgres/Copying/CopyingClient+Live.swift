import Foundation
import InventoryCore
import PostgresClient

extension CopyingClient {
  static func live(_ session: PostgresSession) -> CopyingClient {
    CopyingClient(
      recordCount: {
        try await session.ask {
          try await $0.value(
            """
            SELECT (SELECT count(*) FROM location) + (SELECT count(*) FROM item)
              + (SELECT count(*) FROM movement) + (SELECT count(*) FROM stocktake_count)
              + (SELECT count(*) FROM photo WHERE orphaned_at IS NULL)
            """
          ) ?? 0
        }
      },
      read: { pass in
        try await session.read { try await $0.readRecords(pass) }
      },
      fill: { reader in
        try await session.write { connection in
          // Others may read meanwhile.
          try await connection.execute(
            script: "LOCK TABLE location, item, movement, photo, stocktake_count IN EXCLUSIVE MODE"
          )
          let isEmpty: Bool? = try await connection.value(
            "SELECT NOT EXISTS (SELECT FROM item) AND NOT EXISTS (SELECT FROM location)"
          )
          guard isEmpty == true else { throw CopyingProblem.notEmpty }
          try await connection.collectMovements()
          let sent = try await reader { try await connection.write($0) }
          try await connection.addCollectedMovements()
          try await connection.goOnAfterRecords()
          var written = InventoryDigest()
          for try await records in connection.records() { written.add(records) }
          guard written == sent else { throw CopyingProblem.different }
          return written
        }
      }
    )
  }
}

extension Connection {
  /// Reads everything, and passes it on in parts.
  fileprivate nonisolated func readRecords(
    _ pass: @Sendable (InventoryRecords) async throws -> Void
  ) async throws -> InventoryDigest {
    var digest = InventoryDigest()
    for try await records in records() {
      try Task.checkCancellation()
      digest.add(records)
      try await pass(records)
    }
    return digest
  }

  /// Makes the table in which movements wait until all of them are there. In between, the sum of
  /// those of an item could be negative, if a movement was taken back.
  fileprivate nonisolated func collectMovements() async throws {
    try await execute("CREATE TEMPORARY TABLE copied_movement (LIKE movement) ON COMMIT DROP")
  }

  fileprivate nonisolated func addCollectedMovements() async throws {
    try await execute(
      script: "CREATE INDEX ON pg_temp.copied_movement (item_id); ANALYZE pg_temp.copied_movement",
      timeout: .seconds(3_600)
    )
    // All movements of some items at a time, so that the memory that a statement needs is bounded.
    var last: UUID?
    while true {
      try Task.checkCancellation()
      let end: UUID? = try await value(
        """
        SELECT item_id FROM (
          SELECT DISTINCT item_id FROM pg_temp.copied_movement
          WHERE \(last)::uuid IS NULL OR item_id > \(last) ORDER BY item_id LIMIT \(ImportPlan.step)
        ) AS part ORDER BY item_id DESC LIMIT 1
        """,
        timeout: .seconds(600)
      )
      guard let end else { return }
      try await execute(
        """
        INSERT INTO movement OVERRIDING SYSTEM VALUE
        SELECT * FROM pg_temp.copied_movement
        WHERE item_id <= \(end) AND (\(last)::uuid IS NULL OR item_id > \(last)) ORDER BY id
        """,
        timeout: .seconds(3_600)
      )
      last = end
    }
  }

  /// Makes what is added from now on get numbers after those that were copied.
  fileprivate nonisolated func goOnAfterRecords() async throws {
    try await execute("SELECT go_on_after_rows()")
    try await execute("SELECT shorten_tally()")
    // The server does not know yet how many there are.
    for table in ["location", "item", "movement", "photo"] as [SQL] {
      try await execute("ANALYZE \(table)", timeout: .seconds(600))
    }
  }
}

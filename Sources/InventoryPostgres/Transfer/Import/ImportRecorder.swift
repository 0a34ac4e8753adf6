import InventoryCore
import PostgresClient

/// Remembers what an import does, for it to be taken back, unless that is too much.
struct ImportRecorder {
  /// How many items may be changed. What has become of each is kept in memory.
  static let limit = 5_000
  /// How many items may be added. A copy of them is kept on the server.
  static let addedLimit = 100_000

  private let lastLocation: Int64
  /// The items that were there, as they were, with their movements.
  private let items: [Item]
  private let movements: [Item.ID: [Movement]]

  /// Reads what a plan is about to change.
  ///
  /// - Parameter summary: What would be done.
  /// - Returns: `nil` if that is nothing, or too much.
  init?(_ summary: ImportSummary, _ connection: Connection) async throws {
    guard summary.added + summary.updated > 0, summary.added <= Self.addedLimit,
      summary.updated <= Self.limit
    else { return nil }
    let changed: [Item.ID] = try await connection.rows(
      "SELECT item_id FROM pg_temp.import_plan WHERE outcome = 'updated' ORDER BY n"
    )
    .map { try $0.decode(0) }
    lastLocation = try await connection.lastLocationNumber()
    items = try await connection.items(where: "item.id = ANY (\(changed))")
    movements = try await connection.movements(ofItems: changed)
  }

  /// What has been done.
  ///
  /// - Parameters:
  ///   - summary: What is told of it.
  ///   - record: Keeps the items that were added.
  func change(
    _ summary: ImportSummary,
    _ record: ManyItemsRecord,
    _ connection: Connection
  ) async throws -> InventoryChange? {
    var added: ManyItemsReversal?
    if summary.added > 0 {
      // The server may take a table that was emptied for one that is empty, and look for each of
      // its items among all rows. With an index, that does not take long.
      try await connection.execute(script: "CREATE INDEX ON pg_temp.import_row (id)")
      added = try await ManyItemsWriter(record, connection).recordAdded(
        """
        id IN (
          SELECT row.id FROM pg_temp.import_plan AS plan
            JOIN pg_temp.import_row AS row ON row.n = plan.n WHERE plan.outcome = 'added'
        )
        """
      )
    }
    var changes: [ItemChange] = []
    let present = try await connection.movements(ofItems: items.map(\.id))
    let current = try await connection.items(where: "item.id = ANY (\(items.map(\.id)))")
    let currentByID = Dictionary(current.map { ($0.id, $0) }) { first, _ in first }
    for item in items {
      guard let after = currentByID[item.id] else { continue }
      let new = Set(present[item.id] ?? []).subtracting(movements[item.id] ?? [])
      guard item != after || !new.isEmpty else { continue }
      changes.append(
        .changed(before: item, after: after, added: new.sorted { $0.id < $1.id }, removed: [])
      )
    }
    guard added != nil || !changes.isEmpty else { return nil }
    return InventoryChange(
      .imported(summary),
      changes,
      added: added,
      locations: try await LocationChange(madeForItemsAfter: lastLocation, connection)
    )
  }
}

extension Connection {
  /// The movements of several items, the oldest first.
  fileprivate nonisolated func movements(
    ofItems ids: [Item.ID]
  ) async throws -> [Item.ID: [Movement]] {
    guard !ids.isEmpty else { return [:] }
    let rows = try await rows(
      """
      SELECT \(Self.movementFields), movement.item_id FROM movement
      WHERE item_id = ANY (\(ids)) ORDER BY id
      """
    )
    return try Dictionary(grouping: rows) { try $0.decode("item_id", as: Item.ID.self) }
      .mapValues { try $0.map { try Movement($0) } }
  }
}

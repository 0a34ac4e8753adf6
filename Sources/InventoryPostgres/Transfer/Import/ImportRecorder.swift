import InventoryCore
import PostgresClient

/// Remembers what an import does, for it to be taken back, unless that is too much.
struct ImportRecorder {
  /// How many items may be added or changed. What has become of each is kept in memory.
  static let limit = 5_000

  private let lastLocation: Int64
  /// The items that were there, as they were, with their movements.
  private let items: [Item]
  private let movements: [Item.ID: [Movement]]
  private let added: [Item.ID]

  /// Reads what a plan is about to change.
  ///
  /// - Returns: `nil` if that is nothing, or too much.
  init?(_ connection: Connection) async throws {
    let rows = try await connection.rows(
      """
      SELECT plan.outcome = 'added', coalesce(plan.item_id, row.id)
      FROM pg_temp.import_plan AS plan JOIN pg_temp.import_row AS row ON row.n = plan.n
      WHERE plan.outcome IN ('added', 'updated') ORDER BY plan.n LIMIT \(Self.limit + 1)
      """
    )
    .map { try (isNew: $0.decode(0, as: Bool.self), id: $0.decode(1, as: Item.ID.self)) }
    guard !rows.isEmpty, rows.count <= Self.limit else { return nil }
    added = rows.filter(\.isNew).map(\.id)
    let changed = rows.filter { !$0.isNew }.map(\.id)
    lastLocation = try await connection.lastLocationNumber()
    items = try await connection.items(where: "item.id = ANY (\(changed))")
    movements = try await connection.movements(ofItems: changed)
  }

  /// What has been done.
  ///
  /// - Parameter summary: What is told of it.
  func change(_ summary: ImportSummary, _ connection: Connection) async throws -> InventoryChange? {
    let newMovements = try await connection.movements(ofItems: added)
    var changes = try await connection.items(where: "item.id = ANY (\(added))").map { item in
      ItemChange.added(item, movements: newMovements[item.id] ?? [])
    }
    let present = try await connection.movements(ofItems: items.map(\.id))
    let current = try await connection.items(where: "item.id = ANY (\(items.map(\.id)))")
    let currentByID = Dictionary(current.map { ($0.id, $0) }) { first, _ in first }
    for item in items {
      guard let after = currentByID[item.id] else { continue }
      let added = Set(present[item.id] ?? []).subtracting(movements[item.id] ?? [])
      guard item != after || !added.isEmpty else { continue }
      changes.append(
        .changed(before: item, after: after, added: added.sorted { $0.id < $1.id }, removed: [])
      )
    }
    guard !changes.isEmpty else { return nil }
    return InventoryChange(
      .imported(summary),
      changes,
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

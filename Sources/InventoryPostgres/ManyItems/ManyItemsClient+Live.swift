import Foundation
import InventoryCore
import PostgresClient

extension ManyItemsClient {
  static func live(_ session: PostgresSession) -> ManyItemsClient {
    ManyItemsClient(
      missing: { ids, query in
        let found = try await session.ask { connection in
          try await connection.rows(
            "SELECT id FROM item WHERE id = ANY (\(Array(ids))) AND \(query.condition)"
          )
          .map { try $0.decode(0, as: Item.ID.self) }
        }
        return ids.subtracting(found)
      },
      summary: { items in try await session.read { try await $0.summary(of: items) } },
      change: { items, change in
        .transfer { onProgress in
          let record = ManyItemsRecord(session.source.pool)
          return try await session.change { connection in
            let writer = ManyItemsWriter(record, connection, onProgress: onProgress)
            if case .move(let path) = change {
              try await connection.lockLocations(toMake: LocationPath(path))
            }
            let count = try await writer.select(items.condition)
            let (changed, reversal) = try await writer.perform(change)
            let missing = items.namedCount.map { max($0 - count, 0) } ?? 0
            return (
              ManyItemsOutcome(changed: changed, missing: missing),
              reversal.map {
                InventoryChange(.many(change.kind, count: changed), reversal: $0)
              }
            )
          }
        }
      },
      export: { items, file, options in
        .transfer { onProgress in
          let file = try ItemExport(file.path(percentEncoded: false), options)
          return try await session.read { connection in
            try await file.write(items.condition, connection, onProgress: onProgress)
          }
        }
      }
    )
  }
}

extension Connection {
  /// How many tags are told of many items.
  private static let shownTags = 50

  /// What there is to know about items before something is done to them.
  fileprivate nonisolated func summary(of items: SelectedItems) async throws -> ManyItemsSummary {
    let row = try await rows(
      """
      SELECT count(*), count(stocktake_count.item_id), count(photo.item_id),
        min(quantity_millionths)
      FROM item LEFT JOIN stocktake_count ON stocktake_count.item_id = item.id
        LEFT JOIN photo ON photo.item_id = item.id WHERE \(items.condition)
      """
    ).first
    // As the first of the items has it: the key is without case and accents.
    let tags = try await rows(
      """
      SELECT (array_agg(item_tag.name ORDER BY item.created_at, item.id))[1], count(*)
      FROM item_tag JOIN item ON item.id = item_tag.item_id WHERE \(items.condition)
      GROUP BY tag_key ORDER BY count(*) DESC, tag_key LIMIT \(Self.shownTags)
      """
    )
    .map { try Tag(name: $0.decode(0), itemCount: $0.count(1)) }
    let count = try row?.count(0) ?? 0
    return ManyItemsSummary(
      count: count,
      missing: items.namedCount.map { max($0 - count, 0) } ?? 0,
      counted: try row?.count(1) ?? 0,
      withPhoto: try row?.count(2) ?? 0,
      leastQuantity: try row?.decode(3),
      tags: tags.sortedNaturally(by: \.name)
    )
  }
}

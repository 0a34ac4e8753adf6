import Foundation
import InventoryCore
import PostgresClient

/// Items by what people scan, type or look at.
extension Connection {
  /// The item with a SKU, or else the only one whose SKU differs in capitals of ASCII alone.
  nonisolated func item(skuInAnyCase sku: String) async throws -> Item? {
    let items = try await items(where: "lower(item.sku) = lower(\(sku) COLLATE \"C\")", limit: 3)
    if let exact = items.first(where: { $0.sku == sku }) { return exact }
    return items.count == 1 ? items[0] : try await self.items(where: "item.sku = \(sku)").first
  }

  /// The SKUs of items that have the same letters as some texts, and perhaps others.
  ///
  /// - Complexity: O(*n* log *m*) for *n* texts and *m* items, from an index.
  nonisolated func skus(like texts: [String]) async throws -> [String] {
    let keys = texts.map(\.naturalKeysOfSameLetters)
    return try await rows(
      """
      SELECT DISTINCT item.sku
      FROM unnest(\(keys.map(\.lowerBound)), \(keys.map(\.upperBound))) AS wanted (first, last)
        JOIN item ON item.sku_key >= wanted.first COLLATE "C"
          AND item.sku_key < wanted.last COLLATE "C"
      """
    )
    .map { try $0.decode(0) }
  }

  /// The items that may be meant by what was scanned or typed: those with it as their barcode, or
  /// else the one with it as its SKU, or else those in which the search finds it.
  nonisolated func matches(_ text: String, limit: Int = 20) async throws -> ItemMatches {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return ItemMatches() }
    // The second condition lets the server use the index, which has no empty barcodes.
    let scanned = try await items(where: "item.barcode = \(text) AND item.barcode <> ''")
    guard scanned.isEmpty else { return ItemMatches(exact: scanned) }
    let exact = try await items(where: "item.sku = \(text)")
    guard exact.isEmpty else { return ItemMatches(exact: exact) }
    let similar = try await firstPage(ItemQuery(searchText: text), limit).rows
    let sameSku = similar.filter { $0.sku.folded == text.folded }
    return sameSku.isEmpty ? ItemMatches(similar: similar) : ItemMatches(exact: sameSku)
  }

  /// Some of the items that have something in common with another one, as links from its page.
  ///
  /// - Parameters:
  ///   - id: The identity of the item. If there is none, there is nothing in common.
  ///   - limit: How many items of each kind to return at most.
  nonisolated func relatedItems(to id: Item.ID, limit: Int = 5) async throws -> RelatedItems {
    let atSamePlace: SQL = """
      item.location_id = (SELECT location_id FROM item WHERE id = \(id)) AND item.id <> \(id)
      """
    let neighbours: SQL = """
      SELECT item.id FROM item WHERE \(atSamePlace)
      ORDER BY \(ItemOrdering(.name).order) LIMIT \(limit)
      """
    // The index has the items by tag, so that a tag of half of all items takes no longer.
    let withSameTag: SQL = """
      item.id IN (
        SELECT other.item_id FROM (
          SELECT folded(tag) AS key FROM item CROSS JOIN unnest(tags) AS tag WHERE id = \(id)
        ) AS own
        CROSS JOIN LATERAL (
          SELECT item_id FROM item_tag
          WHERE tag_key = own.key AND item_id <> \(id)
            AND item_id <> ALL (ARRAY(\(neighbours)))
          ORDER BY item_id LIMIT \(limit)
        ) AS other
        GROUP BY other.item_id ORDER BY other.item_id LIMIT \(limit)
      )
      """
    let rows = try await snapshot(
      of: [
        Self.statementForItems(where: atSamePlace, limit: limit),
        Self.statementForItems(where: withSameTag),
      ]
    )
    return try RelatedItems(
      atSamePlace: rows[0].map { try Item($0) },
      withSameTag: rows[1].map { try Item($0) }
    )
  }

  /// The tags that most items have, ordered by name.
  ///
  /// - Parameter limit: How many tags there are at most.
  nonisolated func tags(limit: Int = 500) async throws -> [Tag] {
    try Self.tags(await rows(Self.statementForTags(limit: limit)))
  }

  static func statementForTags(limit: Int = 500) -> SQL {
    """
    SELECT coalesce(
        (SELECT name FROM item_tag WHERE tag_key = counted.key ORDER BY item_id LIMIT 1), key
      ), count
    FROM (
      SELECT key, sum(delta)::bigint AS count FROM tally WHERE kind = 'tag'
      GROUP BY key HAVING sum(delta) > 0 ORDER BY count DESC, key LIMIT \(limit)
    ) AS counted
    """
  }

  /// - Parameter rows: What ``statementForTags(limit:)`` has found.
  static func tags(_ rows: [Row]) throws -> [Tag] {
    try rows.map { Tag(name: try $0.decode(0), itemCount: try $0.count(1)) }
      .sortedNaturally(by: \.name)
  }

  /// The items that have run low since a time that an item ran low: because some were taken, or
  /// because their reorder level was raised.
  ///
  /// - Parameters:
  ///   - event: The time up to which somebody knows already; `nil` to begin with the latest one.
  ///   - limit: How many items are returned at most.
  nonisolated func lowStock(since event: LowStock.Event?, limit: Int = 5) async throws -> LowStock {
    // Later transactions may be followed by earlier ones that still go on.
    let latest: Int64? = try await value(
      """
      SELECT coalesce(max(xid), 0) FROM low_stock
      WHERE xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      """
    )
    guard let latest, let event, event < latest else {
      return LowStock(latestEvent: latest ?? 0)
    }
    let condition: SQL = """
      item.quantity_millionths <= item.reorder_level_millionths
        AND item.id IN (SELECT item_id FROM low_stock WHERE xid > \(event) AND xid <= \(latest))
      """
    return LowStock(
      latestEvent: latest,
      items: try await items(where: condition, limit: limit),
      count: try await value("SELECT count(*) FROM item WHERE \(condition)")
    )
  }

  /// The SKU with the next number that no item has.
  nonisolated func nextSku(_ pattern: SkuPattern) async throws -> String {
    pattern.sku(pattern.number(after: try await largestNumber(pattern)))
  }

  /// The largest number of a pattern that a SKU has, if any has one.
  nonisolated func largestNumber(_ pattern: SkuPattern) async throws -> Int? {
    // Only the SKUs with the beginning are read. The last character of Unicode comes after all
    // others.
    let (prefix, suffix) = (pattern.prefix, pattern.suffix)
    return try await value(
      """
      SELECT coalesce(
        max(CASE WHEN digits ~ '^[0-9]{1,18}$' THEN digits::bigint END), -1
      ) FROM (
        SELECT substr(
            sku, length(\(prefix)) + 1,
            greatest(length(sku) - length(\(prefix)) - length(\(suffix)), 0)
          ) AS digits
        FROM item
        WHERE sku >= \(prefix) AND sku < \(prefix) || chr(1114111)
          AND right(sku, length(\(suffix))) = \(suffix)
      ) AS numbers
      """
    )
  }
}

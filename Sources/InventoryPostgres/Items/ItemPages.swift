import InventoryCore
import PostgresClient

extension Connection {
  /// Some of the items that a query asks for, in its order, and how many there are.
  ///
  /// It is one statement, so the rows and the count are of one moment.
  ///
  /// - Parameter knownCount: How many there were when somebody looked last. Rows near the end are
  ///   found from there, which is quicker.
  nonisolated func page(
    _ query: ItemQuery,
    _ range: Range<Int>,
    knownCount: Int?
  ) async throws -> ItemPage {
    let condition = ItemCondition(query)
    guard !condition.findsNothing else {
      return ItemPage(count: 0, start: range.lowerBound, rows: [])
    }
    guard query.findsAll else {
      // All that is found is found first: from the order alone, the server would not know how far
      // it has to go.
      return try await page(
        range,
        "SELECT count(*) FROM found",
        """
        SELECT id, row_number() OVER () FROM (
          SELECT id FROM found ORDER BY \(query.sort.orderOfFound)
          LIMIT \(range.count) OFFSET \(range.lowerBound)
        ) AS ordered
        """,
        found: """
          SELECT \(query.sort.columnsOfFound) FROM \(query.sort.tables) WHERE \(condition.sql)
          """
      )
    }
    if query.sort == .location {
      return try await page(range, Self.countOfAll, Self.placesOfAll(range))
    }
    // From the end, a place is right only if the count is.
    if let knownCount, range.lowerBound > knownCount / 2, range.lowerBound < knownCount {
      let found = range.clamped(to: 0..<knownCount)
      let page = try await page(
        range,
        Self.countOfAll,
        """
        SELECT id, row_number() OVER () * -1 FROM (
          SELECT id FROM item ORDER BY \(query.sort.reverseOrder)
          LIMIT \(found.count) OFFSET \(knownCount - found.upperBound)
        ) AS backwards
        """
      )
      if page.count == knownCount { return page }
    }
    return try await page(
      range,
      Self.countOfAll,
      """
      SELECT id, row_number() OVER () FROM (
        SELECT id FROM item ORDER BY \(query.sort.order)
        LIMIT \(range.count) OFFSET \(range.lowerBound)
      ) AS forwards
      """
    )
  }

  /// Some items, and how many there are.
  ///
  /// - Parameters:
  ///   - range: The place of the items.
  ///   - count: A statement for their number.
  ///   - ids: A statement for their ids and places.
  ///   - found: What the other statements call `found`.
  private nonisolated func page(
    _ range: Range<Int>,
    _ count: SQL,
    _ ids: SQL,
    found: SQL = "SELECT"
  ) async throws -> ItemPage {
    let rows = try await rows(
      """
      WITH found AS MATERIALIZED (\(found)), total (count) AS MATERIALIZED (\(count)),
      page (id, place) AS MATERIALIZED (\(ids))
      SELECT total.count, page.id IS NOT NULL, \(Self.itemFields)
      FROM total LEFT JOIN page ON true LEFT JOIN item ON item.id = page.id
        LEFT JOIN location ON location.id = item.location_id
      ORDER BY page.place
      """
    )
    let items = try rows.filter { try $0.decode(1) }.map { try Item($0, at: 2) }
    let count = try rows.first?.count(0) ?? 0
    // Rows that were counted and are not there would be asked for again and again.
    let isShort = items.count < min(range.upperBound, count) - range.lowerBound
    return ItemPage(
      count: isShort ? range.lowerBound + items.count : count,
      start: range.lowerBound,
      rows: items
    )
  }

  /// A statement for the ids of some of all items in the order of their locations.
  ///
  /// How many items are in each location is known, so that only those locations are looked at in
  /// which the range is.
  private static func placesOfAll(_ range: Range<Int>) -> SQL {
    let part: SQL = """
      ORDER BY name_key, id OFFSET greatest(0, \(range.lowerBound) - part.start)
      LIMIT greatest(0, \(range.upperBound) - greatest(\(range.lowerBound), part.start))
      """
    return """
      SELECT id, row_number() OVER (ORDER BY start, place) FROM (
        WITH counted (id, count) AS (\(ownCounts)),
        part (id, count, start) AS (
          SELECT id, count, sum(count) OVER (ORDER BY path_key, id)::bigint - count
          FROM counted JOIN location USING (id) WHERE count > 0
        )
        SELECT inside.id, part.start, inside.place FROM part CROSS JOIN LATERAL (
          SELECT id, row_number() OVER () AS place FROM (
            SELECT id FROM item WHERE location_id = part.id \(part)
          ) AS ordered
        ) AS inside
        WHERE part.start < \(range.upperBound) AND part.start + part.count > \(range.lowerBound)
        UNION ALL
        SELECT inside.id, part.start, inside.place
        FROM (SELECT coalesce(sum(count), 0)::bigint AS start FROM part) AS part
        CROSS JOIN LATERAL (
          SELECT id, row_number() OVER () AS place FROM (
            SELECT id FROM item WHERE location_id IS NULL \(part)
          ) AS ordered
        ) AS inside
        WHERE part.start < \(range.upperBound)
      ) AS page
      """
  }

  /// How many items are looked at in their order before all that meet a condition are found.
  private static let patience = 2_000

  /// The first rows of a list. How many there are is not known if the rows are found among the
  /// first of all items: where many items meet a condition, that is far less work than to find all
  /// of them.
  nonisolated func firstPage(_ query: ItemQuery, _ count: Int) async throws -> ItemPage {
    let condition = ItemCondition(query)
    guard !condition.findsNothing else { return ItemPage([]) }
    if query.sort != .location {
      let items = try await rows(
        """
        SELECT \(Self.itemFields) FROM (
          SELECT * FROM (SELECT * FROM item ORDER BY \(query.sort.order) LIMIT \(Self.patience))
            AS item
          WHERE \(condition.sql) ORDER BY \(query.sort.order) LIMIT \(count)
        ) AS item LEFT JOIN location ON location.id = item.location_id
        ORDER BY \(query.sort.order)
        """
      )
      .map { try Item($0) }
      if items.count == count { return ItemPage(first: items) }
    }
    return try await page(query, 0..<count, knownCount: nil)
  }

  /// The number of all items.
  private static let countOfAll: SQL =
    "SELECT coalesce(sum(delta), 0)::bigint FROM tally WHERE kind = 'items'"

  /// Where an item is among those that a query asks for, from 0 on; `nil` if it is none of them.
  nonisolated func position(of id: Item.ID, in query: ItemQuery) async throws -> Int? {
    let condition = ItemCondition(query)
    guard !condition.findsNothing else { return nil }
    guard query.sort != .location else {
      return try await value(
        """
        SELECT place - 1 FROM (
          SELECT item.id, row_number() OVER (ORDER BY \(query.sort.order)) AS place
          FROM \(query.sort.tables) WHERE \(condition.sql)
        ) AS list
        WHERE id = \(id)
        """
      )
    }
    return try await value(
      """
      WITH subject AS MATERIALIZED (
        SELECT item.* FROM item WHERE item.id = \(id) AND \(condition.sql)
      )
      SELECT (
        SELECT count(*) FROM item
        WHERE \(condition.sql) AND (\(query.sort.columns)) < (\(query.sort.columnsOfSubject))
      )
      FROM subject
      """
    )
  }
}

extension ItemSort {
  /// What has to be known of the items that are found, to put them in order.
  fileprivate var columnsOfFound: SQL {
    switch self {
    case .name: "item.id, item.name_key"
    case .sku: "item.id, item.sku"
    case .location: "item.id, item.name_key, location.path_key, location.id AS location_id"
    case .quantity: "item.id, item.name_key, item.quantity_millionths"
    case .price: "item.id, item.name_key, item.price_millionths"
    }
  }

  fileprivate var orderOfFound: SQL {
    switch self {
    case .name: "name_key, id"
    case .sku: "sku"
    case .location: "path_key NULLS LAST, location_id, name_key, id"
    case .quantity: "quantity_millionths, name_key, id"
    case .price: "price_millionths, name_key, id"
    }
  }

  /// The tables with the columns of the order.
  fileprivate var tables: SQL { self == .location ? Connection.itemTables : "item" }

  /// The columns of the only row of a table `subject`. Each is a value of its own, so that the
  /// index of the order can be used.
  fileprivate var columnsOfSubject: SQL {
    let name: SQL = "(SELECT name_key FROM subject), (SELECT id FROM subject)"
    return switch self {
    case .name, .location: name
    case .sku: "(SELECT sku FROM subject)"
    case .quantity: "(SELECT quantity_millionths FROM subject), \(name)"
    case .price: "(SELECT price_millionths FROM subject), \(name)"
    }
  }
}

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
          SELECT id FROM found ORDER BY \(query.ordering.orderOfFound)
          LIMIT \(range.count) OFFSET \(range.lowerBound)
        ) AS ordered
        """,
        found: """
          SELECT \(query.ordering.columnsOfFound) FROM \(query.ordering.tables) WHERE \(condition.sql)
          """
      )
    }
    if query.sort == .location {
      return try await page(
        range,
        Self.countOfAll,
        Self.placesOfAll(range, isReversed: query.isReversed)
      )
    }
    // From the end, a place is right only if the count is.
    if let knownCount, range.lowerBound > knownCount / 2, range.lowerBound < knownCount {
      let found = range.clamped(to: 0..<knownCount)
      let page = try await page(
        range,
        Self.countOfAll,
        """
        SELECT id, row_number() OVER () * -1 FROM (
          SELECT id FROM item ORDER BY \(query.ordering.reverseOrder)
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
        SELECT id FROM item ORDER BY \(query.ordering.order)
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
  ///
  /// - Parameter isReversed: Whether the range is counted from the last item of the order.
  private static func placesOfAll(_ range: Range<Int>, isReversed: Bool) -> SQL {
    func fromEnd(_ place: Int) -> SQL { "greatest(0, (SELECT count FROM total) - \(place))" }
    let start: SQL = isReversed ? fromEnd(range.upperBound) : "\(range.lowerBound)"
    let end: SQL = isReversed ? fromEnd(range.lowerBound) : "\(range.upperBound)"
    let part: SQL = """
      ORDER BY name_key, id OFFSET greatest(0, \(start) - part.start)
      LIMIT greatest(0, \(end) - greatest(\(start), part.start))
      """
    return """
      SELECT id, row_number() OVER (ORDER BY start, place) * \(isReversed ? -1 : 1) FROM (
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
        WHERE part.start < \(end) AND part.start + part.count > \(start)
        UNION ALL
        SELECT inside.id, part.start, inside.place
        FROM (SELECT coalesce(sum(count), 0)::bigint AS start FROM part) AS part
        CROSS JOIN LATERAL (
          SELECT id, row_number() OVER () AS place FROM (
            SELECT id FROM item WHERE location_id IS NULL \(part)
          ) AS ordered
        ) AS inside
        WHERE part.start < \(end)
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
    if query.sort.hasIndex {
      let items = try await rows(
        """
        SELECT \(Self.itemFields) FROM (
          SELECT * FROM (SELECT * FROM item ORDER BY \(query.ordering.order) LIMIT \(Self.patience))
            AS item
          WHERE \(condition.sql) ORDER BY \(query.ordering.order) LIMIT \(count)
        ) AS item LEFT JOIN location ON location.id = item.location_id
        ORDER BY \(query.ordering.order)
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
          SELECT item.id, row_number() OVER (ORDER BY \(query.ordering.order)) AS place
          FROM \(query.ordering.tables) WHERE \(condition.sql)
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
        WHERE \(condition.sql) AND \(query.ordering.isBeforeSubject)
      )
      FROM subject
      """
    )
  }
}

extension ItemOrdering {
  /// What has to be known of the items that are found, to put them in order.
  fileprivate var columnsOfFound: SQL {
    let columns: SQL =
      switch sort {
      case .name: "item.name_key"
      case .sku: "item.sku_key"
      case .location: "location.path_key, location.id AS location_id"
      case .quantity: "item.quantity_millionths"
      case .price: "item.price_millionths"
      case .value: "item.currency, item.quantity_millionths, item.price_millionths"
      case .reorderLevel: "item.reorder_level_millionths"
      case .barcode: "item.barcode"
      case .dateAdded: "item.created_at"
      case .dateChanged: "item.changed_at"
      }
    return sort == .name || sort == .sku
      ? "item.id, \(columns)" : "item.id, \(columns), item.name_key"
  }

  fileprivate var orderOfFound: SQL {
    order(of: columns(ofItem: "", "path_key", "location_id"))
  }

  /// The tables with the columns of the order.
  fileprivate var tables: SQL { sort == .location ? Connection.itemTables : "item" }

  /// Whether an item is before the only one of a table `subject`, whose values are asked for one by
  /// one, so that the index of the order can be used. For all orders but that of locations.
  fileprivate var isBeforeSubject: SQL {
    let columns = columns(ofItem: "item.", "", "")
    let values: [SQL] = self.columns(ofItem: "", "", "").map { "(SELECT \($0) FROM subject)" }
    func isBefore(_ columns: [SQL], _ values: [SQL]) -> SQL {
      let columns = columns.joined(separator: ", ")
      let values = values.joined(separator: ", ")
      return isReversed ? "(\(columns)) > (\(values))" : "(\(columns)) < (\(values))"
    }
    guard sort.isByDate else { return isBefore(columns, values) }
    let (date, value) = (columns[0], values[0])
    let hasSameDate = isBefore(Array(columns[1...]), Array(values[1...]))
    return isReversed
      ? "\(date) <= \(value) AND (\(date) < \(value) OR \(hasSameDate))"
      : "\(date) >= \(value) AND (\(date) > \(value) OR \(hasSameDate))"
  }
}

import Foundation
import InventoryCore
import PostgresClient

/// Does something to many items with statements about all of them, and records how they were.
struct ManyItemsWriter {
  private let record: ManyItemsRecord
  private let connection: Connection
  private let onProgress: (TransferProgress) -> Void

  /// How many items are named in an error at most.
  private static let namedItems = 3

  init(
    _ record: ManyItemsRecord,
    _ connection: Connection,
    onProgress: @escaping (TransferProgress) -> Void = { _ in }
  ) {
    self.record = record
    self.connection = connection
    self.onProgress = onProgress
  }

  // MARK: - Selecting

  /// Takes note of the items that something is to be done to. Others wait with changing them.
  ///
  /// - Returns: How many there are.
  func select(_ condition: SQL) async throws -> Int {
    try await connection.execute(
      script: """
        CREATE TEMPORARY TABLE selected_item (id uuid PRIMARY KEY, n bigint NOT NULL)
          ON COMMIT DROP
        """
    )
    // What was locked is what is changed. Items that come to match later are neither.
    let count = try await execute(
      """
      WITH locked AS MATERIALIZED (
        SELECT id FROM item WHERE \(condition) ORDER BY id FOR UPDATE
      )
      INSERT INTO pg_temp.selected_item (id, n)
      SELECT id, row_number() OVER (ORDER BY id) FROM locked
      """
    )
    try await connection.execute(script: "ANALYZE pg_temp.selected_item")
    return count
  }

  @discardableResult
  private func execute(_ statement: SQL) async throws -> Int {
    try await connection.execute(statement, timeout: ImportPlan.timeout)
  }

  private func name(_ statement: SQL) async throws -> String? {
    try await connection.query(statement, timeout: ImportPlan.timeout).rows.first?.decode(0)
  }

  /// Does something with parts of the selected items, one after the other.
  ///
  /// - Parameter body: Does it with the items that meet a condition about `selected`.
  private func forEachPart(_ body: (_ condition: SQL) async throws -> Void) async throws {
    let total = try await connection.value(
      "SELECT coalesce(max(n), 0) FROM pg_temp.selected_item",
      as: Int64.self
    )
    guard let total, total > 0 else { return }
    try await ImportPlan.forEachStep(upTo: total) { part in
      onProgress(TransferProgress(fraction: part, rows: Int(part * Double(total))))
    } _: { first, last in
      try await body("selected.n BETWEEN \(first) AND \(last)")
    }
  }

  // MARK: - Doing

  /// Does something to the selected items.
  ///
  /// - Returns: How many are other ones now, and what takes that back.
  func perform(
    _ change: ManyItemsChange
  ) async throws -> (changed: Int, reversal: (any InventoryReversal)?) {
    switch change {
    case .book(let booking):
      return try await book(booking)
    case .delete:
      let count = try await delete()
      return (count, count == 0 ? nil : ManyItemsReversal(deed: .deleted, record: record))
    case .move(let path):
      return try await move(to: LocationPath(path))
    case .changeTags(let adding, let removing):
      return try await changeTags(adding: adding, removing: removing)
    case .setPrice(let price, let currency):
      return try await set([
        (.price, "\(price.millionths)::bigint"), (.currency, "\(currency)::text"),
      ])
    case .setReorderLevel(let level):
      return try await set([(.reorderLevel, "\(level)::bigint")])
    case .setUnit(let unit):
      return try await set([(.unit, "\(unit)::text")])
    }
  }

  private func changeTags(
    adding: [String],
    removing: [String]
  ) async throws -> (Int, (any InventoryReversal)?) {
    var known: Set<String> = []
    let added = adding.filter { known.insert($0.folded).inserted }
    let kept: SQL = """
      ARRAY(
        SELECT tag FROM unnest(item.tags) WITH ORDINALITY AS present (tag, place)
        WHERE folded(tag) NOT IN (SELECT folded(gone) FROM unnest(\(removing)) AS gone)
        ORDER BY place
      )
      """
    let tags: SQL = """
      \(kept) || ARRAY(
        SELECT tag FROM unnest(\(added)) WITH ORDINALITY AS new (tag, place)
        WHERE folded(tag) NOT IN (SELECT folded(old) FROM unnest(\(kept)) AS old)
        ORDER BY place
      )
      """
    return try await set([(.tags, tags)]) {
      let excess = try await name(
        """
        SELECT name FROM undo_item
        WHERE change_id = \(record.id) AND jsonb_array_length(after -> 'tags') > \(Limits.tags)
        ORDER BY item_id LIMIT 1
        """
      )
      if let excess { throw ManyItemsProblem.tooManyTags(name: excess) }
    }
  }

  /// Gives columns other values, where they have not got them yet.
  ///
  /// - Parameter check: Looks at what has been recorded, before anything is written.
  private func set(
    _ values: [(column: ManyItemsColumn, expression: SQL)],
    _ check: () async throws -> Void = {}
  ) async throws -> (Int, (any InventoryReversal)?) {
    let pairs = { (value: (ManyItemsColumn, SQL) -> SQL) -> SQL in
      let parts = values.map { "'\($0.column.sqlName)', \(value($0.column, $0.expression))" as SQL }
      return "jsonb_build_object(\(parts.joined(separator: ", ")))"
    }
    let count = try await execute(
      """
      INSERT INTO undo_item (change_id, item_id, name, before, after)
      SELECT * FROM (
        SELECT \(record.id)::uuid, item.id, item.name, \(pairs { column, _ in column.value }) AS before,
          \(pairs { $1 }) AS after
        FROM item JOIN pg_temp.selected_item AS selected ON selected.id = item.id
      ) AS change WHERE before <> after
      """
    )
    guard count > 0 else { return (0, nil) }
    try await check()
    let columns = values.map(\.column)
    try await write(columns, "after")
    return (count, ManyItemsReversal(deed: .set(columns: columns), record: record))
  }

  /// Gives the recorded items the values that they have in a column of the record.
  private func write(_ columns: [ManyItemsColumn], _ side: SQL) async throws {
    let assignments = columns.map { "\($0.name) = (record.value).\($0.name)" as SQL }
    try await forEachPart { condition in
      try await execute(
        """
        UPDATE item SET changed_at = now(), \(assignments.joined(separator: ", "))
        FROM (
          SELECT item_id, jsonb_populate_record(NULL::item, undo_item.\(side)) AS value
          FROM undo_item JOIN pg_temp.selected_item AS selected ON selected.id = item_id
          WHERE change_id = \(record.id) AND \(condition)
        ) AS record
        WHERE item.id = record.item_id
        """
      )
    }
  }

  // MARK: - Moving

  private func move(to path: LocationPath) async throws -> (Int, (any InventoryReversal)?) {
    let lastLocation = try await connection.lastLocationNumber()
    if try await connection.locationID(path) == nil { try path.checkLength() }
    let target = try await connection.makeLocation(path)
    try await execute(
      """
      DELETE FROM pg_temp.selected_item AS selected USING item
      WHERE item.id = selected.id AND item.location_id IS NOT DISTINCT FROM \(target)::bigint
      """
    )
    let origins = try await connection.query(
      """
      SELECT item.location_id, array_agg(item.id ORDER BY item.id)
      FROM item JOIN pg_temp.selected_item USING (id) GROUP BY item.location_id
      """,
      timeout: ImportPlan.timeout
    )
    var moves = try origins.rows.map { row in
      try LocationChange.Move(
        items: row.decode(1, as: [UUID].self),
        from: row.decode(0, as: Int64?.self),
        to: target
      )
    }
    let count = moves.reduce(0) { $0 + $1.items.count }
    guard count > 0 else { return (0, nil) }
    try await forEachPart { condition in
      try await execute(
        """
        UPDATE item SET location_id = \(target), changed_at = now()
        FROM pg_temp.selected_item AS selected WHERE selected.id = item.id AND \(condition)
        """
      )
    }
    // The server itself writes down that an item was moved.
    for index in moves.indices {
      moves[index].movements = try await connection.movementsOfMoves(moves[index].items)
    }
    var change = try await LocationChange(madeForItemsAfter: lastLocation, connection)
    change.moves = moves
    return (count, PostgresReversal(items: [], locations: change))
  }

  // MARK: - Booking

  private func book(_ booking: Booking) async throws -> (Int, (any InventoryReversal)?) {
    try await checkQuantities(booking)
    let amount = booking.amount
    let delta: SQL =
      switch booking.reason {
      case .received: "\(amount)"
      case .used: "\(-amount)"
      case .counted: "\(amount) - item.quantity_millionths"
      // Nothing comes or goes.
      case .moved: "0"
      }
    let count = try await execute(
      """
      INSERT INTO undo_item (change_id, item_id, name, before)
      SELECT \(record.id), item.id, item.name, jsonb_build_object('delta', \(delta))
      FROM item JOIN pg_temp.selected_item AS selected ON selected.id = item.id
      """
    )
    guard count > 0, let date: Date = try await connection.value("SELECT now()") else {
      return (0, nil)
    }
    let made = ManyItemsBooking(reason: booking.reason, note: booking.note, date: date)
    try await add(made)
    return (count, ManyItemsReversal(deed: .booked(made), record: record))
  }

  private func checkQuantities(_ booking: Booking) async throws {
    let items: SQL = "item JOIN pg_temp.selected_item USING (id)"
    switch booking.reason {
    case .counted, .moved:
      return
    case .received:
      let name = try await name(
        """
        SELECT name FROM \(items) WHERE quantity_millionths > \(Quantity.max - booking.amount)
        ORDER BY name_key, id LIMIT 1
        """
      )
      if let name { throw ManyItemsProblem.tooMany(name: name) }
    case .used:
      let condition: SQL = "FROM \(items) WHERE quantity_millionths < \(booking.amount)"
      let count: Int = try await connection.value("SELECT count(*) \(condition)") ?? 0
      guard count > 0 else { return }
      let names = try await connection.rows(
        "SELECT name \(condition) ORDER BY name_key, id LIMIT \(Self.namedItems)"
      )
      throw ManyItemsProblem.notEnough(count: count, names: try names.map { try $0.decode(0) })
    }
  }

  /// The items of the record, which are selected, with `delta`.
  private func deltas(_ condition: SQL) -> SQL {
    """
    (SELECT record.item_id, (before ->> 'delta')::bigint AS delta
     FROM undo_item AS record JOIN pg_temp.selected_item AS selected ON selected.id = item_id
     WHERE change_id = \(record.id) AND \(condition))
    """
  }

  /// Books the movements of the record.
  private func add(_ booking: ManyItemsBooking) async throws {
    try await forEachPart { condition in
      try await execute(
        """
        INSERT INTO movement (item_id, date, reason, delta_millionths, note)
        SELECT item_id, \(booking.date), \(booking.reason.rawValue), delta, \(booking.note)
        FROM \(deltas(condition)) AS record ORDER BY item_id
        """
      )
      try await touch(condition)
    }
  }

  private func touch(_ condition: SQL) async throws {
    try await execute(
      """
      UPDATE item SET changed_at = now()
      FROM pg_temp.selected_item AS selected WHERE selected.id = item.id AND \(condition)
      """
    )
  }

  // MARK: - Deleting

  /// Deletes the selected items, and records all that belonged to them. The server itself keeps
  /// their photos for a day.
  private func delete() async throws -> Int {
    let count = try await recordSelected()
    try await forEachPart { condition in
      try await execute(
        """
        DELETE FROM item USING pg_temp.selected_item AS selected
        WHERE selected.id = item.id AND \(condition)
        """
      )
    }
    return count
  }

  /// Records items that were added, with all that belongs to them.
  ///
  /// - Parameter condition: Which items these are.
  /// - Returns: What takes that back.
  func recordAdded(_ condition: SQL) async throws -> ManyItemsReversal {
    _ = try await select(condition)
    _ = try await recordSelected()
    return ManyItemsReversal(deed: .added, record: record)
  }

  /// Records the selected items with all that belongs to them.
  private func recordSelected() async throws -> Int {
    let selected: SQL = "JOIN pg_temp.selected_item AS selected ON selected.id ="
    let count = try await execute(
      """
      INSERT INTO undo_item (change_id, item_id, name, before, after)
      SELECT \(record.id), item.id, item.name, to_jsonb(item) - 'search',
        jsonb_build_object('path', location.path)
      FROM item \(selected) item.id LEFT JOIN location ON location.id = item.location_id
      """
    )
    try await execute(
      """
      INSERT INTO undo_row (change_id, item_id, kind, content)
      SELECT \(record.id), item_id, 'movement', to_jsonb(movement)
      FROM movement \(selected) item_id
      UNION ALL SELECT \(record.id), item_id, 'count', to_jsonb(stocktake_count)
      FROM stocktake_count \(selected) item_id
      """
    )
    return count
  }

  // MARK: - Taking back and doing again

  /// Takes back what the record is about, or does it again.
  ///
  /// - Returns: What takes this back in its turn.
  func revert(_ reversal: ManyItemsReversal) async throws -> ManyItemsReversal {
    let isThere: Bool? = try await connection.value(
      "SELECT EXISTS (SELECT FROM undo_item WHERE change_id = \(record.id))"
    )
    guard isThere == true else { throw UndoProblem.madeElsewhere }
    _ = try await select(
      "id IN (SELECT item_id FROM undo_item WHERE change_id = \(record.id))"
    )
    switch reversal.deed {
    case .added where reversal.isDone:
      try await expectAll()
      try await checkAttachments()
      try await deleteAgain()
    case .added:
      try await restore()
    case .booked(let booking):
      try await expectAll()
      if reversal.isDone { try await remove(booking) } else { try await addAgain(booking) }
    case .deleted where reversal.isDone:
      try await restore()
    case .deleted:
      try await expectAll()
      try await deleteAgain()
    case .set(let columns):
      try await expectAll()
      try await exchange(columns, isDone: reversal.isDone)
    }
    var result = reversal
    result.isDone.toggle()
    return result
  }

  /// Throws if an item is gone.
  private func expectAll() async throws {
    let gone = try await name(
      """
      SELECT name FROM undo_item WHERE change_id = \(record.id)
        AND NOT EXISTS (SELECT FROM pg_temp.selected_item AS selected WHERE selected.id = item_id)
      ORDER BY item_id LIMIT 1
      """
    )
    if let gone { throw UndoProblem.itemGone(name: gone) }
  }

  /// Gives the columns the values that they had before, or after if that is taken back.
  private func exchange(_ columns: [ManyItemsColumn], isDone: Bool) async throws {
    let present: SQL = isDone ? "after" : "before"
    for column in columns {
      let changed = try await name(
        """
        SELECT item.name FROM undo_item AS record JOIN item ON item.id = record.item_id
        WHERE change_id = \(record.id)
          AND to_jsonb(\(column.value)) IS DISTINCT FROM
            nullif(record.\(present) -> '\(column.sqlName)', 'null')
        ORDER BY item.id LIMIT 1
        """
      )
      if let changed {
        throw UndoProblem.changedMeanwhile(name: changed, fields: [column.field])
      }
    }
    try await write(columns, isDone ? "before" : "after")
  }

  /// Removes the movements of the record, which nobody else has removed.
  private func remove(_ booking: ManyItemsBooking) async throws {
    let movement: SQL = """
      (SELECT min(movement.id) FROM movement WHERE movement.item_id = record.item_id
        AND date = \(booking.date) AND reason = \(booking.reason.rawValue)
        AND note = \(booking.note) AND movement.delta_millionths = record.delta)
      """
    let changed = try await name(
      """
      SELECT item.name FROM \(deltas("true")) AS record JOIN item ON item.id = record.item_id
      WHERE \(movement) IS NULL ORDER BY item.id LIMIT 1
      """
    )
    if let changed { throw UndoProblem.changedMeanwhile(name: changed, fields: [.quantity]) }
    try await checkQuantities("item.quantity_millionths < record.delta")
    try await forEachPart { condition in
      try await execute(
        """
        DELETE FROM movement WHERE id IN (
          SELECT \(movement) FROM \(deltas(condition)) AS record
        )
        """
      )
      try await touch(condition)
    }
    try await expect("-", booking)
  }

  /// Books the movements of the record again, at the moment at which they were.
  private func addAgain(_ booking: ManyItemsBooking) async throws {
    try await checkQuantities(
      """
      CASE WHEN record.delta < 0 THEN item.quantity_millionths < -record.delta
        ELSE item.quantity_millionths > \(Int64.max) - record.delta END
      """
    )
    try await add(booking)
    try await expect("+", booking)
  }

  private func checkQuantities(_ isImpossible: SQL) async throws {
    let row = try await connection.query(
      """
      SELECT item.name, item.quantity_millionths
      FROM \(deltas("true")) AS record JOIN item ON item.id = record.item_id
      WHERE \(isImpossible) ORDER BY item.id LIMIT 1
      """,
      timeout: ImportPlan.timeout
    ).rows.first
    guard let row else { return }
    throw UndoProblem.notEnough(name: try row.decode(0), available: try row.decode(1))
  }

  /// Changes what counts expect by movements that were booked before them, and come or go now.
  private func expect(_ sign: SQL, _ booking: ManyItemsBooking) async throws {
    try await execute(
      """
      UPDATE stocktake_count
      SET expected_millionths = greatest(0, expected_millionths \(sign) record.delta)
      FROM \(deltas("true")) AS record
      WHERE stocktake_count.item_id = record.item_id AND counted_at >= \(booking.date)
      """
    )
  }

  // MARK: - Restoring

  /// Puts the deleted items back with all that belonged to them.
  private func restore() async throws {
    let present = try await name(
      """
      SELECT item.name FROM item JOIN pg_temp.selected_item USING (id) ORDER BY item.id LIMIT 1
      """
    )
    if let present { throw UndoProblem.itemIsBack(name: present) }
    let taken = try await connection.query(
      """
      SELECT record.name, item.sku FROM undo_item AS record
        JOIN item ON item.sku = record.before ->> 'sku'
      WHERE change_id = \(record.id) ORDER BY item_id LIMIT 1
      """,
      timeout: ImportPlan.timeout
    ).rows.first
    if let taken { throw UndoProblem.skuTaken(name: try taken.decode(0), sku: try taken.decode(1)) }
    try await restoreLocations()
    // The quantity comes with the movements.
    try await execute(
      """
      INSERT INTO item (id, sku, barcode, name, unit, reorder_level_millionths, price_millionths,
        currency, location_id, tags, notes, created_at, changed_at)
      SELECT (was).id, (was).sku, (was).barcode, (was).name, (was).unit,
        (was).reorder_level_millionths, (was).price_millionths, (was).currency, (was).location_id,
        (was).tags, (was).notes, (was).created_at, (was).changed_at
      FROM (
        SELECT jsonb_populate_record(NULL::item, before) AS was FROM undo_item
        WHERE change_id = \(record.id) ORDER BY item_id
      ) AS record
      """
    )
    try await execute(
      """
      INSERT INTO movement OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(NULL::movement, content)).* FROM undo_row
      WHERE change_id = \(record.id) AND kind = 'movement'
      """
    )
    try await execute(
      """
      INSERT INTO stocktake_count
      SELECT (jsonb_populate_record(NULL::stocktake_count, content)).* FROM undo_row
      WHERE change_id = \(record.id) AND kind = 'count'
      """
    )
  }

  /// Leads the items to where they were, which may have another name by now. If that is gone, they
  /// go into the location with the same path, which is made if it is not there.
  private func restoreLocations() async throws {
    let gone = try await connection.query(
      """
      SELECT DISTINCT (before ->> 'location_id')::bigint, after ->> 'path' FROM undo_item
      WHERE change_id = \(record.id) AND before ->> 'location_id' IS NOT NULL
        AND (before ->> 'location_id')::bigint NOT IN (SELECT id FROM location)
      """,
      timeout: ImportPlan.timeout
    ).rows
    for row in gone {
      let former = try row.decode(0, as: Int64.self)
      let path = try row.decode(1, as: String?.self) ?? ""
      let id = try await connection.makeLocation(LocationPath(path))
      try await execute(
        """
        UPDATE undo_item SET before = before || jsonb_build_object('location_id', \(id)::bigint)
        WHERE change_id = \(record.id) AND (before ->> 'location_id')::bigint = \(former)
        """
      )
    }
  }

  /// Deletes the restored items again, unless others have changed one of them.
  private func deleteAgain() async throws {
    let differences = Self.comparedColumns.map { column, _ in
      "item.\(column) IS DISTINCT FROM former.\(column)" as SQL
    }
    let changed = try await connection.query(
      """
      SELECT item.name, \(differences.joined(separator: ", "))
      FROM undo_item AS record JOIN item ON item.id = record.item_id,
        LATERAL jsonb_populate_record(NULL::item, record.before) AS former
      WHERE change_id = \(record.id) AND (\(differences.joined(separator: " OR ")))
      ORDER BY item.id LIMIT 1
      """,
      timeout: ImportPlan.timeout
    ).rows.first
    if let changed {
      throw UndoProblem.changedMeanwhile(
        name: try changed.decode(0),
        fields: try Self.comparedColumns.indices
          .filter { try changed.decode($0 + 1, as: Bool.self) }
          .map { Self.comparedColumns[$0].1 }
      )
    }
    try await execute("DELETE FROM undo_item WHERE change_id = \(record.id)")
    try await execute("DELETE FROM undo_row WHERE change_id = \(record.id)")
    _ = try await delete()
  }

  /// Throws if others have booked movements of the items that were added, counted one of them or
  /// given it a photo.
  private func checkAttachments() async throws {
    let booked = try await name(
      """
      SELECT record.name FROM undo_item AS record
        LEFT JOIN (
          SELECT item_id, count(*) FROM undo_row
          WHERE change_id = \(record.id) AND kind = 'movement' GROUP BY item_id
        ) AS old USING (item_id)
        LEFT JOIN (
          SELECT item_id, count(*) FROM movement JOIN pg_temp.selected_item AS selected
            ON selected.id = item_id GROUP BY item_id
        ) AS new USING (item_id)
      WHERE record.change_id = \(record.id) AND (
        old.count IS DISTINCT FROM new.count
          OR EXISTS (SELECT FROM stocktake_count WHERE stocktake_count.item_id = record.item_id)
      )
      ORDER BY item_id LIMIT 1
      """
    )
    if let booked { throw UndoProblem.changedMeanwhile(name: booked, fields: [.quantity]) }
    let pictured = try await name(
      """
      SELECT record.name FROM undo_item AS record
        JOIN photo ON photo.item_id = record.item_id AND orphaned_at IS NULL
      WHERE change_id = \(record.id) ORDER BY record.item_id LIMIT 1
      """
    )
    if let pictured { throw UndoProblem.photoChangedMeanwhile(name: pictured) }
  }

  private static let comparedColumns: [(Identifier, Item.Field)] = [
    ("name", .name), ("sku", .sku), ("barcode", .barcode), ("quantity_millionths", .quantity),
    ("unit", .unit), ("reorder_level_millionths", .reorderLevel), ("price_millionths", .price),
    ("currency", .currency), ("location_id", .location), ("tags", .tags), ("notes", .notes),
  ]
}

extension ManyItemsColumn {
  /// The name of the column, as part of a text.
  fileprivate var sqlName: SQL {
    switch self {
    case .currency: "currency"
    case .price: "price_millionths"
    case .reorderLevel: "reorder_level_millionths"
    case .tags: "tags"
    case .unit: "unit"
    }
  }

  /// The value that an item has.
  fileprivate var value: SQL { "item.\(name)" }
}

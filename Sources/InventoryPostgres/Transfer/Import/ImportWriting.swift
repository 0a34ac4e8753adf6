import Foundation
import InventoryCore
import PostgresClient

/// Writes what an ``ImportPlan`` says, with statements over thousands of rows.
struct ImportWriting {
  private let connection: Connection
  private let options: ImportOptions

  init(_ connection: Connection, _ options: ImportOptions) {
    self.connection = connection
    self.options = options
  }

  /// Keeps others from changing what was planned to be changed, until the end of the transaction.
  ///
  /// - Throws: ``PostgresError`` of the kind `serializationFailure` if somebody has deleted one of
  ///   the items meanwhile: then there is another plan to be made.
  func lock() async throws {
    // Locations keep their names until the items are in them.
    if options.mapping.contains(.location) { try await connection.lockLocations() }
    // In the order of their ids, as all who change several do.
    let locked = try await connection.execute(
      """
      SELECT FROM item WHERE id IN (
        SELECT item_id FROM pg_temp.import_plan WHERE outcome = 'updated'
      ) ORDER BY id FOR UPDATE
      """,
      timeout: ImportPlan.timeout
    )
    let planned: Int? = try await connection.value(
      "SELECT count(DISTINCT item_id) FROM pg_temp.import_plan WHERE outcome = 'updated'"
    )
    guard locked == planned else {
      throw PostgresError(.serializationFailure, "An item was deleted while it was imported.")
    }
  }

  /// Writes everything.
  ///
  /// - Parameters:
  ///   - last: The number of the last row.
  ///   - onProgress: Is told how much is done, from 0 to 1.
  func write(upTo last: Int64, onProgress: (Double) -> Void) async throws {
    try await makeLocations()
    let hasUpdates: Bool? = try await connection.value(
      "SELECT EXISTS (SELECT FROM pg_temp.import_plan WHERE outcome = 'updated')"
    )
    try await ImportPlan.forEachStep(upTo: last, onProgress) { first, last in
      try await add(first, last)
      if hasUpdates == true { try await update(first, last) }
    }
    if hasUpdates == true { try await addToNotes() }
  }

  private func makeLocations() async throws {
    let isUpdated: SQL =
      options.mapping.contains(.location)
      ? "plan.outcome = 'updated' AND row.unchanged NOT LIKE '% location %'" : "false"
    let paths = try await connection.rows(
      """
      SELECT row.location FROM pg_temp.import_plan AS plan
        JOIN pg_temp.import_row AS row ON row.n = plan.n
        LEFT JOIN location ON location.path = row.location
      WHERE (plan.outcome = 'added' OR \(isUpdated)) AND row.location <> ''
        AND location.id IS NULL
      GROUP BY row.location ORDER BY min(row.n)
      """
    )
    .map { try $0.decode(0, as: String.self) }
    for path in paths { _ = try await connection.makeLocation(LocationPath(path)) }
  }

  /// The rows of a step with an outcome.
  private static func rows(_ first: Int64, _ last: Int64) -> SQL {
    """
    pg_temp.import_plan AS plan JOIN pg_temp.import_row AS row ON row.n = plan.n
      AND plan.n BETWEEN \(first) AND \(last)
    """
  }

  private func add(_ first: Int64, _ last: Int64) async throws {
    // Nothing was changed before it was there, or will have been.
    try await connection.execute(
      """
      INSERT INTO item (id, sku, name, barcode, quantity_millionths, unit,
        reorder_level_millionths, price_millionths, currency, location_id, tags, notes, created_at,
        changed_at)
      SELECT row.id, plan.sku, row.name, row.barcode, row.quantity, row.unit, row.reorder_level,
        row.price, row.currency, location.id, string_to_array(row.tags, chr(10)), row.notes,
        least(to_timestamp(row.created / 1000.0), to_timestamp(row.changed / 1000.0), now()),
        least(to_timestamp(row.changed / 1000.0), now())
      FROM \(Self.rows(first, last))
        LEFT JOIN location ON location.path = row.location
      WHERE plan.outcome = 'added' ORDER BY row.n
      """,
      timeout: ImportPlan.timeout
    )
  }

  private func update(_ first: Int64, _ last: Int64) async throws {
    try await connection.execute(
      """
      INSERT INTO movement (item_id, reason, delta_millionths)
      SELECT item.id, 'counted', row.quantity - item.quantity_millionths
      FROM \(Self.rows(first, last)) JOIN item ON item.id = plan.item_id
      WHERE plan.outcome = 'updated' AND row.has_quantity
        AND row.quantity <> item.quantity_millionths
      """,
      timeout: ImportPlan.timeout
    )
    try await connection.execute(
      """
      UPDATE item SET \((["changed_at = now()"] + assignments).joined(separator: ", "))
      FROM \(Self.rows(first, last))
        LEFT JOIN location AS place ON place.path = row.location
      WHERE plan.outcome = 'updated' AND item.id = plan.item_id
      """,
      timeout: ImportPlan.timeout
    )
  }

  /// What a row says of an item that is there. What is not said stays.
  private var assignments: [SQL] {
    ItemColumn.allCases.compactMap { column in
      let isMapped = options.mapping.contains(column)
      let isLeftOut: SQL = "CASE WHEN row.unchanged LIKE '% \(column.sqlName) %' THEN"
      switch column {
      // An item that is there was not added when the file says, and is changed now.
      case .sku, .created, .changed, .quantity: return nil
      case .currency:
        // The price may say it, too.
        guard isMapped || options.mapping.contains(.price) else { return nil }
        return "currency = CASE WHEN row.has_currency THEN row.currency ELSE item.currency END"
      case .price:
        guard isMapped else { return nil }
        return """
          price_millionths = CASE WHEN row.has_price THEN row.price ELSE item.price_millionths END
          """
      case .unit:
        // The name of a column may say it.
        guard isMapped || options.mayHaveUnits else { return nil }
        return "unit = \(isLeftOut) item.unit ELSE row.unit END"
      case .name where isMapped: return "name = \(isLeftOut) item.name ELSE row.name END"
      case .barcode where isMapped:
        return "barcode = \(isLeftOut) item.barcode ELSE row.barcode END"
      case .reorderLevel where isMapped:
        return """
          reorder_level_millionths =
            \(isLeftOut) item.reorder_level_millionths ELSE row.reorder_level END
          """
      case .location where isMapped:
        return "location_id = \(isLeftOut) item.location_id ELSE place.id END"
      case .tags where isMapped:
        return "tags = \(isLeftOut) item.tags ELSE string_to_array(row.tags, chr(10)) END"
      case .notes where isMapped: return "notes = \(isLeftOut) item.notes ELSE row.notes END"
      case .name, .barcode, .reorderLevel, .location, .tags, .notes: return nil
      }
    }
  }

  /// Adds lines to the notes of items, whose other lines stay.
  private func addToNotes() async throws {
    guard options.unmapped == .notes else { return }
    var last: Int64 = 0
    while true {
      let rows = try await connection.rows(
        """
        SELECT row.n, item.id, item.notes, row.additions FROM pg_temp.import_plan AS plan
          JOIN pg_temp.import_row AS row ON row.n = plan.n JOIN item ON item.id = plan.item_id
        WHERE plan.outcome = 'updated' AND row.additions IS NOT NULL AND plan.n > \(last)
        ORDER BY plan.n LIMIT 1000
        """
      )
      guard !rows.isEmpty else { return }
      var ids: [UUID] = []
      var notes: [String] = []
      for row in rows {
        last = try row.decode(0)
        let additions = try JSONDecoder().decode(
          [[String]].self,
          from: Data(row.decode(3, as: String.self).utf8)
        )
        ids.append(try row.decode(1))
        notes.append(
          try additions.reduce(row.decode(2)) { notes, addition in
            NotesAddition(name: addition[0], text: addition[1]).add(to: notes)
          }
        )
      }
      try await connection.execute(
        """
        UPDATE item SET notes = written.notes
        FROM unnest(\(ids), \(notes)) AS written (id, notes) WHERE item.id = written.id
        """,
        timeout: ImportPlan.timeout
      )
    }
  }
}

import GRDB
import InventoryCore

/// Finds the items that rows without a SKU are about, by what else the rows say.
///
/// `docs/decisions/items-without-sku.md` has the rules. Only items from before the import are
/// found, each by one row at most.
final class ItemFinder {
  enum Finding: Equatable {
    /// The row is about the item with a SKU.
    case found(sku: String)
    /// The row is about no item that is there.
    case none
    /// The row can be about several items.
    case several
  }

  /// An item that a row may be about.
  private struct Candidate {
    let key: Int64
    let sku: String
    let isInPlace: Bool
    let isTheSame: Bool
    /// Whether nothing says that the item is another one.
    let isPossible: Bool
  }

  private let db: Database
  private let options: ImportOptions
  private let lastOldKey: Int64
  /// The conditions under which an item is what the row says, by the columns that the row has.
  private var sameness: [[ItemColumn]: String] = [:]

  /// - Parameter lastOldKey: Items with higher keys are those of the import.
  init(_ db: Database, _ options: ImportOptions, lastOldKey: Int64) {
    self.db = db
    self.options = options
    self.lastOldKey = lastOldKey
  }

  /// Finds the item that a row is about.
  ///
  /// - Parameter isTaken: Whether a row before this one is about the item with a key.
  func find(_ row: ImportRow, isTaken: (Int64) -> Bool) throws -> Finding {
    guard lastOldKey > 0 else { return .none }
    if !row.item.barcode.isEmpty {
      let condition = "item.barcode = :barcode AND item.barcode <> ''"
      let finding = try find(row, where: condition, isTaken: isTaken)
      if finding != .none { return finding }
    }
    guard !row.item.name.isEmpty else { return .none }
    return try find(
      row,
      where: "item.nameOrder = :nameOrder AND item.name = :name",
      needsPlace: says(.location, row),
      isTaken: isTaken
    )
  }

  private func find(
    _ row: ImportRow,
    where condition: String,
    needsPlace: Bool = false,
    isTaken: (Int64) -> Bool
  ) throws -> Finding {
    let columns = ItemColumn.allCases.filter {
      says($0, row) && ($0 == .location || !row.unchanged.contains($0))
    }
    let statement = try db.cachedStatement(
      sql: """
        SELECT item.key, item.sku, IFNULL(path, '') = :location, \(sameness(columns)),
          item.barcode = '' OR :barcode IN ('', item.barcode)
        FROM item LEFT JOIN location ON location.id = item.locationID
        WHERE \(condition) AND item.key <= \(lastOldKey) ORDER BY item.key
        """
    )
    var candidates: [Candidate] = []
    let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments(row)))
    while let found = try rows.next() {
      let candidate = Candidate(
        key: found[0],
        sku: found[1],
        isInPlace: found[2],
        isTheSame: found[3],
        isPossible: found[4]
      )
      if candidate.isPossible, candidate.isInPlace || !needsPlace, !isTaken(candidate.key) {
        candidates.append(candidate)
      }
    }
    if candidates.count > 1 {
      let inPlace = candidates.filter(\.isInPlace)
      if !inPlace.isEmpty { candidates = inPlace }
    }
    // Items that are the same in all that the row says: whichever it is, nothing changes.
    let item = candidates.count == 1 ? candidates.first : candidates.first { $0.isTheSame }
    if let item { return .found(sku: item.sku) }
    return candidates.isEmpty ? .none : .several
  }

  /// Whether the row says something in a column.
  private func says(_ column: ItemColumn, _ row: ImportRow) -> Bool {
    switch column {
    case .sku, .created, .changed: false
    case .quantity: row.hasQuantity
    case .price: row.hasPrice
    case .currency: row.hasCurrency
    default: options.mapping.contains(column) && !row.missing.contains(column)
    }
  }

  private func sameness(_ columns: [ItemColumn]) -> String {
    if let known = sameness[columns] { return known }
    let conditions = columns.map { column in
      switch column {
      case .location: "IFNULL(path, '') = :location"
      case .price, .quantity, .reorderLevel:
        "item.\(column.rawValue)Millionths IS :\(column.rawValue)"
      default: "item.\(column.rawValue) IS :\(column.rawValue)"
      }
    }
    let sql = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
    sameness[columns] = sql
    return sql
  }

  private func arguments(_ row: ImportRow) -> [String: (any DatabaseValueConvertible)?] {
    let item = row.item
    return [
      "name": item.name, "nameOrder": item.name.naturalKey, "barcode": item.barcode,
      "quantity": item.quantity, "unit": item.unit, "reorderLevel": item.reorderLevel,
      "price": item.price.millionths, "currency": item.currency,
      "location": LocationPath(item.location).text, "tags": item.tags.joined(separator: "\n"),
      "notes": item.notes,
    ]
  }
}

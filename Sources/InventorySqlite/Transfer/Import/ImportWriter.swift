import Foundation
import GRDB
import InventoryCore

/// Writes the rows of a file that is imported, through statements that are compiled once.
final class ImportWriter {
  private let db: Database
  private let options: ImportOptions
  private let locations: LocationWriter
  private let now = Date().milliseconds
  private let insert: BulkStatement
  private let update: Statement
  private let selectBySku: Statement
  private let insertMovement: BulkStatement
  private let insertTag: BulkStatement
  private let deleteTags: Statement
  /// The columns that the file has, in the order of the statement that updates.
  private let updated: [ItemColumn]
  /// The statements that update only some of them, because a row says nothing in the others.
  private var partialUpdates: [[ItemColumn]: Statement] = [:]
  /// Items with higher keys are new.
  private let lastOldKey: Int64
  /// The items of before that the file has had already.
  private var seen = KeySet()
  private var locationIDs: [String: Int64?] = [:]
  /// The number to try next for a SKU that is there already.
  private var suffixes: [String: Int] = [:]
  /// Finds the items that rows without a SKU are about.
  private let finder: ItemFinder
  /// The number of the next item without a SKU; `nil` as long as there was none.
  private var nextNumber: Int?
  /// The largest number that the file itself has in a SKU.
  private let largestNumberInFile: () throws -> Int?

  /// - Parameter largestNumberInFile: The largest number of the pattern that a SKU of the file has.
  ///   Is asked for when the first item is numbered.
  init(
    _ db: Database,
    _ options: ImportOptions,
    largestNumberInFile: @escaping () throws -> Int? = { nil }
  ) throws {
    self.db = db
    self.options = options
    self.largestNumberInFile = largestNumberInFile
    locations = LocationWriter(db)
    lastOldKey = try Int64.fetchOne(db, sql: "SELECT MAX(key) FROM item") ?? 0
    finder = ItemFinder(db, options, lastOldKey: lastOldKey)
    insert = try BulkStatement(
      db,
      """
      INSERT INTO item (sku, name, barcode, quantityMillionths, unit, reorderLevelMillionths,
        priceMillionths, currency, locationID, tags, notes, id, createdAt, changedAt, nameOrder,
        skuOrder)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (sku) DO NOTHING
      """
    )
    // An item that is there was not added when the file says, and is changed now.
    updated = ItemColumn.allCases.filter {
      ![.sku, .created, .changed].contains($0)
        && (options.mapping.contains($0)
          // The price may say the currency, too, and the name of a column the unit.
          || $0 == .currency && options.mapping.contains(.price)
          || $0 == .unit && options.mayHaveUnits
          || $0 == .notes && options.unmapped == .notes)
    }
    update = try Self.update(updated, db)
    selectBySku = try db.makeStatement(
      sql: "SELECT key, quantityMillionths FROM item WHERE sku = ?"
    )
    insertMovement = try BulkStatement(
      db,
      "INSERT INTO movement (itemKey, date, reason, deltaMillionths) VALUES (?, ?, 'counted', ?)"
    )
    insertTag = try BulkStatement(
      db,
      "INSERT OR IGNORE INTO itemTag (itemKey, tagKey) VALUES (?, ?)"
    )
    deleteTags = try db.makeStatement(sql: "DELETE FROM itemTag WHERE itemKey = ?")
  }

  /// Gives a row without a SKU that of the item that it is about, or the next free number.
  ///
  /// - Returns: Why nobody knows which item the row is about; `nil` if that is known.
  func identify(_ row: inout ImportRow) throws -> String? {
    guard row.item.sku.isEmpty else { return nil }
    if options.duplicates != .add {
      switch try finder.find(row, isTaken: seen.contains) {
      case .found(let sku):
        row.item.sku = sku
        row.skuOrigin = .recognised
        return nil
      case .several:
        return Self.problem(row.item)
      case .none:
        break
      }
    }
    guard hasName(row) else {
      let barcode = row.item.barcode
      return tr(
        "no item has the barcode “\(barcode)”; expected one to update, or a name for a new one"
      )
    }
    let number = try nextNumber ?? firstNumber()
    nextNumber = number + 1
    row.item.sku = options.skuPattern.sku(number)
    row.skuOrigin = .number
    return nil
  }

  private func firstNumber() throws -> Int {
    let taken = [try db.largestNumber(options.skuPattern), try largestNumberInFile()]
    return options.skuPattern.number(after: taken.compactMap(\.self).max())
  }

  private static func problem(_ item: Item) -> String {
    let (name, barcode) = (item.name, item.barcode)
    return name.isEmpty
      ? tr("several items have the barcode “\(barcode)”; expected a SKU that tells which is meant")
      : tr("several items can be this “\(name)”; expected a SKU that tells which is meant")
  }

  private func hasName(_ row: ImportRow) -> Bool {
    options.mapping.contains(.name) && !row.missing.contains(.name)
  }

  /// Writes a row: adds an item, or does with the one that has its SKU what the options say.
  func write(_ row: ImportRow) throws -> ImportOutcome {
    if hasName(row), try add(row) { return .added }
    guard let old = try Row.fetchOne(selectBySku, arguments: [row.item.sku]) else {
      return .problem(
        tr("no item has the SKU “\(row.item.sku)”; expected one to update, or a name for a new one")
      )
    }
    let key = try old.decode(Int64.self, atIndex: 0)
    if options.duplicates == .add {
      try addWithNewSku(row)
      return .added
    }
    guard key <= lastOldKey, seen.insert(key) else { return .repeated }
    if options.duplicates == .skip { return .skipped }
    try update(row, key: key, quantity: old.quantity(atIndex: 1))
    return .updated
  }

  /// - Returns: `false` when the SKU is there already.
  private func add(_ row: ImportRow) throws -> Bool {
    let item = row.item
    // No location is made for an item that is not added.
    if !item.location.isEmpty, locationIDs[item.location] == nil,
      try Row.fetchOne(selectBySku, arguments: [item.sku]) != nil
    {
      return false
    }
    // Nothing was changed before it was there, or will have been.
    let changed = min(row.changed ?? now, now)
    let created = min(row.created ?? now, changed)
    let locationID = try locationID(item.location)
    insert.bind(item.sku)
    insert.bind(item.name)
    insert.bind(item.barcode)
    insert.bind(item.quantity.millionths)
    insert.bind(item.unit)
    insert.bind(item.reorderLevel?.millionths)
    insert.bind(item.price.millionths)
    insert.bind(item.currency)
    insert.bind(locationID)
    insert.bind(item.tags.joined(separator: "\n"))
    insert.bind(item.notes)
    insert.bind(item.id.uuidString)
    insert.bind(created)
    insert.bind(changed)
    insert.bind(item.name.naturalKey)
    insert.bind(item.sku.naturalKey)
    try insert.execute()
    guard db.changesCount > 0 else { return false }
    let key = db.lastInsertedRowID
    if item.quantity != 0 { try book(item.quantity, key) }
    try write(item.tags, key)
    return true
  }

  private func addWithNewSku(_ row: ImportRow) throws {
    var row = row
    let sku = row.item.sku
    var number = suffixes[sku] ?? 2
    repeat {
      row.item.sku = "\(sku)-\(number)"
      number += 1
    } while try !add(row)
    suffixes[sku] = number
  }

  private func update(_ row: ImportRow, key: Int64, quantity: Quantity) throws {
    var row = row
    if !row.additions.isEmpty,
      !options.mapping.contains(.notes) || row.missing.contains(.notes)
        || row.unchanged.contains(.notes)
    {
      // What somebody has written into the notes stays.
      let notes = try String.fetchOne(
        db,
        sql: "SELECT notes FROM item WHERE key = ?",
        arguments: [key]
      )
      row.item.notes = row.additions.reduce(notes ?? "") { $1.add(to: $0) }
      row.missing.remove(.notes)
      row.unchanged.remove(.notes)
    } else if options.unmapped == .notes, row.additions.isEmpty, !options.mapping.contains(.notes) {
      row.unchanged.insert(.notes)
    }
    let item = row.item
    let unchanged = row.missing.union(row.unchanged)
    let columns = unchanged.isEmpty ? updated : updated.filter { !unchanged.contains($0) }
    var arguments: StatementArguments = [now]
    for column in columns { arguments += try self.arguments(column, row) }
    arguments += [key]
    let update = columns.count == updated.count ? update : try partialUpdate(columns)
    update.setUncheckedArguments(arguments)
    try update.execute()
    if row.hasQuantity, item.quantity != quantity { try book(item.quantity - quantity, key) }
    if columns.contains(.tags) {
      try deleteTags.execute(arguments: [key])
      try write(item.tags, key)
    }
  }

  private func partialUpdate(_ columns: [ItemColumn]) throws -> Statement {
    if let update = partialUpdates[columns] { return update }
    // Members can be left out in two thousand ways; most files have a few of them.
    if partialUpdates.count > 100 { partialUpdates.removeAll() }
    let update = try Self.update(columns, db)
    partialUpdates[columns] = update
    return update
  }

  private static func update(_ columns: [ItemColumn], _ db: Database) throws -> Statement {
    let assignments = ["changedAt = ?"] + columns.map(assignment)
    return try db.makeStatement(
      sql: "UPDATE item SET \(assignments.joined(separator: ", ")) WHERE key = ?"
    )
  }

  private static func assignment(_ column: ItemColumn) -> String {
    switch column {
    case .name: "name = ?, nameOrder = ?"
    // What is not said stays.
    case .quantity: "quantityMillionths = IFNULL(?, quantityMillionths)"
    case .price: "priceMillionths = IFNULL(?, priceMillionths)"
    case .currency: "currency = IFNULL(?, currency)"
    case .location: "locationID = ?"
    case .reorderLevel: "reorderLevelMillionths = ?"
    case .sku, .barcode, .unit, .tags, .notes: "\(column.rawValue) = ?"
    case .created: "createdAt = ?"
    case .changed: "changedAt = ?"
    }
  }

  private func arguments(_ column: ItemColumn, _ row: ImportRow) throws -> StatementArguments {
    let item = row.item
    return switch column {
    case .name: [item.name, item.name.naturalKey]
    case .sku: [item.sku]
    case .barcode: [item.barcode]
    case .quantity: [row.hasQuantity ? item.quantity : nil]
    case .unit: [item.unit]
    case .reorderLevel: [item.reorderLevel]
    case .price: [row.hasPrice ? item.price.millionths : nil]
    case .currency: [row.hasCurrency ? item.currency : nil]
    case .location: [try locationID(item.location)]
    case .tags: [item.tags.joined(separator: "\n")]
    case .notes: [item.notes]
    case .created: [row.created]
    case .changed: [row.changed]
    }
  }

  private func book(_ delta: Quantity, _ key: Int64) throws {
    insertMovement.bind(key)
    insertMovement.bind(now)
    insertMovement.bind(delta.millionths)
    try insertMovement.execute()
  }

  private func write(_ tags: [String], _ key: Int64) throws {
    for tag in tags {
      insertTag.bind(key)
      insertTag.bind(tag.folded)
      try insertTag.execute()
    }
  }

  private func locationID(_ text: String) throws -> Int64? {
    if text.isEmpty { return nil }
    if let id = locationIDs[text] { return id }
    let id = try locations.id(of: LocationPath(text))
    if locationIDs.count > 10_000 { locationIDs.removeAll() }
    locationIDs[text] = .some(id)
    return id
  }
}

/// A set of keys of a table. A million keys that follow each other are 125 kilobytes.
struct KeySet {
  private var blocks: [Int64: [UInt64]] = [:]
  private static let blockSize: Int64 = 4_096

  func contains(_ key: Int64) -> Bool {
    let (number, place) = key.quotientAndRemainder(dividingBy: Self.blockSize)
    guard let words = blocks[number] else { return false }
    return words[Int(place.magnitude / 64)] & UInt64(1) << (place.magnitude % 64) != 0
  }

  /// - Returns: `false` when the key was there already.
  mutating func insert(_ key: Int64) -> Bool {
    let (number, place) = key.quotientAndRemainder(dividingBy: Self.blockSize)
    let (word, bit) = (Int(place.magnitude / 64), place.magnitude % 64)
    let mask = UInt64(1) << bit
    let isNew = (blocks[number]?[word] ?? 0) & mask == 0
    blocks[number, default: Array(repeating: 0, count: Int(Self.blockSize / 64))][word] |= mask
    return isNew
  }
}

import Foundation
import GRDB
import InventoryCore

/// Remembers what an import does, for it to be taken back, unless that is too much.
struct ImportRecorder {
  /// How many items may be changed. What has become of each is kept in memory.
  static let limit = 5_000
  /// How many items may be added. A copy of them is kept in the temporary database.
  static let addedLimit = 100_000

  private let db: Database
  private let isUpdating: Bool
  /// Items with higher keys are new.
  private let lastOldKey: Int64
  /// Locations with larger numbers are new.
  private let lastOldLocation: Int64
  private let selectBySku: Statement
  /// The items that were there, as they were, in the order of the file.
  private var recorders: [ItemRecorder] = []
  private var seen: Set<Item.ID> = []
  private var rows = 0
  private var isTooMuch = false

  init(_ db: Database, _ options: ImportOptions) throws {
    self.db = db
    lastOldKey = try Int64.fetchOne(db, sql: "SELECT MAX(key) FROM item") ?? 0
    isUpdating = options.duplicates == .update
    lastOldLocation = try db.lastLocationNumber()
    selectBySku = try db.makeStatement(sql: "SELECT id FROM item WHERE sku = ? AND key <= ?")
  }

  /// Whether the movements of items are read that rows may change.
  var readsMovements: Bool { isUpdating && !isTooMuch }

  /// Remembers the item that a row may change.
  ///
  /// - Parameter item: The item as the file has it.
  mutating func willWrite(_ item: Item) throws {
    guard readsMovements else { return }
    rows += 1
    let text = try String.fetchOne(selectBySku, arguments: [item.sku, lastOldKey])
    if let id = text.flatMap({ UUID(uuidString: $0) }), seen.insert(id).inserted {
      recorders.append(try ItemRecorder(id, mayDelete: false, db))
    }
    // Each row adds an item or changes one.
    guard recorders.count > Self.limit || rows > Self.addedLimit + Self.limit else { return }
    isTooMuch = true
    (recorders, seen) = ([], [])
  }

  /// What has been done; `nil` if it is nothing, or too much to be taken back.
  ///
  /// - Parameters:
  ///   - summary: What is told of it.
  ///   - record: Keeps the items that were added.
  func change(_ summary: ImportSummary, _ record: ManyItemsRecord) throws -> InventoryChange? {
    guard !isTooMuch, summary.added <= Self.addedLimit else { return nil }
    let items = try recorders.compactMap { try $0.change(db) }
    var added: ManyItemsReversal?
    if summary.added > 0 {
      let writer = ManyItemsWriter(record, db)
      defer { try? writer.finish() }
      added = try writer.recordAdded(after: lastOldKey)
    }
    guard added != nil || !items.isEmpty else { return nil }
    return InventoryChange(
      .imported(summary),
      items,
      added: added,
      locations: try LocationChange(madeForItemsAfter: lastOldLocation, db)
    )
  }
}

import GRDB
import InventoryCore

/// Remembers what an import does, for it to be taken back, unless that is too much.
struct ImportRecorder {
  /// How many items may be added or changed. What has become of each is kept in memory.
  static let limit = 5_000

  private let db: Database
  private let isUpdating: Bool
  /// Items with higher keys are new.
  private let lastOldKey: Int64
  /// Locations with larger numbers are new.
  private let lastOldLocation: Int64
  /// The items that were there, as they were, in the order of the file.
  private var recorders: [ItemRecorder] = []
  private var seen: Set<Item.ID> = []
  private var rows = 0

  init(_ db: Database, _ options: ImportOptions) throws {
    self.db = db
    isUpdating = options.duplicates == .update
    lastOldKey = try Int64.fetchOne(db, sql: "SELECT MAX(key) FROM item") ?? 0
    lastOldLocation = try db.lastLocationNumber()
  }

  /// Whether the movements of items are read that rows may change.
  var readsMovements: Bool { isUpdating && rows <= Self.limit }

  /// Remembers the item that a row may change.
  ///
  /// - Parameter item: The item as the file has it.
  mutating func willWrite(_ item: Item) throws {
    guard isUpdating, rows <= Self.limit else { return }
    rows += 1
    // Each row adds an item or changes one.
    guard rows <= Self.limit else {
      recorders = []
      return
    }
    guard let old = try db.items(where: "item.sku = ?", [item.sku]).first,
      seen.insert(old.id).inserted
    else { return }
    recorders.append(try ItemRecorder(old.id, mayDelete: false, db))
  }

  /// What has been done; `nil` if it is nothing, or too much to be taken back.
  ///
  /// - Parameter summary: What is told of it.
  func change(_ summary: ImportSummary) throws -> InventoryChange? {
    guard rows <= Self.limit else { return nil }
    let added = try Int.fetchOne(
      db,
      sql: "SELECT COUNT(*) FROM (SELECT 1 FROM item WHERE key > ? LIMIT ?)",
      arguments: [lastOldKey, Self.limit + 1]
    )
    guard let added, added <= Self.limit else { return nil }
    var items = try db.items(where: "item.key > ?", [lastOldKey]).map { item in
      ItemChange.added(item, movements: try db.movements(ofItem: item.id))
    }
    items += try recorders.compactMap { try $0.change(db) }
    guard !items.isEmpty else { return nil }
    return InventoryChange(
      .imported(summary),
      items,
      locations: try LocationChange(madeForItemsAfter: lastOldLocation, db)
    )
  }
}

import Foundation
import GRDB
import InventoryCore

extension InventoryDatabase {
  /// Writes what changes one item, and tells a journal about it once it is in the database.
  ///
  /// - Parameters:
  ///   - journal: where the change is told, if anybody wants to know.
  ///   - id: the item that is changed.
  ///   - mayDelete: whether the item may be deleted.
  ///   - kind: what an item that was there and still is has been through.
  func write<Value>(
    telling journal: ChangeJournal?,
    about id: Item.ID,
    mayDelete: Bool = false,
    as kind: (_ name: String) -> InventoryChange.Kind = { .edited(name: $0) },
    _ body: (Database) throws -> Value
  ) throws -> Value {
    guard let journal, journal.isHeard else { return try write(body) }
    let (value, change) = try write { db -> (Value, InventoryChange?) in
      let recorder = try ItemRecorder(id, mayDelete: mayDelete, db)
      let lastLocation = try db.lastLocationNumber()
      let value = try body(db)
      let locations = try LocationChange(madeForItemsAfter: lastLocation, db)
      let change = try recorder.change(db).map {
        InventoryChange($0, changedAs: kind, locations: locations)
      }
      return (value, change)
    }
    if let change { journal.add(change) }
    return value
  }
}

extension InventoryChange {
  fileprivate init(
    _ change: ItemChange,
    changedAs kind: (_ name: String) -> Kind,
    locations: LocationChange
  ) {
    let kind: Kind =
      switch change {
      case .added(let item, _, _): .added(name: item.name)
      case .changed(let before, let after, _, _):
        switch kind(after.name) {
        case .edited(let name, _) where before.name != name:
          .edited(name: name, formerly: before.name)
        case let kind: kind
        }
      case .deleted(let record): .deleted(name: record.item.name)
      }
    self.init(kind, [change], locations: locations)
  }
}

/// Remembers what an item is like before something is done to it.
struct ItemRecorder {
  private let id: Item.ID
  private let item: Item?
  private let movements: [Movement]
  /// All that belongs to the item, if it may be deleted.
  private let record: ItemRecord?

  /// - Parameter mayDelete: whether the item may be deleted.
  init(_ id: Item.ID, mayDelete: Bool, _ db: Database) throws {
    self.id = id
    item = try db.items(where: "item.id = ?", [id.uuidString]).first
    movements = try db.movements(ofItem: id)
    record = mayDelete ? try ItemRecord(id, db) : nil
  }

  /// What has been done to the item since; `nil` if nothing has.
  func change(_ db: Database) throws -> ItemChange? {
    let current = try db.items(where: "item.id = ?", [id.uuidString]).first
    let present = try db.movements(ofItem: id)
    switch (item, current) {
    case (let item?, let current?):
      let added = Set(present).subtracting(movements).sorted { $0.id < $1.id }
      let removed = Set(movements).subtracting(present).sorted { $0.id < $1.id }
      guard item != current || !added.isEmpty || !removed.isEmpty else { return nil }
      return .changed(before: item, after: current, added: added, removed: removed)
    case (_?, nil):
      return record.map { .deleted($0) }
    case (nil, let current?):
      return .added(current, movements: present, attached: try db.attachments(ofItem: id))
    case (nil, nil):
      return nil
    }
  }
}

extension Database {
  /// What would go with an item. The photo is not read.
  func attachments(ofItem id: Item.ID) throws -> Attachments {
    let row = try Row.fetchOne(
      self,
      sql: """
        SELECT (SELECT length(data) FROM photo WHERE itemID = :id AND orphanedAt IS NULL),
          EXISTS (SELECT 1 FROM stocktakeCount JOIN item ON item.key = itemKey WHERE item.id = :id)
        """,
      arguments: ["id": id.uuidString]
    )
    return Attachments(photoSize: row?[0], isCounted: row?[1] ?? false)
  }

  /// All that has happened to the quantity and the place of an item, the oldest first.
  func movements(ofItem id: Item.ID) throws -> [Movement] {
    try movements(where: "itemKey = (SELECT key FROM item WHERE id = ?)", [id.uuidString])
  }
}

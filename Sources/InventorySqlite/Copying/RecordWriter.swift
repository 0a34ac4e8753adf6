import Foundation
import GRDB
import InventoryCore

/// Writes parts of another inventory into a file in which there is nothing, as they are.
struct RecordWriter {
  private let db: Database
  private let insertLocation: Statement
  private let insertItem: Statement
  private let insertTag: Statement
  private let insertMovement: Statement
  private let insertCount: Statement
  private var paths: [Int64: LocationPath] = [:]

  init(_ db: Database) throws {
    self.db = db
    insertLocation = try db.makeStatement(
      sql: "INSERT INTO location (id, parentID, name, path, pathOrder) VALUES (?, ?, ?, ?, ?)"
    )
    insertItem = try db.makeStatement(
      sql: """
        INSERT INTO item (id, sku, barcode, name, quantityMillionths, unit,
          reorderLevelMillionths, priceMillionths, currency, locationID, tags, notes, createdAt,
          changedAt, nameOrder, skuOrder)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    insertTag = try db.makeStatement(
      sql: """
        INSERT OR IGNORE INTO itemTag (itemKey, tagKey)
        SELECT key, ? FROM item WHERE id = ?
        """
    )
    insertMovement = try db.makeStatement(
      sql: """
        INSERT INTO movement
          (id, itemKey, date, reason, deltaMillionths, note, origin, destination)
        SELECT ?, key, ?, ?, ?, ?, ?, ? FROM item WHERE id = ?
        """
    )
    insertCount = try db.makeStatement(
      sql: """
        INSERT INTO stocktakeCount (itemKey, countedMillionths, expectedMillionths, countedAt)
        SELECT key, ?, ?, ? FROM item WHERE id = ?
        """
    )
  }

  mutating func write(_ records: InventoryRecords) throws {
    switch records {
    case .locations(let locations):
      for location in locations {
        let parent = location.parent.flatMap { paths[$0] }
        let path = LocationPath(names: (parent?.names ?? []) + [location.name])
        paths[location.id] = path
        try insertLocation.execute(
          arguments: [
            location.id, location.parent, location.name, path.text, path.text.naturalPathKey,
          ]
        )
      }
    case .items(let items):
      for record in items { try write(record) }
    case .movements(let movements):
      for record in movements {
        let movement = record.movement
        try insertMovement.execute(
          arguments: [
            movement.id, movement.date.milliseconds, movement.reason.rawValue, movement.delta,
            movement.note, movement.origin, movement.destination, record.item.uuidString,
          ]
        )
      }
    case .counts(let counts):
      for count in counts {
        try insertCount.execute(
          arguments: [
            count.counted, count.expected, count.date.milliseconds, count.item.uuidString,
          ]
        )
      }
    case .photo(let record):
      try db.setPhoto(record.photo, ofItem: record.item)
    }
  }

  private func write(_ record: InventoryRecords.ItemRecord) throws {
    let item = record.item
    try insertItem.execute(
      arguments: [
        item.id.uuidString, item.sku, item.barcode, item.name, item.quantity, item.unit,
        item.reorderLevel, item.price.millionths, item.currency, record.location,
        item.tags.joined(separator: "\n"), item.notes, record.created, record.changed,
        item.name.naturalKey, item.sku.naturalKey,
      ]
    )
    for tag in item.tags {
      try insertTag.execute(arguments: [tag.folded, item.id.uuidString])
    }
  }
}

import Foundation
import GRDB
import InventoryCore

/// Reads everything in a file, part after part, from one state of it.
struct RecordReader {
  private enum Part {
    case locations
    case items(after: String)
    case movements(after: Int64)
    case counts(after: String)
    case photos(after: String)
    case end
  }

  private var part = Part.locations

  /// Reads the next part.
  ///
  /// - Returns: `nil` when there is nothing left.
  mutating func next(_ db: Database) throws -> InventoryRecords? {
    while true {
      switch part {
      case .locations:
        part = .items(after: "")
        let locations = try db.locationRecords()
        if !locations.isEmpty { return .locations(locations) }
      case .items(let last):
        let items = try db.itemRecords(after: last)
        part = items.last.map { .items(after: $0.item.id.uuidString) } ?? .movements(after: .min)
        if !items.isEmpty { return .items(items) }
      case .movements(let last):
        let movements = try db.movementRecords(after: last)
        part = movements.last.map { .movements(after: $0.movement.id) } ?? .counts(after: "")
        if !movements.isEmpty { return .movements(movements) }
      case .counts(let last):
        let counts = try db.countRecords(after: last)
        part = counts.last.map { .counts(after: $0.item.uuidString) } ?? .photos(after: "")
        if !counts.isEmpty { return .counts(counts) }
      case .photos(let last):
        let photo = try db.photoRecord(after: last)
        part = photo.map { .photos(after: $0.item.uuidString) } ?? .end
        if let photo { return .photo(photo) }
      case .end:
        return nil
      }
    }
  }
}

extension Database {
  fileprivate func locationRecords() throws -> [InventoryRecords.LocationRecord] {
    let all = try Row.fetchAll(self, sql: "SELECT id, parentID, name FROM location ORDER BY id")
      .map { row in
        InventoryRecords.LocationRecord(
          id: try row.decode(Int64.self, atIndex: 0),
          parent: try row.decode(Int64?.self, atIndex: 1),
          name: try row.decode(String.self, atIndex: 2)
        )
      }
    // Level after level, each by number.
    let inside = Dictionary(grouping: all, by: \.parent)
    var level = inside[nil] ?? []
    var ordered: [InventoryRecords.LocationRecord] = []
    while !level.isEmpty {
      ordered += level
      level = level.flatMap { inside[$0.id] ?? [] }.sorted { $0.id < $1.id }
    }
    // A damaged file can have a location inside itself, which is in no level.
    guard ordered.count == all.count else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a location is inside itself")
    }
    return ordered
  }

  fileprivate func movementRecords(after last: Int64) throws -> [InventoryRecords.MovementRecord] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT movement.id, date, reason, deltaMillionths, note, origin, destination, item.id
        FROM movement JOIN item ON item.key = movement.itemKey
        WHERE movement.id > ? ORDER BY movement.id LIMIT ?
        """,
      arguments: [last, InventoryRecords.limit]
    )
    .map { row in
      InventoryRecords.MovementRecord(
        item: try row.identity(atIndex: 7),
        movement: try Movement(row, at: 0)
      )
    }
  }

  fileprivate func countRecords(after last: String) throws -> [InventoryRecords.CountRecord] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT item.id, countedMillionths, expectedMillionths, countedAt
        FROM stocktakeCount JOIN item ON item.key = stocktakeCount.itemKey
        WHERE item.id > ? ORDER BY item.id LIMIT ?
        """,
      arguments: [last, InventoryRecords.limit]
    )
    .map { row in
      InventoryRecords.CountRecord(
        item: try row.identity(atIndex: 0),
        counted: try row.decode(Quantity.self, atIndex: 1),
        expected: try row.decode(Quantity.self, atIndex: 2),
        date: Date(milliseconds: try row.decode(Int64.self, atIndex: 3))
      )
    }
  }

  fileprivate func photoRecord(after last: String) throws -> InventoryRecords.PhotoRecord? {
    // Those of deleted items are only kept so that the deletion can be taken back.
    let id = try Row.fetchOne(
      self,
      sql: """
        SELECT itemID FROM photo WHERE itemID > ? AND orphanedAt IS NULL ORDER BY itemID LIMIT 1
        """,
      arguments: [last]
    )
    .map { try $0.identity(atIndex: 0) }
    guard let id, let photo = try photo(ofItem: id) else { return nil }
    return InventoryRecords.PhotoRecord(item: id, photo: photo)
  }
}

extension Row {
  fileprivate func identity(atIndex index: Int) throws -> UUID {
    let text = try decode(String.self, atIndex: index)
    guard let id = UUID(uuidString: text) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an item has no UUID")
    }
    return id
  }
}

import Foundation
import InventoryCore
import PostgresClient

/// All records of an inventory, part after part. They are read in one transaction, so that they are
/// those of one moment.
struct RecordParts: AsyncSequence, Sendable {
  fileprivate let connection: Connection

  func makeAsyncIterator() -> Iterator { Iterator(connection: connection) }

  struct Iterator: AsyncIteratorProtocol {
    private enum Part {
      case locations
      case items(after: UUID?)
      case movements(after: Int64)
      case counts(after: UUID?)
      case photos(after: UUID?)
      case end
    }

    fileprivate let connection: Connection
    private var part = Part.locations

    fileprivate init(connection: Connection) {
      self.connection = connection
    }

    mutating func next() async throws -> InventoryRecords? {
      while true {
        switch part {
        case .locations:
          part = .items(after: nil)
          let locations = try await connection.locationRecords()
          if !locations.isEmpty { return .locations(locations) }
        case .items(let last):
          let items = try await connection.itemRecords(after: last)
          part = items.last.map { .items(after: $0.item.id) } ?? .movements(after: .min)
          if !items.isEmpty { return .items(items) }
        case .movements(let last):
          let movements = try await connection.movementRecords(after: last)
          part = movements.last.map { .movements(after: $0.movement.id) } ?? .counts(after: nil)
          if !movements.isEmpty { return .movements(movements) }
        case .counts(let last):
          let counts = try await connection.countRecords(after: last)
          part = counts.last.map { .counts(after: $0.item) } ?? .photos(after: nil)
          if !counts.isEmpty { return .counts(counts) }
        case .photos(let last):
          let photo = try await connection.photoRecord(after: last)
          part = photo.map { .photos(after: $0.item) } ?? .end
          if let photo { return .photo(photo) }
        case .end:
          return nil
        }
      }
    }
  }
}

extension Connection {
  /// All records of the inventory.
  nonisolated func records() -> RecordParts { RecordParts(connection: self) }

  fileprivate nonisolated func locationRecords() async throws -> [InventoryRecords.LocationRecord] {
    try await rows(
      """
      WITH RECURSIVE tree AS (
        SELECT id, parent_id, name, 0 AS depth FROM location WHERE parent_id IS NULL
        UNION ALL
        SELECT location.id, location.parent_id, location.name, depth + 1
        FROM location JOIN tree ON location.parent_id = tree.id
      )
      SELECT id, parent_id, name FROM tree ORDER BY depth, id
      """
    )
    .map {
      try InventoryRecords.LocationRecord(
        id: $0.decode(0),
        parent: $0.decode(1),
        name: $0.decode(2)
      )
    }
  }

  fileprivate nonisolated func itemRecords(
    after last: UUID?
  ) async throws -> [InventoryRecords.ItemRecord] {
    try await rows(
      """
      SELECT \(Self.itemFields), item.location_id, item.created_at, item.changed_at
      FROM \(Self.itemTables) WHERE \(last)::uuid IS NULL OR item.id > \(last)
      ORDER BY item.id LIMIT \(InventoryRecords.limit)
      """
    )
    .map { row in
      try InventoryRecords.ItemRecord(
        item: Item(row),
        location: row.decode(12),
        created: row.decode(13, as: Date.self).milliseconds,
        changed: row.decode(14, as: Date.self).milliseconds
      )
    }
  }

  fileprivate nonisolated func movementRecords(
    after last: Int64
  ) async throws -> [InventoryRecords.MovementRecord] {
    try await rows(
      """
      SELECT \(Self.movementFields), movement.item_id FROM movement
      WHERE movement.id > \(last) ORDER BY movement.id LIMIT \(InventoryRecords.limit)
      """
    )
    .map { row in
      var movement = try Movement(row)
      movement.date = movement.date.wholeMilliseconds
      return try InventoryRecords.MovementRecord(item: row.decode(9), movement: movement)
    }
  }

  fileprivate nonisolated func countRecords(
    after last: UUID?
  ) async throws -> [InventoryRecords.CountRecord] {
    try await rows(
      """
      SELECT item_id, counted_millionths, expected_millionths, counted_at FROM stocktake_count
      WHERE \(last)::uuid IS NULL OR item_id > \(last)
      ORDER BY item_id LIMIT \(InventoryRecords.limit)
      """
    )
    .map { row in
      try InventoryRecords.CountRecord(
        item: row.decode(0),
        counted: row.decode(1),
        expected: row.decode(2),
        date: row.decode(3, as: Date.self).wholeMilliseconds
      )
    }
  }

  fileprivate nonisolated func photoRecord(
    after last: UUID?
  ) async throws -> InventoryRecords.PhotoRecord? {
    // Those of deleted items are only kept so that the deletion can be taken back.
    let id: UUID? = try await value(
      """
      SELECT item_id FROM photo
      WHERE orphaned_at IS NULL AND (\(last)::uuid IS NULL OR item_id > \(last))
      ORDER BY item_id LIMIT 1
      """
    )
    guard let id, let photo = try await photo(ofItem: id) else { return nil }
    return InventoryRecords.PhotoRecord(item: id, photo: photo)
  }

  /// Adds a part of another inventory as it is.
  nonisolated func write(_ records: InventoryRecords) async throws {
    switch records {
    case .locations(let locations):
      // One after the other, since the path of each is made of that of its parent.
      try await execute(
        """
        INSERT INTO location (id, parent_id, name) OVERRIDING SYSTEM VALUE
        SELECT id, nullif(parent_id, -1), name
        FROM unnest(
          \(locations.map(\.id)), \(locations.map { $0.parent ?? -1 }), \(locations.map(\.name))
        ) WITH ORDINALITY AS location (id, parent_id, name, number) ORDER BY number
        """
      )
    case .items(let items):
      try await execute(
        """
        INSERT INTO item (id, sku, barcode, name, unit, reorder_level_millionths,
          price_millionths, currency, location_id, tags, notes, created_at, changed_at)
        SELECT id, sku, barcode, name, unit, nullif(reorder_level, -1), price_millionths, currency,
          nullif(location_id, -1), string_to_array(tags, E'\\n'), notes, created_at, changed_at
        FROM unnest(
          \(items.map(\.item.id)), \(items.map(\.item.sku)), \(items.map(\.item.barcode)),
          \(items.map(\.item.name)), \(items.map(\.item.unit)),
          \(items.map { $0.item.reorderLevel?.millionths ?? -1 }), \(items.map(\.item.price.millionths)),
          \(items.map(\.item.currency)), \(items.map { $0.location ?? -1 }),
          \(items.map { $0.item.tags.joined(separator: "\n") }), \(items.map(\.item.notes)),
          \(items.map { Date(milliseconds: $0.created) }),
          \(items.map { Date(milliseconds: $0.changed) })
        ) AS item (id, sku, barcode, name, unit, reorder_level, price_millionths, currency,
          location_id, tags, notes, created_at, changed_at)
        """
      )
    case .movements(let records):
      // The quantities follow the movements, once all are there.
      try await execute(
        """
        INSERT INTO pg_temp.copied_movement (id, item_id, date, reason, delta_millionths, note,
          origin, destination, role, machine)
        SELECT id, item_id, date, reason, delta, note,
          CASE WHEN has_origin THEN origin END, CASE WHEN has_destination THEN destination END,
          CASE WHEN has_author THEN role ELSE current_user END,
          CASE WHEN has_author THEN machine ELSE '' END
        FROM unnest(
          \(records.map(\.movement.id)), \(records.map(\.item)), \(records.map(\.movement.date)),
          \(records.map(\.movement.reason.rawValue)), \(records.map(\.movement.delta)),
          \(records.map(\.movement.note)), \(records.map { $0.movement.origin != nil }),
          \(records.map { $0.movement.origin ?? "" }),
          \(records.map { $0.movement.destination != nil }),
          \(records.map { $0.movement.destination ?? "" }),
          \(records.map { $0.movement.author != nil }),
          \(records.map { $0.movement.author?.user ?? "" }),
          \(records.map { $0.movement.author?.machine ?? "" })
        ) AS movement (id, item_id, date, reason, delta, note, has_origin, origin, has_destination,
          destination, has_author, role, machine)
        """
      )
    case .counts(let counts):
      try await execute(
        """
        INSERT INTO stocktake_count
          (item_id, counted_millionths, expected_millionths, counted_at)
        SELECT * FROM unnest(
          \(counts.map(\.item)), \(counts.map(\.counted)), \(counts.map(\.expected)),
          \(counts.map(\.date))
        )
        """
      )
    case .photo(let record):
      try await setPhoto(record.photo, ofItem: record.item)
    }
  }
}

extension Date {
  /// The moment without parts of a millisecond, which a file does not keep.
  fileprivate var wholeMilliseconds: Date { Date(milliseconds: milliseconds) }
}

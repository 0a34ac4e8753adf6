import Foundation
import InventoryCore
import PostgresClient

extension PostgresSession {
  /// Changes one item, and tells the journal about it once it is done.
  ///
  /// - Parameters:
  ///   - id: The item that is changed.
  ///   - mayDelete: Whether the item may be deleted.
  ///   - location: A location that is made if it is not there.
  ///   - kind: What an item that was there and still is has been through.
  ///   - body: Changes the item.
  @discardableResult
  func change<Value>(
    of id: Item.ID,
    mayDelete: Bool = false,
    making location: LocationPath = LocationPath(names: []),
    as kind: (_ name: String) -> InventoryChange.Kind = { .edited(name: $0) },
    _ body: (Connection) async throws -> Value
  ) async throws -> Value {
    guard journal.isHeard else {
      return try await write { connection in
        try await connection.lockLocations(toMake: location)
        return try await body(connection)
      }
    }
    return try await change { connection in
      try await connection.lockLocations(toMake: location)
      let recorder = try await ItemRecorder(id, mayDelete: mayDelete, connection)
      let value = try await body(connection)
      return (value, try await recorder.change(connection, as: kind))
    }
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

/// Remembers what an item is like before something is done to it. Others wait with changing it
/// until the end of the transaction.
struct ItemRecorder {
  private let id: Item.ID
  private let item: Item?
  private let movements: [Movement]
  private let lastLocation: Int64
  /// All that belongs to the item, if it may be deleted.
  private let record: ItemRecord?

  /// - Parameter mayDelete: Whether the item may be deleted.
  init(_ id: Item.ID, mayDelete: Bool, _ connection: Connection) async throws {
    self.id = id
    let rows = try await connection.rows(
      ofAll: Connection.statementsToLockItem(id) + [
        Connection.statementForMovements(ofItem: id), Connection.statementForLastLocation,
      ]
    )
    item = try rows[1].first.map { try Item($0) }
    movements = try rows[2].map { try Movement($0) }
    lastLocation = try rows[3].first?.decode(0) ?? 0
    record = mayDelete ? try await ItemRecord(id, connection) : nil
  }

  /// What has been done to the item since; `nil` if nothing has.
  func change(_ connection: Connection) async throws -> ItemChange? {
    try await change(to: connection.rows(ofAll: statementsForPresent), connection)
  }

  /// What has been done to the item since, and to locations for it; `nil` if nothing has.
  func change(
    _ connection: Connection,
    as kind: (_ name: String) -> InventoryChange.Kind
  ) async throws -> InventoryChange? {
    let locations = LocationChange.statementForLocations(madeAfter: lastLocation)
    let rows = try await connection.rows(ofAll: statementsForPresent + [locations])
    let change = try await change(to: rows, connection)
    let made = try LocationChange(madeForItems: rows[2])
    return change.map { InventoryChange($0, changedAs: kind, locations: made) }
  }

  private var statementsForPresent: [SQL] {
    [Connection.statementForItem(id), Connection.statementForMovements(ofItem: id)]
  }

  /// - Parameter rows: What ``statementsForPresent`` have found.
  private func change(to rows: [[Row]], _ connection: Connection) async throws -> ItemChange? {
    let current = try rows[0].first.map { try Item($0) }
    let present = try rows[1].map { try Movement($0) }
    switch (item, current) {
    case (let item?, let current?):
      let added = Set(present).subtracting(movements).sorted { $0.id < $1.id }
      let removed = Set(movements).subtracting(present).sorted { $0.id < $1.id }
      guard item != current || !added.isEmpty || !removed.isEmpty else { return nil }
      return .changed(before: item, after: current, added: added, removed: removed)
    case (_?, nil):
      return record.map { .deleted($0) }
    case (nil, let current?):
      return .added(
        current,
        movements: present,
        attached: try await connection.attachments(ofItem: id)
      )
    case (nil, nil):
      return nil
    }
  }
}

extension Connection {
  /// What would go with an item. The photo is not read.
  nonisolated func attachments(ofItem id: Item.ID) async throws -> Attachments {
    let row = try await rows(
      """
      SELECT
        (SELECT octet_length(data) FROM photo WHERE item_id = \(id) AND orphaned_at IS NULL),
        EXISTS (SELECT FROM stocktake_count WHERE item_id = \(id))
      """
    ).first
    return Attachments(
      photoSize: try row?.decode(0),
      isCounted: try row?.decode(1) ?? false
    )
  }
}

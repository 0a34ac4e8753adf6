import Foundation
import GRDB
import InventoryCore

extension InventoryDatabase {
  /// Takes a change back, all of it or nothing.
  ///
  /// What others have done meanwhile stays: a field gets its former value only if nobody else has
  /// given it another one, and a quantity loses or gets back the movements of the change, whatever
  /// else was booked. An item that was added goes only if nobody has touched it since.
  ///
  /// - Parameter onProgress: Is told now and then how far that has come.
  /// - Returns: the change that takes this back in its turn.
  /// - Throws: ``UndoProblem`` when others have done something that stands in the way,
  ///   ``InventoryDatabaseError`` when the database cannot be written, `CancellationError` when the
  ///   task is cancelled.
  func revert(
    _ change: InventoryChange,
    onProgress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws -> InventoryChange {
    let result: InventoryChange
    if let reversal = change.reversal as? ManyItemsReversal {
      result = try await revert(change, reversal, onProgress: onProgress)
    } else if let reversal = change.reversal as? SqliteReversal {
      result = try await revert(change, reversal, onProgress: onProgress)
    } else {
      throw UndoProblem.madeElsewhere
    }
    if change.itemCount > ImportRecorder.limit { shortenLogLater() }
    return result
  }

  private func revert(
    _ change: InventoryChange,
    _ reversal: SqliteReversal,
    onProgress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws -> InventoryChange {
    try await write { db in
      let (count, single) = (change.itemCount, reversal.items.count)
      // Locations that return do so before the items that are in them, and new ones go after those.
      let doLocationsReturn = !reversal.locations.before.isEmpty
      var locations = LocationChange()
      if doLocationsReturn { locations = try reversal.locations.revert(db) }
      // Counts go before the items change, and come back after it: what was expected is as it was
      // when they were made.
      let counts = try reversal.counts.removeAdded(db)
      let items = try reversal.items.enumerated().compactMap { index, item in
        onProgress(
          TransferProgress(fraction: Double(index) / Double(max(count, single)), rows: index)
        )
        let recorder = try ItemRecorder(item.id, mayDelete: item.isAddition, db)
        try item.revert(db)
        return try recorder.change(db)
      }
      let added = try reversal.added.map { added in
        let writer = ManyItemsWriter(added.record, db) { progress in
          let rows = single + progress.rows
          onProgress(TransferProgress(fraction: Double(rows) / Double(max(count, 1)), rows: rows))
        }
        defer { try? writer.finish() }
        return try writer.revert(added)
      }
      if !doLocationsReturn { locations = try reversal.locations.revert(db) }
      let areCountsBack = try reversal.counts.restoreRemoved(db)
      if case .counted(let name) = change.kind,
        !areCountsBack || counts.count < reversal.counts.added.count
      {
        throw UndoProblem.countChangedMeanwhile(name: name)
      }
      return InventoryChange(
        change.kind,
        items,
        added: added,
        counts: StocktakeChange(added: reversal.counts.removed, removed: counts),
        locations: locations,
        photo: try change.photo?.revert(db)
      )
    }
  }
}

extension ItemChange {
  fileprivate var id: Item.ID {
    switch self {
    case .added(let item, _, _), .changed(_, let item, _, _): item.id
    case .deleted(let record): record.item.id
    }
  }

  fileprivate var isAddition: Bool {
    if case .added = self { true } else { false }
  }

  fileprivate func revert(_ db: Database) throws {
    switch self {
    case .added(let item, let movements, let attachments):
      try remove(item, movements, attachments, db)
    case .changed(let before, let after, let added, let removed):
      let item = try merge(before, after, db)
      try exchange(added, for: removed, of: item, db)
    case .deleted(let record):
      try record.restore(db)
    }
  }

  /// Removes an item that nobody has changed since, or given a photo or a count.
  private func remove(
    _ item: Item,
    _ movements: [Movement],
    _ attachments: Attachments,
    _ db: Database
  ) throws {
    guard let current = try db.items(where: "item.id = ?", [item.id.uuidString]).first else {
      throw UndoProblem.itemGone(name: item.name)
    }
    var fields = Item.Field.allCases.filter { !$0.isEqual(item, current) }
    if fields.isEmpty {
      var others = try db.movements(ofItem: item.id)
      let missing = movements.filter { others.removeFirst(like: $0) == nil }
      fields = Self.fields(changedBy: others + missing)
    }
    let present = try db.attachments(ofItem: item.id)
    if present.isCounted, !attachments.isCounted { fields = [.quantity] }
    guard fields.isEmpty else {
      throw UndoProblem.changedMeanwhile(name: current.name, fields: fields)
    }
    guard present.photoSize == attachments.photoSize else {
      throw UndoProblem.photoChangedMeanwhile(name: current.name)
    }
    try db.execute(sql: "DELETE FROM item WHERE id = ?", arguments: [item.id.uuidString])
  }

  /// Gives the fields their former values, except for the quantity.
  ///
  /// - Returns: the item as it is then.
  private func merge(_ before: Item, _ after: Item, _ db: Database) throws -> Item {
    let id = after.id.uuidString
    guard let current = try db.items(where: "item.id = ?", [id]).first else {
      throw UndoProblem.itemGone(name: after.name)
    }
    var wanted = before
    wanted.quantity = after.quantity
    let item: Item
    do {
      item = try ItemEdit(original: after, edited: wanted).applied(to: current)
    } catch {
      throw UndoProblem.changedMeanwhile(name: current.name, fields: error.fields)
    }
    guard item != current else { return current }
    let isTaken = try !db.items(where: "item.sku = ? AND item.id <> ?", [item.sku, id]).isEmpty
    guard !isTaken else { throw UndoProblem.skuTaken(name: item.name, sku: item.sku) }
    guard try item.location == current.location || db.hasLocation(item.location) else {
      throw UndoProblem.locationChangedMeanwhile(name: item.location)
    }
    // To take a move back is no move: what was written about it is removed from the history.
    try db.withoutBookingMoves { try ItemWriter(db).write(item) }
    return item
  }

  /// Takes movements away and puts others in their places; the quantity follows.
  private func exchange(
    _ added: [Movement],
    for removed: [Movement],
    of item: Item,
    _ db: Database
  ) throws {
    guard !added.isEmpty || !removed.isEmpty else { return }
    var present = try db.movements(ofItem: item.id)
    let found = try added.map { movement in
      guard let found = present.removeFirst(like: movement) else {
        throw UndoProblem.changedMeanwhile(
          name: item.name,
          fields: Self.fields(changedBy: [movement])
        )
      }
      return found
    }
    let delta =
      removed.reduce(.zero) { $0 + $1.delta } - added.reduce(.zero) { $0 + $1.delta }
    guard let quantity = item.quantity.adding(delta), quantity >= 0 else {
      throw UndoProblem.notEnough(name: item.name, available: item.quantity)
    }
    for movement in found {
      try db.execute(sql: "DELETE FROM movement WHERE id = ?", arguments: [movement.id])
    }
    for movement in removed {
      try db.execute(
        sql: """
          INSERT INTO movement
            (id, itemKey, date, reason, deltaMillionths, note, origin, destination)
          SELECT CASE WHEN EXISTS (SELECT 1 FROM movement WHERE id = :id) THEN NULL ELSE :id END,
            key, :date, :reason, :delta, :note, :origin, :destination FROM item WHERE id = :item
          """,
        arguments: [
          "id": movement.id, "date": movement.date.milliseconds,
          "reason": movement.reason.rawValue, "delta": movement.delta, "note": movement.note,
          "origin": movement.origin, "destination": movement.destination,
          "item": item.id.uuidString,
        ]
      )
    }
    try db.execute(
      sql: "UPDATE item SET quantityMillionths = ?, changedAt = ? WHERE id = ?",
      arguments: [quantity, Date().milliseconds, item.id.uuidString]
    )
    for movement in removed { try expect(movement.delta, movement, db) }
    for movement in added { try expect(-movement.delta, movement, db) }
  }

  /// What of an item is other than it was if its movements are.
  private static func fields(changedBy movements: some Collection<Movement>) -> [Item.Field] {
    if movements.isEmpty { return [] }
    return movements.allSatisfy { $0.reason == .moved } ? [.location] : [.quantity]
  }

  /// Changes what a count expects by a movement that was booked before it, and comes or goes now.
  private func expect(_ delta: Quantity, _ movement: Movement, _ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE stocktakeCount SET expectedMillionths = MAX(0, expectedMillionths + ?)
        WHERE itemKey = (SELECT key FROM item WHERE id = ?) AND countedAt >= ?
        """,
      arguments: [delta, id.uuidString, movement.date.milliseconds]
    )
  }
}

extension Database {
  /// Whether there is a location at a path; `true` for an empty path.
  fileprivate func hasLocation(_ path: String) throws -> Bool {
    try path.isEmpty
      || Bool.fetchOne(
        self,
        sql: "SELECT EXISTS (SELECT 1 FROM location WHERE path = ?)",
        arguments: [path]
      ) == true
  }
}

extension [Movement] {
  /// Removes a movement, which has another number if its item was deleted and has come back.
  fileprivate mutating func removeFirst(like movement: Movement) -> Movement? {
    let index =
      firstIndex(of: movement) ?? firstIndex { $0.withNumber(of: movement) == movement }
    return index.map { remove(at: $0) }
  }
}

extension Movement {
  fileprivate func withNumber(of other: Movement) -> Movement {
    Movement(
      id: other.id,
      date: date,
      reason: reason,
      delta: delta,
      note: note,
      origin: origin,
      destination: destination
    )
  }
}

import Foundation
import InventoryCore
import PostgresClient

extension InventoryChange {
  /// Takes the change back, all of it or nothing.
  ///
  /// What others have done meanwhile stays: a field gets its former value only if nobody else has
  /// given it another one, and a quantity loses or gets back the movements of the change, whatever
  /// else was booked. An item that was added goes only if nobody has touched it since.
  ///
  /// - Parameter onProgress: Is told now and then how far that has come.
  /// - Returns: The change that takes this back in its turn.
  /// - Throws: ``UndoProblem`` when others have done something that stands in the way.
  func revert(
    _ connection: Connection,
    onProgress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws -> InventoryChange {
    if let reversal = reversal as? ManyItemsReversal {
      let writer = ManyItemsWriter(reversal.record, connection, onProgress: onProgress)
      return InventoryChange(kind, reversal: try await writer.revert(reversal))
    }
    guard let reversal = reversal as? PostgresReversal else { throw UndoProblem.madeElsewhere }
    // Whoever changes the tree of locations, or makes one, locks it before any item.
    if !reversal.locations.isEmpty || reversal.items.contains(where: \.isDeletion)
      || reversal.added?.isDone == false
    {
      try await connection.lockLocations()
    }
    // Those whose counts go or come are locked by all in the same order.
    try await connection.lockItems(
      (reversal.counts.added + reversal.counts.removed).map(\.id) + reversal.items.map(\.id)
    )
    // Locations that return do so before the items that are in them, and new ones go after those.
    let doLocationsReturn = !reversal.locations.before.isEmpty
    var locations = LocationChange()
    if doLocationsReturn { locations = try await reversal.locations.revert(connection) }
    // Counts go before the items change, and come back after it: what was expected is as it was
    // when they were made.
    let counts = try await reversal.counts.removeAdded(connection)
    var items: [ItemChange] = []
    let (count, single) = (itemCount, reversal.items.count)
    for (index, item) in reversal.items.enumerated() {
      onProgress(
        TransferProgress(fraction: Double(index) / Double(max(count, single)), rows: index)
      )
      let recorder = try await ItemRecorder(item.id, mayDelete: item.isAddition, connection)
      try await item.revert(connection)
      if let change = try await recorder.change(connection) { items.append(change) }
    }
    var added = reversal.added
    if let former = reversal.added {
      let writer = ManyItemsWriter(former.record, connection) { progress in
        let rows = single + progress.rows
        onProgress(TransferProgress(fraction: Double(rows) / Double(max(count, 1)), rows: rows))
      }
      added = try await writer.revert(former)
    }
    if !doLocationsReturn { locations = try await reversal.locations.revert(connection) }
    let areCountsBack = try await reversal.counts.restoreRemoved(connection)
    if case .counted(let name) = kind, !areCountsBack || counts.count < reversal.counts.added.count
    {
      throw UndoProblem.countChangedMeanwhile(name: name)
    }
    return InventoryChange(
      kind,
      items,
      added: added,
      counts: StocktakeChange(added: reversal.counts.removed, removed: counts),
      locations: locations,
      photo: try await photo?.revert(connection)
    )
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

  fileprivate var isDeletion: Bool {
    if case .deleted = self { true } else { false }
  }

  fileprivate func revert(_ connection: Connection) async throws {
    switch self {
    case .added(let item, let movements, let attachments):
      try await remove(item, movements, attachments, connection)
    case .changed(let before, let after, let added, let removed):
      let item = try await merge(before, after, connection)
      try await exchange(added, for: removed, of: item, connection)
    case .deleted(let record):
      try await record.restore(connection)
    }
  }

  /// Removes an item that nobody has changed since, or given a photo or a count.
  private func remove(
    _ item: Item,
    _ movements: [Movement],
    _ attachments: Attachments,
    _ connection: Connection
  ) async throws {
    guard let current = try await connection.item(item.id) else {
      throw UndoProblem.itemGone(name: item.name)
    }
    var fields = Item.Field.allCases.filter { !$0.isEqual(item, current) }
    if fields.isEmpty {
      let present = try await connection.movements(ofItem: item.id)
      fields = Self.fields(changedBy: Set(present).symmetricDifference(movements))
    }
    let present = try await connection.attachments(ofItem: item.id)
    if present.isCounted, !attachments.isCounted { fields = [.quantity] }
    guard fields.isEmpty else {
      throw UndoProblem.changedMeanwhile(name: current.name, fields: fields)
    }
    guard present.photoSize == attachments.photoSize else {
      throw UndoProblem.photoChangedMeanwhile(name: current.name)
    }
    try await connection.execute("DELETE FROM item WHERE id = \(item.id)")
  }

  /// Gives the fields their former values, except for the quantity.
  ///
  /// - Returns: The item as it is then.
  private func merge(
    _ before: Item,
    _ after: Item,
    _ connection: Connection
  ) async throws -> Item {
    guard let current = try await connection.item(after.id) else {
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
    let owner: Item.ID? = try await connection.value(
      "SELECT id FROM item WHERE sku = \(item.sku) AND id <> \(item.id)"
    )
    guard owner == nil else { throw UndoProblem.skuTaken(name: item.name, sku: item.sku) }
    if item.location != current.location, !item.location.isEmpty,
      try await connection.locationID(LocationPath(item.location)) == nil
    {
      throw UndoProblem.locationChangedMeanwhile(name: item.location)
    }
    try await connection.write(item, over: current)
    // To take a move back is no move: what was written about it is removed from the history.
    if item.location != current.location {
      try await connection.execute(
        "DELETE FROM movement WHERE id = ANY (\(connection.movementsOfMoves([item.id])))"
      )
    }
    return item
  }

  /// Takes movements away and puts others in their places; the quantity follows.
  private func exchange(
    _ added: [Movement],
    for removed: [Movement],
    of item: Item,
    _ connection: Connection
  ) async throws {
    guard !added.isEmpty || !removed.isEmpty else { return }
    let present = Set(try await connection.movements(ofItem: item.id))
    if let missing = added.first(where: { !present.contains($0) }) {
      throw UndoProblem.changedMeanwhile(
        name: item.name,
        fields: Self.fields(changedBy: [missing])
      )
    }
    let gained = removed.reduce(Quantity.zero) { $0 + $1.delta }
    let lost = added.reduce(Quantity.zero) { $0 + $1.delta }
    guard let quantity = item.quantity.adding(gained - lost), quantity >= 0 else {
      throw UndoProblem.notEnough(name: item.name, available: item.quantity)
    }
    // The quantity is never below zero, not even in between.
    if gained > 0 { try await insert(removed, connection) }
    try await connection.execute("DELETE FROM movement WHERE id = ANY (\(added.map(\.id)))")
    if gained <= 0 { try await insert(removed, connection) }
    try await connection.execute("UPDATE item SET changed_at = now() WHERE id = \(item.id)")
    for movement in removed { try await expect(movement.delta, movement, connection) }
    for movement in added { try await expect(-movement.delta, movement, connection) }
  }

  /// Puts movements back as they were, with those who had made them.
  private func insert(_ movements: [Movement], _ connection: Connection) async throws {
    for movement in movements {
      try await connection.execute(
        """
        INSERT INTO movement
          (id, item_id, date, reason, delta_millionths, note, origin, destination, role, machine)
        OVERRIDING SYSTEM VALUE
        VALUES (\(movement.id), \(id), \(movement.date), \(movement.reason.rawValue),
          \(movement.delta), \(movement.note), \(movement.origin), \(movement.destination),
          coalesce(\(movement.author?.user), current_user), \(movement.author?.machine ?? ""))
        """
      )
    }
  }

  /// What of an item is other than it was if its movements are.
  private static func fields(changedBy movements: some Collection<Movement>) -> [Item.Field] {
    if movements.isEmpty { return [] }
    return movements.allSatisfy { $0.reason == .moved } ? [.location] : [.quantity]
  }

  /// Changes what a count expects by a movement that was booked before it, and comes or goes now.
  private func expect(
    _ delta: Quantity,
    _ movement: Movement,
    _ connection: Connection
  ) async throws {
    try await connection.execute(
      """
      UPDATE stocktake_count
      SET expected_millionths = greatest(0, expected_millionths + \(delta))
      WHERE item_id = \(id) AND counted_at >= \(movement.date)
      """
    )
  }
}

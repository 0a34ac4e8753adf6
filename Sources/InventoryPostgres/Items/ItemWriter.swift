import InventoryCore
import PostgresClient

/// Writes items in a transaction. A quantity that changes becomes a movement.
extension Connection {
  /// Saves what somebody has made of an item: the fields that were changed, and all of them if
  /// there is no such item.
  ///
  /// - Returns: The item as it is now.
  /// - Throws: ``ItemConflict``, ``InventoryError/duplicateSku(_:)``, ``LocationError/tooLong``.
  nonisolated func save(_ edit: ItemEdit) async throws -> Item {
    let current = try await lockedItem(edit.edited.id)
    let item = try edit.applied(to: current)
    let owner: Item.ID? = try await value(
      "SELECT id FROM item WHERE sku = \(item.sku) AND id <> \(item.id)"
    )
    guard owner == nil else { throw InventoryError.duplicateSku(item.sku) }
    // A location that is there may be longer.
    let location = LocationPath(item.location)
    if location.excess != nil, try await locationID(location) == nil {
      throw LocationError.tooLong
    }
    do {
      try await write(item, over: current)
    } catch let error as PostgresError {
      // Somebody else has given another item the SKU at the same moment.
      guard case .constraint(let constraint) = error.kind, constraint.name == "item_sku" else {
        throw error
      }
      throw InventoryError.duplicateSku(item.sku)
    }
    return item
  }

  /// Adds an item, or replaces the one with the same identity.
  ///
  /// - Parameter current: The item as it is; `nil` if there is none. It stays in its location if it
  ///   has the same path, which others may have changed since it was read.
  nonisolated func write(_ item: Item, over current: Item?) async throws {
    let isMoved = item.location != current?.location
    let location = isMoved ? try await makeLocation(LocationPath(item.location)) : nil
    guard let current else {
      try await execute(
        """
        INSERT INTO item (id, sku, barcode, name, quantity_millionths, unit,
          reorder_level_millionths, price_millionths, currency, location_id, tags, notes)
        VALUES (\(item.id), \(item.sku), \(item.barcode), \(item.name), \(item.quantity),
          \(item.unit), \(item.reorderLevel), \(item.price.millionths), \(item.currency),
          \(location), \(item.tags), \(item.notes))
        """
      )
      return
    }
    try await execute(
      """
      UPDATE item SET sku = \(item.sku), barcode = \(item.barcode), name = \(item.name),
        unit = \(item.unit), reorder_level_millionths = \(item.reorderLevel),
        price_millionths = \(item.price.millionths), currency = \(item.currency),
        location_id = CASE WHEN \(isMoved) THEN \(location) ELSE location_id END,
        tags = \(item.tags), notes = \(item.notes), changed_at = now()
      WHERE id = \(item.id)
      """
    )
    let delta = item.quantity - current.quantity
    if delta != 0 { try await book(delta, .counted, of: item.id) }
  }
}

import Foundation
import InventoryCore
import PostgresClient

/// All that the server knows of an item: its row and the rows that refer to it.
///
/// The rows are JSON as the server makes it, so that columns that this program does not know come
/// back, too.
struct ItemRecord: Equatable, Sendable {
  let item: Item
  private let row: String
  private let locationID: Int64?
  private let movements: String
  private let counts: String
  /// Kept here, too: the server forgets the photo of a deleted item after a day.
  let photo: Photo?

  /// Reads an item.
  ///
  /// - Returns: `nil` if it is not there.
  init?(_ id: Item.ID, _ connection: Connection) async throws {
    let found = try await connection.rows(
      """
      SELECT to_jsonb(item)::text, location_id,
        (
          SELECT coalesce(jsonb_agg(to_jsonb(movement) ORDER BY id), '[]')::text
          FROM movement WHERE item_id = item.id
        ),
        (
          SELECT coalesce(jsonb_agg(to_jsonb(stocktake_count)), '[]')::text
          FROM stocktake_count WHERE item_id = item.id
        )
      FROM item WHERE id = \(id)
      """
    ).first
    guard let found, let item = try await connection.item(id) else { return nil }
    self.item = item
    row = try found.decode(0)
    locationID = try found.decode(1)
    movements = try found.decode(2)
    counts = try found.decode(3)
    photo = try await connection.photo(ofItem: id)
  }

  /// Puts the item back with all that belonged to it, into the location where it was, which may
  /// have another name by now. If that is gone, it goes into one with the same path.
  ///
  /// - Throws: ``UndoProblem`` if the item is there, or if another item has its SKU.
  func restore(_ connection: Connection) async throws {
    guard try await connection.item(item.id) == nil else {
      throw UndoProblem.itemIsBack(name: item.name)
    }
    guard try await connection.items(where: "item.sku = \(item.sku)").isEmpty else {
      throw UndoProblem.skuTaken(name: item.name, sku: item.sku)
    }
    let location = try await location(connection)
    // Without its quantity, which comes with the movements.
    try await connection.execute(
      """
      INSERT INTO item (id, sku, barcode, name, unit, reorder_level_millionths, price_millionths,
        currency, location_id, tags, notes, created_at, changed_at)
      SELECT id, sku, barcode, name, unit, reorder_level_millionths, price_millionths, currency,
        \(location), tags, notes, created_at, changed_at
      FROM jsonb_populate_record(NULL::item, \(row)::jsonb)
      """
    )
    try await connection.execute(
      """
      INSERT INTO movement OVERRIDING SYSTEM VALUE
      SELECT * FROM jsonb_populate_recordset(NULL::movement, \(movements)::jsonb)
      """
    )
    try await connection.execute(
      """
      INSERT INTO stocktake_count
      SELECT * FROM jsonb_populate_recordset(NULL::stocktake_count, \(counts)::jsonb)
      """
    )
    if let photo, try await connection.photo(ofItem: item.id) == nil {
      try await connection.setPhoto(photo, ofItem: item.id)
    }
  }

  /// The former location if it is there, and else the one with its path, which is made if it is not
  /// there.
  private func location(_ connection: Connection) async throws -> Int64? {
    guard let locationID else { return nil }
    let isThere: Bool? = try await connection.value(
      "SELECT EXISTS (SELECT FROM location WHERE id = \(locationID))"
    )
    return isThere == true
      ? locationID : try await connection.makeLocation(LocationPath(item.location))
  }
}

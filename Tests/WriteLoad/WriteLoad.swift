import Foundation
import InventoryCore
import InventorySqlite

/// Changes a database without end, through the client that a window has, and prints what it does,
/// for a test that kills it:
///
///     WriteLoad DATABASE
///
/// Each change is two lines. `begin SKU STATE` says what the item will be if the change succeeds,
/// and `done` that the database has acknowledged it. The test knows from these what must be there.
@main
struct WriteLoad {
  private let inventory: InventoryClients

  static func main() async throws {
    let database = try InventoryDatabase(path: CommandLine.arguments[1])
    let load = WriteLoad(inventory: .live(database))
    while true { try await load.change(sku: "load-\(Int.random(in: 0..<12))") }
  }

  private func change(sku: String) async throws {
    guard let item = try await inventory.items.itemWithSku(sku) else {
      let item = Item(id: UUID(), name: "Item", sku: sku, quantity: 1, location: "Room 0")
      return try await perform(sku, ItemState(item)) {
        _ = try await inventory.items.save(ItemEdit(original: nil, edited: item))
      }
    }
    let before = try await state(of: item)
    switch Int.random(in: 0..<8) {
    case 0: try await book(Quantity(millionths: .random(in: 1...9_000_000)), item, before)
    case 1: try await edit(item, before) { $0.name = "Item \(Int.random(in: 0..<1_000))" }
    case 2: try await edit(item, before) { $0.location = "Room \(Int.random(in: 0..<5)) / Shelf" }
    case 3: try await count(Quantity(millionths: .random(in: 0...99_000_000)), item, before)
    case 4: try await writeCaption("Seen \(Int.random(in: 0..<1_000))", item, before)
    case 5:
      try await perform(sku, nil) { try await inventory.items.delete(item.id) }
    default:
      try await editAndUndo(item, before)
    }
  }

  private func book(_ amount: Quantity, _ item: Item, _ before: ItemState) async throws {
    var after = before
    after.quantity += amount
    try await perform(item.sku, after) {
      _ = try await inventory.movements.book(Booking(.received, amount), item.id)
    }
  }

  private func edit(
    _ item: Item,
    _ before: ItemState,
    _ change: (inout Item) -> Void
  ) async throws {
    var edited = item
    change(&edited)
    let after = ItemState(edited, counted: before.counted, caption: before.caption)
    try await perform(item.sku, after) { [edited] in
      _ = try await inventory.items.save(ItemEdit(original: item, edited: edited))
    }
  }

  private func count(_ amount: Quantity, _ item: Item, _ before: ItemState) async throws {
    var after = before
    after.counted = amount
    try await perform(item.sku, after) {
      _ = try await inventory.stocktake.count(amount, item.id, false)
    }
  }

  private func writeCaption(_ caption: String, _ item: Item, _ before: ItemState) async throws {
    var after = before
    after.caption = caption
    let data = Data((0..<Int.random(in: 100...10_000)).map { _ in UInt8.random(in: 0...255) })
    try await perform(item.sku, after) {
      try await inventory.photos.setPhoto(
        Photo(data: data, width: 1, height: 1, caption: caption),
        item.id
      )
    }
  }

  private func editAndUndo(_ item: Item, _ before: ItemState) async throws {
    var changes = inventory.undo.madeChanges().makeAsyncIterator()
    try await edit(item, before) { $0.notes = "\(Int.random(in: 0..<1_000))" }
    guard let change = await changes.next() else { return }
    try await perform(item.sku, before) { _ = try await inventory.undo.revert(change) }
  }

  private func perform(
    _ sku: String,
    _ state: ItemState?,
    _ change: @Sendable () async throws -> Void
  ) async throws {
    try tell("begin \(sku) \(state?.text ?? "gone")")
    try await change()
    try tell("done")
  }

  /// Writes a line at once: one that waits in a buffer would be lost with the process.
  private func tell(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  private func state(of item: Item) async throws -> ItemState {
    ItemState(
      item,
      counted: try await inventory.stocktake.counts().first { $0.id == item.id }?.counted,
      caption: try await inventory.photos.photo(item.id)?.caption
    )
  }
}

/// What the test compares of an item.
private struct ItemState {
  var name: String
  var quantity: Quantity
  var location: String
  var notes: String
  var counted: Quantity?
  var caption: String?

  init(_ item: Item, counted: Quantity? = nil, caption: String? = nil) {
    name = item.name
    quantity = item.quantity
    location = item.location
    notes = item.notes
    self.counted = counted
    self.caption = caption
  }

  /// As `KillTests` reads it from the database.
  var text: String {
    [
      name, "\(quantity.millionths)", location, notes, counted.map { "\($0.millionths)" } ?? "-",
      caption ?? "-",
    ]
    .joined(separator: ";")
  }
}

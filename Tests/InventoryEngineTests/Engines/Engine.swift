import InventoryCore
import InventoryTestSupport
import Testing

/// An engine behind the clients of an inventory, as the tests of this folder use it.
///
/// The tests say what the features rely on, and every engine has to pass all of them. Another
/// engine adds itself to ``all``.
struct Engine: CustomTestStringConvertible, Sendable {
  static let all: [Engine] = [.sqlite, .postgres]

  /// Those that make backups. The backups of a server are its administrator's.
  static let withBackups: [Engine] = [.sqlite]

  let testDescription: String
  /// Makes an empty inventory.
  let open: @Sendable () async throws -> OpenInventory

  init(_ name: String, open: @escaping @Sendable () async throws -> OpenInventory) {
    testDescription = name
    self.open = open
  }

  /// Makes an inventory with items.
  func open(with items: [Item]) async throws -> OpenInventory {
    let inventory = try await open()
    for item in items { try await inventory.add(item) }
    return inventory
  }
}

/// An inventory that is open as a window has it.
struct OpenInventory: Sendable {
  let clients: InventoryClients
  /// Opens the same inventory once more, as another program does.
  let openAgain: @Sendable () async throws -> InventoryClients

  func add(_ item: Item) async throws {
    _ = try await clients.items.save(ItemEdit(original: nil, edited: item))
  }

  /// Changes an item as it is by now.
  @discardableResult
  func change(_ id: Item.ID, _ change: (inout Item) -> Void) async throws -> Item {
    let item = try await #require(clients.items.item(id))
    return try await clients.items.save(ItemEdit(original: item, edited: item.with(change)))
  }

  func items(_ query: ItemQuery = ItemQuery()) async throws -> [Item] {
    try await clients.items.completePage(query, 0..<1_000).rows
  }

  func locationID(_ path: String) async throws -> Int64 {
    try await #require(clients.locations.content(.name(path))).id
  }
}

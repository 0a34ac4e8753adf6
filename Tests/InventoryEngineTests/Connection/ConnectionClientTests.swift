import InventoryCore
import InventoryTestSupport
import Testing

/// What an engine tells of the changes that anybody makes.
@Suite(.timeLimit(.minutes(5)))
struct ConnectionClientTests {
  @Test(arguments: Engine.all)
  func `changes are told at once, and after each change by anybody`(engine: Engine) async throws {
    let inventory = try await engine.open()
    let other = try await inventory.openAgain()
    var changes = inventory.clients.connection.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
    for (clients, item) in [(inventory.clients, Item.drill), (other, .lamp)] {
      _ = try await clients.items.save(ItemEdit(original: nil, edited: item))
      // What is told is there.
      while try await inventory.clients.items.item(item.id) == nil {
        #expect(await changes.next() != nil)
      }
    }
    #expect(try await inventory.items() == [.drill, .lamp])
  }

  @Test(arguments: Engine.all)
  func `every kind of change is told to another program`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    let clients = inventory.clients
    let photo = Photo(data: .init([1]), width: 1, height: 1)
    let makers: [@Sendable () async throws -> Void] = [
      { _ = try await clients.movements.book(Booking(.received, 1), Item.drill.id) },
      { try await clients.locations.add(LocationPath("Attic")) },
      { _ = try await clients.stocktake.count(1, Item.drill.id, false) },
      { try await clients.stocktake.discard() },
      { try await clients.photos.setPhoto(photo, Item.drill.id) },
      { try await clients.photos.setCaption("x", photo, Item.drill.id) },
      { try await clients.items.delete(Item.drill.id) },
    ]
    let other = try await inventory.openAgain()
    var changes = other.connection.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
    for make in makers {
      try await make()
      #expect(await changes.next() != nil)
    }
  }

  @Test(arguments: Engine.all)
  func `an inventory that is open stays as it is when it is opened again`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [.drill])
    try await inventory.clients.connection.reopen()
    #expect(try await inventory.items() == [.drill])
  }
}

import InventoryCore
import InventoryTestSupport
import PostgresClient
import PostgresTestSupport
import TestSupport
import Testing

@testable import InventoryPostgres

/// People who change the same things at the same time wait for each other in one order, so that
/// nobody waits for somebody who waits.
@Suite(.timeLimit(.minutes(5)))
struct LockOrderTests {
  private let options: ConnectionOptions
  private let sources: [PostgresSource]
  private let first: InventoryClients
  private let second: InventoryClients

  init() async throws {
    let options = try await TestServer.shared.value.makeDatabase()
    self.options = options
    sources = (0..<2).map { _ in PostgresSource(options) }
    first = .live(sources[0])
    second = .live(sources[1])
    for item in [Item.drill, .hammer, .lamp] {
      _ = try await first.items.save(ItemEdit(original: nil, edited: item))
    }
  }

  /// How many circles of waiting the server has had to break.
  private func deadlocks() async throws -> Int? {
    // A session tells its numbers at its end.
    for source in sources { await source.pool.close() }
    let observer = try await Connection.connect(options)
    let areGone = try await eventually {
      let others: Int? = try await observer.value(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'
          AND pid <> pg_backend_pid()
        """
      )
      return others == 0
    }
    #expect(areGone)
    return try await observer.value(
      "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    )
  }

  @Test func `a stocktake is booked while others count`() async throws {
    for round in 0..<25 {
      async let counting: Void = {
        for item in [Item.lamp, .hammer, .drill] {
          _ = try await first.stocktake.count(Quantity(round), item.id, false)
        }
      }()
      async let booking: Void = {
        do {
          try await second.stocktake.book(try await second.stocktake.counts())
        } catch is StocktakeProblem {
          // Somebody has counted since.
        }
      }()
      _ = try await (counting, booking)
    }
    // Whatever was counted last is there, as a count or as a quantity.
    try await second.stocktake.book(try await second.stocktake.counts())
    for item in [Item.drill, .hammer, .lamp] {
      #expect(try await first.items.item(item.id)?.quantity == 24)
    }
    #expect(try await deadlocks() == 0)
  }

  @Test func `an item goes to a new location while others remove locations`() async throws {
    for round in 0..<25 {
      let item = try #require(try await first.items.item(Item.drill.id))
      let moved = item.with { $0.location = "Hall / Room \(round)" }
      async let saving: Void = {
        do {
          _ = try await first.items.save(ItemEdit(original: item, edited: moved))
        } catch is ItemConflict {
          // It has left its location since.
        }
      }()
      async let removing: Void = {
        guard let location = try await second.locations.content(.name("Hall"))
        else { return }
        try await second.locations.delete(location.id)
      }()
      _ = try await (saving, removing)
    }
    #expect(try await deadlocks() == 0)
  }
}

import Foundation
import InventoryCore
import InventoryTestSupport
import PostgresClient
import PostgresTestSupport
import Testing

@testable import InventoryPostgres

/// How often a program waits for the server. Between two towns, each time takes 20 ms.
@Suite struct RoundTripTests {
  /// A program that has done everything before, so that nothing is done for the first time.
  private struct Program {
    private let server: TestServer
    let proxy: NetworkProxy
    let clients: InventoryClients
    let source: PostgresSource
    let drill: Item

    init() async throws {
      server = try await TestServer(.port)
      let setup = try await Connection.connect(server.options())
      try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
      proxy = try NetworkProxy(to: server.port)
      source = PostgresSource(
        try server.options(user: "inventory", password: "geheim", port: proxy.port)
      )
      clients = .live(source)
      let edit = ItemEdit(original: nil, edited: Item.drill.with { $0.quantity = 1_000 })
      drill = try await clients.items.save(edit)
    }

    /// Does something several times, since a statement is prepared when it is used again.
    ///
    /// - Returns: How often it has waited at most.
    func most(_ body: () async throws -> Void) async throws -> Int {
      var most = 0
      for _ in 0..<5 {
        let before = proxy.roundTrips
        try await body()
        most = max(most, proxy.roundTrips - before)
      }
      return most
    }
  }

  @Test func `what people do most often waits for the server a few times`() async throws {
    let program = try await Program()
    let (clients, drill) = (program.clients, program.drill)
    var counts: [String: Int] = [:]
    counts["page"] = try await program.most {
      _ = try await clients.items.completePage(ItemQuery(), 0..<50)
    }
    counts["search"] = try await program.most {
      _ = try await clients.items.page(ItemQuery(searchText: "dri"), 0..<50)
    }
    counts["sidebar"] = try await program.most { _ = try await clients.sidebar.content() }
    counts["item"] = try await program.most { _ = try await clients.items.item(drill.id) }
    counts["history"] = try await program.most {
      _ = try await clients.movements.history(drill.id, 50)
    }
    counts["related"] = try await program.most {
      _ = try await clients.items.relatedItems(drill.id)
    }
    counts["photo"] = try await program.most { _ = try await clients.photos.photo(drill.id) }
    counts["rights"] = try await program.most { _ = try await clients.connection.rights() }
    let booking = { @Sendable in
      _ = try await clients.movements.book(Booking(.received, 1, note: ""), drill.id)
    }
    counts["booking"] = try await program.most(booking)
    // As in a window, which can take each change back.
    let journal = clients.undo.madeChanges()
    counts["booking in a window"] = try await program.most(booking)
    var changes = journal.makeAsyncIterator()
    #expect(await changes.next()?.kind == .booked(name: drill.name))
    // A statement that is prepared waits once more, when it is used for the second time.
    #expect(
      counts == [
        "booking": 3, "booking in a window": 5, "history": 1, "item": 2, "page": 2, "photo": 2,
        "related": 1, "rights": 2, "search": 4, "sidebar": 1,
      ]
    )
  }

  @Test func `to connect waits for the server a few times`() async throws {
    let program = try await Program()
    let before = program.proxy.roundTrips
    let connection = try await PostgresSource.connect(program.source.options, "inventory")
    #expect(program.proxy.roundTrips - before <= 7)
    await connection.close()
  }
}

import Foundation
import InventoryCore
import InventoryTestSupport
import PostgresClient
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@testable import InventoryPostgres

/// Changes whose answer is lost are made once: never twice, and never nobody knows.
@Suite(.timeLimit(.minutes(5)))
struct LostAnswerTests {
  private let server: TestServer
  private let setup: Connection
  private let proxy: NetworkProxy
  private let session: PostgresSession
  private let breaking = Breaking()

  /// Whether the network was broken.
  private final class Breaking: Sendable {
    private let state = Mutex(false)

    var isDone: Bool { state.withLock { $0 } }

    func finish() { state.withLock { $0 = true } }
  }

  init() async throws {
    server = try await TestServer(.port)
    let owner = PostgresSource(try server.options())
    _ = try await InventoryClients.live(owner).items.save(
      ItemEdit(original: nil, edited: .drill)
    )
    setup = try await Connection.connect(server.options())
    try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
    proxy = try NetworkProxy(to: server.port)
    session = PostgresSession(
      source: PostgresSource(
        try server.options(user: "inventory", password: "geheim", port: proxy.port)
      )
    )
  }

  /// How many movements there are besides the first.
  private func bookings() async throws -> Int? {
    try await setup.value("SELECT count(*) - 1 FROM inventory.movement")
  }

  /// Books one, and breaks the network in the end.
  private func book(losing mode: NetworkProxy.Mode) -> Task<Int, any Error> {
    Task { [session, proxy, breaking] in
      try await session.write { connection in
        let count = try await connection.execute(
          """
          INSERT INTO movement (item_id, reason, delta_millionths)
          SELECT id, 'received', 1 FROM item
          """
        )
        if !breaking.isDone {
          proxy.set(mode)
          breaking.finish()
        }
        return count
      }
    }
  }

  @Test func `a change that was made is not made again`() async throws {
    let task = book(losing: .losingAnswers)
    #expect(try await eventually { try await bookings() == 1 })
    proxy.set(.cut)
    proxy.set(.passing)
    #expect(try await task.value == 1)
    #expect(try await bookings() == 1)
  }

  @Test func `a change that was not made is made`() async throws {
    let task = book(losing: .cut)
    #expect(await eventually { breaking.isDone })
    #expect(try await bookings() == 0)
    proxy.set(.passing)
    #expect(try await task.value == 1)
    #expect(try await bookings() == 1)
  }

  @Test func `who does not wait any more learns that the change was made`() async throws {
    let task = book(losing: .losingAnswers)
    #expect(try await eventually { try await bookings() == 1 })
    task.cancel()
    proxy.set(.cut)
    proxy.set(.passing)
    #expect(try await task.value == 1)
    #expect(try await bookings() == 1)
  }
}

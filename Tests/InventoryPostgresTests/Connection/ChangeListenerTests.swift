import Foundation
import PostgresClient
import PostgresTestSupport
import TestSupport
import Testing

@testable import InventoryPostgres

@Suite(.timeLimit(.minutes(5)))
struct ChangeListenerTests {
  @Test func `everything may have changed after the server was away`() async throws {
    let server = try await TestServer()
    let options = try await server.makeDatabase()
    let source = PostgresSource(options)
    var changes = source.listener.changes().makeAsyncIterator()
    // At once, and once somebody listens.
    #expect(await changes.next() != nil)
    #expect(await changes.next() != nil)
    try await server.run(.kill)
    try await server.run(.start)
    #expect(await changes.next() != nil)
    // It listens again.
    let other = try await Connection.connect(options)
    try await other.execute("INSERT INTO inventory.location (name) VALUES ('Attic')")
    #expect(await changes.next() != nil)
  }

  @Test func `nobody is connected for changes that nobody waits for`() async throws {
    let options = try await TestServer.shared.value.makeDatabase()
    let source = PostgresSource(options)
    let listening = Task {
      for await _ in source.listener.changes() {}
    }
    let observer = try await Connection.connect(options)
    func listeners() async throws -> Int? {
      try await observer.value(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN%'
        """
      )
    }
    #expect(try await eventually(within: .seconds(60)) { try await listeners() == 1 })
    listening.cancel()
    #expect(try await eventually(within: .seconds(60)) { try await listeners() == 0 })
  }
}

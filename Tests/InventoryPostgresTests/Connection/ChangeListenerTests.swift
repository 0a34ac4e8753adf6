import DependencyInjection
import Foundation
import PostgresClient
import PostgresTestSupport
import Synchronization
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

  @Test func `a server that answers whoever listens is read at once, however long the pool waits`()
    async throws
  {
    let options = try await TestServer.shared.value.makeDatabase()
    let attempts = Mutex(0)
    let pool = makePool(options) {
      attempts.withLock { attempts in
        attempts += 1
        return attempts > 1
      }
    }
    let reading = Task { try await pool.rows("SELECT 1") }
    // It waits for a time that does not come.
    #expect(await eventually { await pool.state.isLost })
    let listener = ChangeListener(pool) { try await PostgresSource.connect(options, "inventory") }
    let listening = Task {
      for await _ in listener.changes() {}
    }
    #expect(await eventually(within: .seconds(60)) { await pool.state == .connected })
    #expect(try await reading.value.count == 1)
    listening.cancel()
  }

  @Test func `what could not be read is read again when the pool has its connections back`()
    async throws
  {
    let options = try await TestServer.shared.value.makeDatabase()
    let isThere = Mutex(false)
    let pool = makePool(options) { isThere.withLock { $0 } }
    let listener = ChangeListener(pool) { try await PostgresSource.connect(options, "inventory") }
    var changes = listener.changes().makeAsyncIterator()
    // At once, and once somebody listens.
    #expect(await changes.next() != nil)
    #expect(await changes.next() != nil)
    let reading = Task { try await pool.rows("SELECT 1") }
    #expect(await eventually { await pool.state.isLost })
    isThere.withLock { $0 = true }
    await pool.retryNow()
    // Nobody has changed anything.
    #expect(await changes.next() != nil)
    #expect(try await reading.value.count == 1)
  }

  @Test func `what could not be read is read again though other connections were there all along`()
    async throws
  {
    let options = try await TestServer.shared.value.makeDatabase()
    let source = PostgresSource(options)
    let session = PostgresSession(source: source)
    var changes = source.listener.changes().makeAsyncIterator()
    // At once, and once somebody listens.
    #expect(await changes.next() != nil)
    #expect(await changes.next() != nil)
    let first = Task { try await session.ask { try await $0.execute("SELECT pg_sleep(600)") } }
    let second = Task { try await session.ask { try await $0.execute("SELECT pg_sleep(601)") } }
    let observer = try await Connection.connect(options)
    #expect(
      try await eventually(within: .seconds(60)) {
        let count: Int? = try await observer.value(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%'
          """
        )
        return count == 2
      }
    )
    try await observer.execute(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query = 'SELECT pg_sleep(600)'
      """
    )
    await #expect(throws: InventoryServerError.self) { try await first.value }
    #expect(await source.pool.state == .connected)
    // Nobody has changed anything.
    #expect(await changes.next() != nil)
    second.cancel()
    _ = await second.result
  }

  @Test func `a server that lets nobody listen is asked less and less often`() async throws {
    let options = try await TestServer.shared.value.makeDatabase()
    let source = PostgresSource(options)
    let attempts = Mutex(0)
    let listener = ChangeListener(source.pool) {
      attempts.withLock { $0 += 1 }
      // Without the tables of the inventory, there is no name to listen to.
      return try await Connection.connect(options)
    }
    let start = ContinuousClock.now
    let listening = Task {
      for await _ in listener.changes() {}
    }
    #expect(await eventually(within: .seconds(60)) { attempts.withLock { $0 } == 5 })
    // At least half of 0.2, 0.4, 0.8 and 1.6 seconds.
    #expect(ContinuousClock.now - start > .seconds(1.4))
    listening.cancel()
  }

  /// A pool that makes no other attempt to connect by itself when one has failed.
  private func makePool(
    _ options: ConnectionOptions,
    canConnect: @escaping @Sendable () -> Bool
  ) -> Pool {
    var configuration = Pool.Configuration()
    configuration.clock = TestClock()
    return Pool(configuration) {
      guard canConnect() else { throw PostgresError(.unreachable, "The server is away.") }
      return try await Connection.connect(options)
    }
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
        WHERE datname = current_database() AND backend_type = 'client backend'
          AND pid <> pg_backend_pid()
        """
      )
    }
    #expect(try await eventually(within: .seconds(60)) { try await listeners() == 1 })
    listening.cancel()
    #expect(try await eventually(within: .seconds(60)) { try await listeners() == 0 })
  }

  @Test func `nobody uses tables that a newer program has changed meanwhile`() async throws {
    let server = try await TestServer.shared.value
    let source = PostgresSource(try await server.makeDatabase())
    let session = PostgresSession(source: source)
    _ = try await session.write { _ in }
    let newer = try await Connection.connect(source.options)
    try await newer.execute(
      "INSERT INTO inventory.migration VALUES (\(Migration.all.count + 1), 'of tomorrow')"
    )
    // The newer tables may have no such column any more.
    let statements: [SQL] = ["INSERT INTO item (column_of_today) VALUES (1)", "SELECT 1"]
    for count in 1...2 {
      let error = await #expect(throws: InventoryServerError.self) {
        try await session.write { try await $0.rows(ofAll: Array(statements.suffix(count))) }
      }
      #expect(error == .newerTables(server: source.name))
    }
    let error = await #expect(throws: InventoryServerError.self) {
      try await session.write { try await $0.execute(statements[0]) }
    }
    #expect(error == .newerTables(server: source.name))
    // Who only looks is told, too.
    let listening = Task {
      for await _ in source.listener.changes() {}
    }
    #expect(
      await eventually(within: .seconds(60)) {
        if case .failed(let error) = await source.pool.state {
          error.kind == .refused
        } else {
          false
        }
      }
    )
    listening.cancel()
  }
}

import Foundation
import PostgresClient
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@testable import InventoryPostgres

/// A server whose connections are open, and which says nothing any more, counts as lost within five
/// seconds, whatever was going on. Machines that are busy with other tests get some more.
@Suite(.timeLimit(.minutes(5)))
struct SilentServerTests {
  private static let limit = Duration.seconds(12)

  /// Something that a client says on its way to a connection that can be used.
  enum Step: String, CaseIterable, CustomTestStringConvertible {
    case greeting = "client_encoding"
    case authentication = "SCRAM-SHA-256"
    case proofOfThePassword = "c=biws"
    case settings = "tcp_keepalives_idle"
    case version = "pg_tables"
    case beginOfTheMigration = "BEGIN"
    case lockOfTheMigration = "pg_try_advisory_xact_lock"
    case migration = "CREATE TABLE"
    case machine = "quote_ident"

    var testDescription: String { "\(self)" }
  }

  private struct Setting {
    let server: TestServer
    let setup: Connection
    let proxy: NetworkProxy
    let options: ConnectionOptions

    init(_ feature: TestServer.Feature = .port) async throws {
      server = try await TestServer(feature)
      setup = try await Connection.connect(server.options())
      try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
      proxy = try NetworkProxy(to: server.port)
      options = try server.options(user: "inventory", password: "geheim", port: proxy.port)
    }

    /// Waits until the listener asks the server now and then.
    func waitUntilItListens() async throws {
      let isListening = try await eventually(within: .seconds(60)) {
        try await setup.value(
          """
          SELECT EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE '%has_column_privilege%'
            AND state = 'idle' AND pid <> pg_backend_pid())
          """
        ) == true
      }
      #expect(isListening)
    }
  }

  private func expectLoss(of pool: Pool, from start: ContinuousClock.Instant = .now) async {
    #expect(await eventually(within: .seconds(60)) { await pool.state.isLost })
    #expect(ContinuousClock.now - start < Self.limit)
  }

  private func expectReturn(of pool: Pool) async throws {
    #expect(await eventually(within: .seconds(60)) { await pool.state == .connected })
    let isAnswered = await eventually(within: .seconds(60)) {
      (try? await pool.rows("SELECT 1").count) == 1
    }
    #expect(isAnswered)
  }

  private func listen(to source: PostgresSource) -> Task<Void, Never> {
    Task { for await _ in source.listener.changes() {} }
  }

  @Test func `a server that says nothing any more counts as lost, and is there when it answers`()
    async throws
  {
    let setting = try await Setting()
    let source = PostgresSource(setting.options)
    let listening = listen(to: source)
    defer { listening.cancel() }
    try await source.pool.execute("SELECT 1")
    try await setting.waitUntilItListens()
    setting.proxy.set(.stalled)
    await expectLoss(of: source.pool)
    setting.proxy.set(.passing)
    try await expectReturn(of: source.pool)
  }

  @Test(arguments: Step.allCases)
  func `a server that falls silent while the pool connects counts as lost`(step: Step)
    async throws
  {
    let setting = try await Setting()
    let source = PostgresSource(setting.options)
    setting.proxy.stall(at: Data(step.rawValue.utf8))
    let asking = Task { try await source.pool.execute("SELECT 1") }
    #expect(await eventually(within: .seconds(60)) { setting.proxy.isStalled })
    await expectLoss(of: source.pool)
    asking.cancel()
    setting.proxy.set(.passing)
    try await expectReturn(of: source.pool)
  }

  @Test(arguments: Step.allCases)
  func `a server that falls silent while the listener connects counts as lost`(step: Step)
    async throws
  {
    let setting = try await Setting()
    let source = PostgresSource(setting.options)
    try await source.pool.execute("SELECT 1")
    // There is something to migrate for the listener.
    try await setting.setup.execute("DROP SCHEMA inventory CASCADE")
    setting.proxy.stall(at: Data(step.rawValue.utf8))
    let listening = listen(to: source)
    defer { listening.cancel() }
    #expect(await eventually(within: .seconds(60)) { setting.proxy.isStalled })
    await expectLoss(of: source.pool)
    setting.proxy.set(.passing)
    try await expectReturn(of: source.pool)
  }

  @Test func `a server that falls silent when encryption begins counts as lost`() async throws {
    let setting = try await Setting(.tls)
    var options = setting.options
    options.set("sslmode", to: "require")
    let source = PostgresSource(options)
    // The first message of TLS.
    setting.proxy.stall(at: [0x16, 0x03, 0x01])
    let asking = Task { try await source.pool.execute("SELECT 1") }
    #expect(await eventually(within: .seconds(60)) { setting.proxy.isStalled })
    await expectLoss(of: source.pool)
    asking.cancel()
  }

  @Test func `a host that does not answer counts as lost, however many are tried before it`()
    async throws
  {
    let full = try FullListener()
    var options = try FakeServer.options(port: full.port)
    options.set("host", to: "127.0.0.1,127.0.0.1,127.0.0.1")
    options.set("port", to: "\(full.port),\(full.port),\(full.port)")
    options.connectTimeout = .seconds(30)
    let source = PostgresSource(options)
    let asking = Task { try await source.pool.execute("SELECT 1") }
    await expectLoss(of: source.pool)
    asking.cancel()
  }

  @Test func `an attempt to connect that never ends keeps no server from being lost`()
    async throws
  {
    // As with a host whose address the system looks up for minutes.
    let (end, release) = AsyncStream<Void>.makeStream()
    let pool = Pool {
      for await _ in end {}
      throw PostgresError(.unreachable, "The host is unknown.")
    }
    let asking = Task { try await pool.execute("SELECT 1") }
    await expectLoss(of: pool)
    asking.cancel()
    release.finish()
    await pool.close()
  }

  @Test func `a server is lost also if all connections wait for it, and have just been answered`()
    async throws
  {
    let setting = try await Setting()
    let source = PostgresSource(setting.options)
    let listening = listen(to: source)
    defer { listening.cancel() }
    let count = source.pool.configuration.connections
    let queries = (0..<count).map { _ in
      Task {
        // Each answer is a sign of life.
        while true { _ = try await source.pool.execute("SELECT pg_sleep(0.01)") }
      }
    }
    defer { for query in queries { query.cancel() } }
    try await setting.waitUntilItListens()
    #expect(await eventually { await source.pool.count == count })
    setting.proxy.set(.stalled)
    await expectLoss(of: source.pool)
    setting.proxy.set(.passing)
    try await expectReturn(of: source.pool)
  }

  @Test func `a server is lost also while nobody is allowed to listen`() async throws {
    let setting = try await Setting()
    try await setting.setup.execute("CREATE ROLE anna LOGIN PASSWORD 'geheim'")
    // The tables are there, so that their owner need not be asked.
    _ = try await PostgresSource.connect(setting.server.options(), "inventory")
    try await setting.setup.execute(
      script: """
        GRANT USAGE ON SCHEMA inventory TO anna;
        GRANT SELECT ON ALL TABLES IN SCHEMA inventory TO anna;
        ALTER ROLE anna CONNECTION LIMIT 1;
        """
    )
    let source = PostgresSource(
      try setting.server.options(user: "anna", password: "geheim", port: setting.proxy.port)
    )
    try await source.pool.execute("SELECT 1")
    let listening = listen(to: source)
    defer { listening.cancel() }
    // It asks in the pauses of the listener.
    let isAsked = try await eventually(within: .seconds(60)) {
      let query: String? = try await setting.setup.value(
        """
        SELECT query FROM pg_stat_activity
        WHERE usename = 'anna' AND query_start > now() - interval '1 second'
        """
      )
      return query == "SELECT 1"
    }
    #expect(isAsked)
    setting.proxy.set(.stalled)
    await expectLoss(of: source.pool)
    setting.proxy.set(.passing)
    try await expectReturn(of: source.pool)
  }

  @Test func `a server that changes its tables for long is not lost`() async throws {
    let setting = try await Setting()
    let options = setting.options
    let pool = Pool(pulse: options.pulse) {
      let connection = try await Connection.connect(options)
      try await Migrator.migrate(
        connection,
        migrations: [Migration(name: "of long", script: "SELECT pg_sleep(5)")]
      )
      return connection
    }
    let states = await pool.states()
    let seen = Mutex<[PoolState]>([])
    let noting = Task { for await state in states { seen.withLock { $0.append(state) } } }
    let asking = Task { _ = try? await pool.rows("SELECT 1") }
    #expect(await eventually(within: .seconds(60)) { await pool.state == .connected })
    #expect(seen.withLock { $0.allSatisfy { !$0.isLost } })
    noting.cancel()
    await asking.value
    await pool.close()
  }

  @Test func `a server that is busy with one client for long is not lost`() async throws {
    let setting = try await Setting()
    let source = PostgresSource(setting.options)
    let states = await source.pool.states()
    let seen = Mutex<[PoolState]>([])
    let noting = Task { for await state in states { seen.withLock { $0.append(state) } } }
    let listening = listen(to: source)
    defer { listening.cancel() }
    try await setting.waitUntilItListens()
    // Longer than the longest patience.
    try await source.pool.execute("SELECT pg_sleep(9)")
    #expect(seen.withLock { $0.allSatisfy { !$0.isLost } })
    noting.cancel()
  }
}

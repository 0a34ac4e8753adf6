import Foundation
import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgresClient

/// Servers and networks that break. Each ends in the right error within five seconds.
@Suite(.serialized) struct FaultTests {
  private static let limit = Duration.seconds(5)

  /// How an operation fails, and that it does so in time.
  private func failure(
    _ operation: @Sendable () async throws -> Void
  ) async throws -> PostgresError {
    let start = ContinuousClock.now
    do {
      try await operation()
    } catch let error as PostgresError {
      #expect(ContinuousClock.now - start < Self.limit)
      return error
    }
    throw TestServerError(description: "The operation did not fail.")
  }

  /// Waits until a statement of a connection is being carried out.
  private func waitUntilAsleep(_ connection: Connection, seenBy other: Connection) async throws {
    let processID = await connection.processID
    #expect(
      try await eventually {
        try await other.value(
          "SELECT count(*) FROM pg_stat_activity WHERE pid = \(processID) AND wait_event = 'PgSleep'"
        ) == 1
      }
    )
  }

  @Test func `a server that is killed is noticed, and found again when it is back`() async throws {
    let server = try await TestServer()
    let connection = try await Connection.connect(server.options())
    let other = try await Connection.connect(server.options())
    let task = Task { try await connection.query("SELECT pg_sleep(600)") }
    try await waitUntilAsleep(connection, seenBy: other)

    try await server.run(.kill)
    let busy = try await failure { _ = try await task.value }
    #expect(busy.kind == .connectionLost)
    #expect(await eventually { await !other.isOpen })
    let idle = try await failure { try await other.execute("SELECT 1") }
    #expect(idle.kind == .connectionLost)
    let gone = try await failure { _ = try await Connection.connect(server.options()) }
    #expect(gone.kind == .unreachable)

    try await server.run(.start)
    let again = try await Connection.connect(server.options())
    #expect(try await again.value("SELECT 1") == 1)
  }

  @Test func `a server that is stopped says so`() async throws {
    let server = try await TestServer()
    let connection = try await Connection.connect(server.options())
    let other = try await Connection.connect(server.options())
    let task = Task { try await connection.query("SELECT pg_sleep(600)") }
    try await waitUntilAsleep(connection, seenBy: other)
    try await server.run(.stop)
    let error = try await failure { _ = try await task.value }
    #expect(error.kind == .connectionLost)
    #expect(error.sqlState == "57P01")
  }

  @Test func `a session that is ended by an administrator is lost`() async throws {
    let options = try await TestServer.shared.value.options()
    let connection = try await Connection.connect(options)
    let other = try await Connection.connect(options)
    let processID = await connection.processID
    try await other.execute("SELECT pg_terminate_backend(\(processID))")
    #expect(await eventually { await !connection.isOpen })
  }

  @Test func `a network that is cut is noticed by who waits and by who does not`() async throws {
    let server = try await TestServer(.port)
    let setup = try await Connection.connect(server.options())
    try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
    let proxy = try NetworkProxy(to: server.port)
    let options = try server.options(user: "inventory", password: "geheim", port: proxy.port)
    let busy = try await Connection.connect(options)
    let idle = try await Connection.connect(options)
    let task = Task { try await busy.query("SELECT pg_sleep(600)") }
    try await waitUntilAsleep(busy, seenBy: setup)

    proxy.set(.cut)
    let error = try await failure { _ = try await task.value }
    #expect(error.kind == .connectionLost)
    #expect(await eventually { await !idle.isOpen })

    proxy.set(.passing)
    let again = try await Connection.connect(options)
    #expect(try await again.value("SELECT 1") == 1)
  }

  @Test func `a network that stalls ends in an error at the deadline`() async throws {
    let server = try await TestServer(.port)
    let setup = try await Connection.connect(server.options())
    try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
    let proxy = try NetworkProxy(to: server.port)
    var options = try server.options(user: "inventory", password: "geheim", port: proxy.port)
    options.answerTimeout = .milliseconds(300)
    options.cancelTimeout = .milliseconds(300)
    let connection = try await Connection.connect(options)
    proxy.set(.stalled)
    // It may have been carried out.
    let stalled = try await failure { try await connection.execute("SELECT 1") }
    #expect(stalled.kind == .connectionLost)
    #expect(await !connection.isOpen)
    var hasty = options
    hasty.connectTimeout = .milliseconds(500)
    let connecting = try await failure { [hasty] in _ = try await Connection.connect(hasty) }
    #expect(connecting.kind == .timedOut)

  }

  @Test func `a task that is cancelled waits for no network, and is told whether it was in time`()
    async throws
  {
    let server = try await TestServer(.port)
    let setup = try await Connection.connect(server.options())
    try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
    let proxy = try NetworkProxy(to: server.port)
    var options = try server.options(user: "inventory", password: "geheim", port: proxy.port)
    options.cancelTimeout = .milliseconds(300)

    let alone = try await Connection.connect(options)
    try await alone.execute("CREATE TABLE done (id int)")
    proxy.set(.losingAnswers)
    let write = Task {
      try await alone.execute("INSERT INTO done VALUES (1)", timeout: .seconds(600))
    }
    #expect(try await eventually { try await setup.value("SELECT count(*) FROM done") == 1 })
    write.cancel()
    // It was carried out, so it was not cancelled.
    let unknown = try await failure { _ = try await write.value }
    #expect(unknown.kind == .connectionLost)

    proxy.set(.passing)
    let grouped = try await Connection.connect(options)
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let transaction = Task {
      try await grouped.transaction { connection in
        proxy.set(.stalled)
        beginning.finish()
        try await connection.execute("INSERT INTO done VALUES (2)", timeout: .seconds(600))
      }
    }
    for await _ in begun {}
    transaction.cancel()
    // Nobody commits it.
    await #expect(throws: CancellationError.self) { try await transaction.value }
  }

  @Test func `the next host is tried when one says nothing`() async throws {
    let server = try await TestServer(.port)
    let setup = try await Connection.connect(server.options())
    try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
    let silent = try LoopbackListener { client in
      while !receiveSome(from: client).isEmpty {}
    }
    let full = try FullListener()
    var options = try server.options(user: "inventory", password: "geheim")
    options.connectTimeout = .milliseconds(600)
    options.set("host", to: "127.0.0.1,127.0.0.1,127.0.0.1")
    options.set("port", to: "\(silent.port),\(full.port),\(server.port)")
    let connection = try await Connection.connect(options)
    #expect(try await connection.value("SELECT 1") == 1)

    options.set("host", to: "127.0.0.1")
    options.set("port", to: "\(full.port)")
    let error = try await failure { [options] in _ = try await Connection.connect(options) }
    #expect(error.kind == .timedOut)
  }

  @Test func `a host is only taken if its sessions are as wanted`() async throws {
    let reading = try await TestServer(.port)
    let writing = try await TestServer(.port)
    for server in [reading, writing] {
      let setup = try await Connection.connect(server.options())
      try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
    }
    try await Connection.connect(reading.options())
      .execute("ALTER SYSTEM SET default_transaction_read_only = on")
    try await reading.run(.reload)
    var options = try writing.options(user: "inventory", password: "geheim")
    options.set("host", to: "127.0.0.1,127.0.0.1")
    options.set("port", to: "\(reading.port),\(writing.port)")
    options.set("target_session_attrs", to: "read-write")
    let wanted = options
    // The server reads its settings in a moment.
    #expect(
      try await eventually {
        let connection = try await Connection.connect(wanted)
        return try await connection.value("SELECT current_setting('port')::int") == writing.port
      }
    )
  }

  @Test func `a server ends what a machine that is gone had begun`() async throws {
    let options = try await TestServer.shared.value.options()
    let connection = try await Connection.connect(options)
    let pause: String? = try await connection.value(
      "SELECT current_setting('idle_in_transaction_session_timeout')"
    )
    #expect(pause == "30s")
    let interval: String? = try await connection.value(
      "SELECT current_setting('client_connection_check_interval')"
    )
    #expect(interval == "5s")
  }

  @Test func `long answers arrive completely over TLS`() async throws {
    let server = try await TestServer(.tls)
    let setup = try await Connection.connect(server.options())
    try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
    var options = try server.options(user: "inventory", password: "geheim")
    options.set("sslmode", to: "require")
    let connection = try await Connection.connect(options)
    let text: String? = try await connection.value("SELECT repeat('x', 1000000)")
    #expect(text?.count == 1_000_000)
    let count = try await connection.withRows(
      of: "SELECT repeat('y', 500 + number) FROM generate_series(1, 5000) AS number"
    ) { rows in
      var count = 0
      for try await row in rows where try row.decode(0, as: String.self).count > 500 { count += 1 }
      return count
    }
    #expect(count == 5_000)
  }

  /// What lies between here and the server, or a newer server, fills TLS's records of 16 KiB.
  @Test func `what TLS has decrypted and nobody has read is not waited for`() async throws {
    let server = try await TestServer(.tls)
    let proxy = try FullRecordsServer(certificateFolder: "\(server.folder)/data")
    var options = try FakeServer.options(port: proxy.port)
    options.set("sslmode", to: "require")
    options.answerTimeout = .seconds(4)
    options.preparedStatements = 0
    let connection = try await Connection.connect(options)
    for records in 1...10 {
      let rows = try await connection.rows("SELECT \("<\(records)>")")
      #expect(rows.count == records * 16_384 / 3_011 + 1)
    }
  }

  @Test func `an answer to a commit that is lost leaves the outcome unknown, and it can be found`()
    async throws
  {
    let server = try await TestServer(.port)
    let setup = try await Connection.connect(server.options())
    try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
    try await setup.execute("CREATE TABLE done (id int)")
    let proxy = try NetworkProxy(to: server.port)
    let options = try server.options(user: "inventory", password: "geheim", port: proxy.port)
    let connection = try await Connection.connect(options)
    let task = Task {
      try await connection.transaction { connection in
        try await connection.execute("INSERT INTO done VALUES (1)")
        proxy.set(.losingAnswers)
      }
    }
    #expect(try await eventually { try await setup.value("SELECT count(*) FROM done") == 1 })
    proxy.set(.cut)
    let error = try await failure { _ = try await task.value }
    #expect(error.kind == .commitUnknown)
  }

  @Test func `a wrong password, no password and an unknown user are named`() async throws {
    let server = try await TestServer(.port)
    let setup = try await Connection.connect(server.options())
    try await setup.execute("CREATE ROLE anna LOGIN PASSWORD 'right'")
    for (user, password) in [("anna", "wrong"), ("anna", nil), ("nobody", "x")] {
      let error = try await failure {
        _ = try await Connection.connect(server.options(user: user, password: password))
      }
      #expect(error.kind == .wrongPassword)
      if let password { #expect(!"\(error)".contains("“\(password)”")) }
    }
    let right = try await Connection.connect(server.options(user: "anna", password: "right"))
    #expect(try await right.value("SELECT 1") == 1)
  }

  @Test func `a database that is missing is named`() async throws {
    let options = try await TestServer.shared.value.options(database: "missing")
    let error = try await failure { _ = try await Connection.connect(options) }
    #expect(error.kind == .databaseMissing)
  }

  @Test func `a server that is full says so`() async throws {
    let server = try await TestServer(.port)
    let setup = try await Connection.connect(server.options())
    try await setup.execute("CREATE ROLE anna LOGIN PASSWORD 'x' CONNECTION LIMIT 1")
    let first = try await Connection.connect(server.options(user: "anna", password: "x"))
    let error = try await failure {
      _ = try await Connection.connect(server.options(user: "anna", password: "x"))
    }
    #expect(error.kind == .serverFull)
    #expect(await first.isOpen)
  }

  @Test func `a right that is taken away is named, and the connection goes on`() async throws {
    let server = try await TestServer(.port)
    let setup = try await Connection.connect(server.options())
    try await setup.execute(
      script: """
        CREATE TABLE item (id int);
        CREATE ROLE anna LOGIN PASSWORD 'x';
        GRANT SELECT, INSERT ON item TO anna;
        """
    )
    let connection = try await Connection.connect(server.options(user: "anna", password: "x"))
    try await connection.execute("INSERT INTO item VALUES (1)")
    try await setup.execute("REVOKE INSERT ON item FROM anna")
    let error = try await failure { try await connection.execute("INSERT INTO item VALUES (2)") }
    #expect(error.kind == .permissionDenied)
    #expect(try await connection.value("SELECT count(*) FROM item") == 1)
  }

  @Test func `a certificate that is right is verified, and others are refused`() async throws {
    let server = try await TestServer(.tls)
    let setup = try await Connection.connect(server.options())
    #expect(setup.security == .local)
    try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
    var options = try server.options(user: "inventory", password: "geheim")
    // Only root and the server may look into its folder.
    let root = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).crt")
    try FileManager.default.copyItem(
      atPath: "\(server.folder)/data/root.crt",
      toPath: root.path(percentEncoded: false)
    )
    defer { try? FileManager.default.removeItem(at: root) }
    options.set("sslmode", to: "verify-full")
    options.set("sslrootcert", to: root.path(percentEncoded: false))
    options.set("host", to: "localhost")
    options.set("hostaddr", to: "127.0.0.1")
    let connection = try await Connection.connect(options)
    #expect(
      try await connection.value("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == true
    )

    var otherName = options
    otherName.set("host", to: "db.example")
    let name = try await failure { [otherName] in _ = try await Connection.connect(otherName) }
    #expect(name.kind == .certificate)

    try await setup.execute("ALTER SYSTEM SET ssl_cert_file = 'expired.crt'")
    try await setup.execute("ALTER SYSTEM SET ssl_key_file = 'expired.key'")
    try await server.run(.reload)
    // The server reads its settings in a moment, and the certificate is valid until the second in
    // which it was made is over.
    let valid = options
    let isExpired = await eventually {
      do {
        try await Connection.connect(valid).close()
        return false
      } catch {
        return (error as? PostgresError)?.kind == .certificate
      }
    }
    #expect(isExpired)
  }

  @Test func `a server without encryption is refused if encryption is wanted`() async throws {
    let server = try await TestServer(.port)
    var options = try server.options(user: "inventory", password: "x")
    options.set("sslmode", to: "require")
    let error = try await failure { [options] in _ = try await Connection.connect(options) }
    #expect(error.kind == .encryption)
  }

  @Test func `a host that is unknown is unreachable`() async throws {
    let options = try ConnectionOptions("host=missing.invalid user=x dbname=x connect_timeout=1")
    let error = try await failure { _ = try await Connection.connect(options) }
    #expect([.unreachable, .timedOut].contains(error.kind))
  }

  @Test func `connecting ends when its task is cancelled`() async throws {
    let listener = try LoopbackListener { client in
      while !receiveSome(from: client).isEmpty {}
    }
    var options = try FakeServer.options(port: listener.port)
    options.connectTimeout = .seconds(600)
    let task = Task { [options] in try await Connection.connect(options) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

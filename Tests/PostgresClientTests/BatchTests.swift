import Foundation
import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgresClient

/// Several statements that are sent together.
@Suite struct BatchTests {
  private func connectToItems() async throws -> Connection {
    let connection = try await connectToEmptyDatabase()
    try await connection.execute("CREATE TABLE item (id int PRIMARY KEY)")
    return connection
  }

  /// Carries out statements as a transaction.
  @discardableResult
  private func rows(_ statements: SQL..., on connection: Connection) async throws -> [[Row]] {
    try await connection.transaction { try await $0.rows(ofAll: statements) }
  }

  private func ids(_ connection: Connection) async throws -> [Int] {
    try await connection.rows("SELECT id FROM item ORDER BY id").map { try $0.decode(0) }
  }

  @Test func `each statement has its own rows`() async throws {
    let connection = try await connectToItems()
    let rows = try await rows(
      "INSERT INTO item SELECT generate_series(1, \(3))",
      "SELECT id, 'item ' || id FROM item ORDER BY id",
      "SELECT count(*) FROM item",
      "DELETE FROM item WHERE id = \(2) RETURNING id",
      on: connection
    )
    #expect(rows.map(\.count) == [0, 3, 1, 1])
    #expect(try rows[1][2].decode(1) == "item 3")
    #expect(try rows[2][0].decode(0) == 3)
    #expect(try rows[3][0].decode(0) == 2)
    #expect(try await ids(connection) == [1, 3])
    let error = await #expect(throws: PostgresError.self) {
      try await connection.rows(ofAll: ["SELECT 1"])
    }
    #expect(error?.kind == .misuse)
  }

  @Test func `nothing of a batch is there if one of its statements fails`() async throws {
    let connection = try await connectToItems()
    let error = await #expect(throws: PostgresError.self) {
      try await rows(
        "INSERT INTO item VALUES (1)",
        "INSERT INTO item VALUES (1)",
        "SELECT 1 / 0",
        on: connection
      )
    }
    #expect(error?.sqlState == "23505")
    #expect(try await ids(connection) == [])
  }

  @Test func `a value that cannot be sent sends nothing, and the transaction goes on`() async throws
  {
    let connection = try await connectToItems()
    let first = FirstStatement("INSERT INTO item VALUES (1)") { #expect($0.isEmpty) }
    try await connection.transaction(first: first) { connection in
      let error = await #expect(throws: PostgresError.self) {
        try await connection.rows(ofAll: ["INSERT INTO item VALUES (2)", "SELECT \("a\0b")"])
      }
      #expect(error?.kind == .invalidValue)
      try await connection.execute("INSERT INTO item VALUES (3)")
    }
    #expect(try await ids(connection) == [1, 3])
  }

  @Test func `what is asked after a transaction was refused is refused, too`() async throws {
    struct Refusal: Error {}
    let connection = try await connectToItems()
    let first = FirstStatement("INSERT INTO item VALUES (1)") { _ in throw Refusal() }
    await #expect(throws: Refusal.self) {
      try await connection.transaction(first: first) { connection in
        _ = try? await connection.rows(ofAll: ["INSERT INTO item VALUES (2)"])
        do {
          try await connection.execute("INSERT INTO item VALUES (3)")
          Issue.record("It was carried out.")
        } catch is Refusal {}
      }
    }
    #expect(try await ids(connection) == [])
    let impossible = FirstStatement("INSERT INTO missing VALUES (1)") { _ in }
    let error = await #expect(throws: PostgresError.self) {
      try await connection.transaction(first: impossible) { connection in
        _ = try? await connection.execute("INSERT INTO item VALUES (4)")
      }
    }
    #expect(error?.kind == .schemaMissing)
    #expect(try await ids(connection) == [])
    try await rows("INSERT INTO item VALUES (5)", on: connection)
    #expect(try await ids(connection) == [5])
  }

  @Test func `the reason why the server ends the connection is told`() async throws {
    let connection = try await connectToItems()
    let error = await #expect(throws: PostgresError.self) {
      try await rows(
        "SELECT 1",
        "SELECT pg_terminate_backend(pg_backend_pid())",
        "SELECT 2",
        on: connection
      )
    }
    #expect(error?.sqlState == "57P01")
    #expect(await !connection.isOpen)
  }

  @Test func `a batch that is cancelled leaves a connection that can be used`() async throws {
    let options = try await TestServer.shared.value.makeDatabase()
    let connection = try await Connection.connect(options)
    let other = try await Connection.connect(options)
    try await connection.execute("CREATE TABLE item (id int PRIMARY KEY)")
    let task = Task {
      try await rows(
        "INSERT INTO item VALUES (1)",
        "SELECT pg_sleep(600)",
        "SELECT 1",
        on: connection
      )
    }
    let isWaiting = try await eventually {
      try await other.value(
        "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep')"
      ) == true
    }
    #expect(isWaiting)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await ids(connection) == [])
    #expect(try await rows("SELECT 1", "SELECT 2", on: connection)[1][0].decode(0) == 2)
  }

  @Test func `rows of all statements together are read up to the limit`() async throws {
    var options = try await TestServer.shared.value.makeDatabase()
    options.limits.resultBytes = 4 << 20
    let connection = try await Connection.connect(options)
    let half: SQL = "SELECT repeat('x', 1000) FROM generate_series(1, 3000)"
    #expect(try await rows(half, "SELECT 1", on: connection)[0].count == 3_000)
    let error = await #expect(throws: PostgresError.self) {
      try await rows(half, half, on: connection)
    }
    #expect(error?.kind == .answerTooLarge)
  }

  @Test func `the statements of a snapshot see the same moment, and end their transaction`()
    async throws
  {
    let connection = try await connectToItems()
    let rows = try await connection.snapshot(
      of: ["SELECT pg_current_snapshot()::text", "SELECT pg_current_snapshot()::text"]
    )
    #expect(rows.count == 2)
    #expect(try rows[0][0].decode(0, as: String.self) == rows[1][0].decode(0, as: String.self))
    let error = await #expect(throws: PostgresError.self) {
      try await connection.snapshot(of: ["SELECT 1", "INSERT INTO item VALUES (1)"])
    }
    #expect(error?.kind == .readOnly)
    // Otherwise this would be refused.
    try await connection.execute("INSERT INTO item VALUES (2)")
    #expect(try await ids(connection) == [2])
  }

  @Test func `what begins a transaction is looked at before anything is kept`() async throws {
    let connection = try await connectToItems()
    struct Refusal: Error {}
    let first = FirstStatement("INSERT INTO item VALUES (1) RETURNING id") { rows in
      if try rows[0].decode(0) == 1 { throw Refusal() }
    }
    await #expect(throws: Refusal.self) {
      try await connection.transaction(first: first) {
        try await $0.rows(ofAll: ["INSERT INTO item VALUES (2)", "INSERT INTO item VALUES (3)"])
      }
    }
    await #expect(throws: Refusal.self) {
      try await connection.transaction(first: first) {
        try await $0.execute("INSERT INTO item VALUES (4)")
      }
    }
    #expect(try await ids(connection) == [])
    let accepted = FirstStatement("INSERT INTO item VALUES (5)") { #expect($0.isEmpty) }
    try await connection.transaction(first: accepted) {
      try await $0.execute(script: "INSERT INTO item VALUES (6); INSERT INTO item VALUES (7)")
    }
    #expect(try await ids(connection) == [5, 6, 7])
    // Without a statement of its own, a transaction does nothing.
    try await connection.transaction(first: first) { _ in }
    #expect(try await ids(connection) == [5, 6, 7])
  }

  @Test func `a server that answers another number of statements is not understood`() async throws {
    let number = [(name: "n", type: Int32(23), format: Int16(1))]
    let server = try FakeServer {
      FakeServer.rowsBegin(number) + FakeServer.row([[0, 0, 0, 7]]) + FakeServer.rowsEnd
    }
    let connection = try await Connection.connect(server.options())
    let error = await #expect(throws: PostgresError.self) {
      try await rows("SELECT 7", "SELECT 8", on: connection)
    }
    #expect(error?.endsConnection == true)
    #expect(await !connection.isOpen)
  }
}

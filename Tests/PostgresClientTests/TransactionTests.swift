import Foundation
import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgresClient

@Suite struct TransactionTests {
  private struct Stop: Error {}

  @Test func `a transaction whose body throws changes nothing`() async throws {
    let connection = try await connectToEmptyDatabase()
    try await connection.execute("CREATE TABLE item (id int)")
    await #expect(throws: Stop.self) {
      try await connection.transaction { connection in
        try await connection.execute("INSERT INTO item VALUES (1)")
        throw Stop()
      }
    }
    #expect(try await connection.value("SELECT count(*) FROM item") == 0)
    try await connection.transaction { try await $0.execute("INSERT INTO item VALUES (2)") }
    #expect(try await connection.value("SELECT count(*) FROM item") == 1)
  }

  @Test func `a transaction whose task is cancelled changes nothing`() async throws {
    let connection = try await connectToEmptyDatabase()
    try await connection.execute("CREATE TABLE item (id int)")
    let task = Task {
      try await connection.transaction { connection in
        try await connection.execute("INSERT INTO item VALUES (1)")
        #expect(await eventually { Task.isCancelled })
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await connection.value("SELECT count(*) FROM item") == 0)
  }

  @Test func `a transaction that ignores the error of a statement is not said to be committed`()
    async throws
  {
    let connection = try await connectToEmptyDatabase()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.transaction { connection in
        try await connection.execute("CREATE TABLE item ()")
        _ = try? await connection.execute("SELECT 1 / 0")
      }
    }
    #expect(error?.kind == .misuse)
    #expect(try await connection.value("SELECT to_regclass('item') IS NULL") == true)
  }

  @Test func `a transaction inside another one is refused`() async throws {
    let connection = try await connectToEmptyDatabase()
    try await connection.transaction { connection in
      let error = await #expect(throws: PostgresError.self) {
        try await connection.transaction { _ in }
      }
      #expect(error?.kind == .misuse)
    }
  }

  @Test func `a transaction that only reads cannot write`() async throws {
    let connection = try await connectToEmptyDatabase()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.transaction(readOnly: true) {
        try await $0.execute("CREATE TABLE item ()")
      }
    }
    #expect(error?.kind == .readOnly)
  }

  @Test func `transactions that conflict are tried again until all are done`() async throws {
    let options = try await TestServer.shared.value.makeDatabase()
    let connection = try await Connection.connect(options)
    try await connection.execute("CREATE TABLE item (quantity int)")
    try await connection.execute("INSERT INTO item VALUES (0)")
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let connection = try await Connection.connect(options)
          for _ in 0..<5 {
            try await connection.transaction(.serializable, retry: RetryPolicy(attempts: 1_000)) {
              connection in
              let quantity: Int? = try await connection.value("SELECT quantity FROM item")
              try await connection.execute("UPDATE item SET quantity = \(quantity! + 1)")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await connection.value("SELECT quantity FROM item") == 20)
  }

  @Test func `a conflict that does not go away is an error after all attempts`() async throws {
    let connection = try await connectToEmptyDatabase()
    var attempts = 0
    let error = await #expect(throws: PostgresError.self) {
      try await connection.transaction(retry: RetryPolicy(attempts: 3, pause: .zero)) {
        connection in
        attempts += 1
        try await connection.execute(
          script: "DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40001'; END $$"
        )
      }
    }
    #expect(error?.kind == .serializationFailure)
    #expect(attempts == 3)
  }

  @Test func `transactions that wait for each other are both done in the end`() async throws {
    let options = try await TestServer.shared.value.makeDatabase()
    let first = try await Connection.connect(options)
    let second = try await Connection.connect(options)
    try await first.execute("CREATE TABLE item (id int PRIMARY KEY, n int)")
    try await first.execute("INSERT INTO item VALUES (1, 0), (2, 0)")
    for connection in [first, second] {
      try await connection.execute("SET deadlock_timeout = '10ms'")
    }
    @Sendable func add(_ connection: Connection, _ one: Int, _ other: Int) async throws {
      for _ in 0..<10 {
        try await connection.transaction(retry: RetryPolicy(attempts: 1_000)) { connection in
          try await connection.execute("UPDATE item SET n = n + 1 WHERE id = \(one)")
          try await connection.execute("UPDATE item SET n = n + 1 WHERE id = \(other)")
        }
      }
    }
    async let forwards: Void = add(first, 1, 2)
    async let backwards: Void = add(second, 2, 1)
    _ = try await (forwards, backwards)
    #expect(try await first.value("SELECT array_agg(n) FROM item") == [Int32(20), 20])
  }
}

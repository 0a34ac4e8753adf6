import Foundation
import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgresClient

@Suite struct CopyTests {
  private struct Stop: Error {}

  /// Rows that are made when they are asked for.
  private struct Pieces: AsyncSequence, AsyncIteratorProtocol {
    let count: Int
    var isFailing = false
    private var last = 0

    init(_ count: Int, failing: Bool = false) {
      self.count = count
      isFailing = failing
    }

    func makeAsyncIterator() -> Self { self }

    mutating func next() async throws -> Data? {
      guard last < count else {
        if isFailing { throw Stop() }
        return nil
      }
      last += 1
      return try CopyRow(["\(last)", "tab\t line\n back\\slash \\N", nil]).data
    }
  }

  private func connect() async throws -> Connection {
    let connection = try await connectToEmptyDatabase()
    try await connection.execute("CREATE TABLE item (id int PRIMARY KEY, name text, notes text)")
    return connection
  }

  @Test func `rows are copied to the server and back`() async throws {
    let connection = try await connect()
    let count = try await connection.copy(into: "COPY item FROM STDIN", from: Pieces(100_000))
    #expect(count == 100_000)
    let row = try #require(
      try await connection.rows("SELECT * FROM item WHERE id = 7").first
    )
    let (id, name, notes) = try row.decode(as: Int32.self, String.self, String?.self)
    #expect(id == 7)
    #expect(name == "tab\t line\n back\\slash \\N")
    #expect(notes == nil)
    var copied = 0
    try await connection.withCopy(of: "COPY item TO STDOUT") { pieces in
      for try await piece in pieces {
        copied += 1
        #expect(piece.last == UInt8(ascii: "\n"))
      }
    }
    #expect(copied == 100_000)
    #expect(try await connection.value("SELECT 1") == 1)
  }

  @Test func `a copy whose source fails adds nothing`() async throws {
    let connection = try await connect()
    await #expect(throws: Stop.self) {
      try await connection.copy(into: "COPY item FROM STDIN", from: Pieces(1_000, failing: true))
    }
    #expect(try await connection.value("SELECT count(*) FROM item") == 0)
  }

  @Test func `a copy that the server refuses names the constraint`() async throws {
    let connection = try await connect()
    try await connection.execute("INSERT INTO item VALUES (50000)")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.copy(into: "COPY item FROM STDIN", from: Pieces(100_000))
    }
    #expect(error?.kind == .constraint(.init(.unique, name: "item_pkey", table: "item")))
    #expect(try await connection.value("SELECT count(*) FROM item") == 1)
  }

  @Test func `a copy whose task is cancelled adds nothing`() async throws {
    let connection = try await connect()
    let task = Task {
      let endless = AsyncThrowingStream<Data, any Error> {
        try CopyRow(["\(Int32.random(in: .min ... .max))", nil, nil]).data
      }
      try await connection.copy(into: "COPY item FROM STDIN", from: endless)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await connection.value("SELECT count(*) FROM item") == 0)
  }

  @Test func `what is not read of a copy is cancelled`() async throws {
    let connection = try await connect()
    try await connection.withCopy(
      of: "COPY (SELECT generate_series(1, 100000000)) TO STDOUT"
    ) { pieces in
      for try await _ in pieces { break }
    }
    #expect(try await connection.value("SELECT 1") == 1)
  }

  @Test func `a statement that does not copy is refused, and harms nothing`() async throws {
    let connection = try await connect()
    for statement: SQL in ["SELECT 1", "INSERT INTO item VALUES (1)", "COPY item TO STDOUT"] {
      let error = await #expect(throws: PostgresError.self) {
        try await connection.copy(into: statement, from: Pieces(1))
      }
      #expect(error?.kind == .misuse)
    }
    #expect(try await connection.value("SELECT 1") == 1)
  }

  @Test func `a copy among statements is misuse`() async throws {
    for statement: SQL in ["COPY item FROM STDIN", "COPY item TO STDOUT"] {
      let connection = try await connect()
      let error = await #expect(throws: PostgresError.self) {
        try await connection.query(statement)
      }
      #expect(error?.kind == .misuse)
    }
  }
}

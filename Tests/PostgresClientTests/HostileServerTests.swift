import Foundation
import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgresClient

/// What a server says that is not PostgreSQL, or is not well-meaning.
@Suite struct HostileServerTests {
  private static let number = [(name: "n", type: Int32(23), format: Int16(1))]

  /// What comes of a statement.
  private func outcome(
    _ server: FakeServer,
    rowBytes: Int = 1 << 20,
    resultBytes: Int = 4 << 20,
    answerTimeout: Duration = .seconds(600)
  ) async throws -> Result<Answer, PostgresError> {
    var options = try server.options()
    options.limits.rowBytes = rowBytes
    options.limits.resultBytes = resultBytes
    options.answerTimeout = answerTimeout
    let connection = try await Connection.connect(options)
    do {
      return .success(try await connection.query("SELECT 1"))
    } catch let error as PostgresError {
      if error.endsConnection { #expect(await !connection.isOpen) }
      return .failure(error)
    }
  }

  @Test func `a server that answers properly is understood`() async throws {
    let server = try FakeServer {
      FakeServer.rowsBegin(Self.number) + FakeServer.row([[0, 0, 0, 7]]) + FakeServer.rowsEnd
    }
    #expect(try await outcome(server).get().rows.first?.decode(0) == 7)
  }

  @Test(arguments: [[], [1], [0, 0, 0], [0, 0, 0, 0, 7], Array(repeating: 0xFF, count: 1_000)])
  func `a value that is not what its type says is an error`(bytes: [UInt8]) async throws {
    let server = try FakeServer {
      FakeServer.rowsBegin(Self.number) + FakeServer.row([bytes]) + FakeServer.rowsEnd
    }
    let row = try #require(try await outcome(server).get().rows.first)
    let error = #expect(throws: PostgresError.self) { try row.decode(0, as: Int.self) }
    #expect(error?.kind == .invalidAnswer)
  }

  @Test func `a column in the form of text is an error, because it was not asked for`()
    async throws
  {
    let server = try FakeServer {
      FakeServer.rowsBegin([(name: "n", type: 23, format: 0)]) + FakeServer.row([[0x37]])
        + FakeServer.rowsEnd
    }
    let result = try await outcome(server)
    #expect(throws: PostgresError.self) { try result.get() }
  }

  @Test func `rows without end are read up to the limit`() async throws {
    let rows =
      FakeServer.rowsBegin(Self.number)
      + Array(repeating: FakeServer.row([[0, 0, 0, 7]]), count: 300_000).joined()
    let server = try FakeServer { rows }
    guard case .failure(let error) = try await outcome(server) else {
      Issue.record("no error")
      return
    }
    #expect(error.kind == .answerTooLarge)
  }

  @Test func `rows without columns and without end are read up to the limit`() async throws {
    let rows =
      FakeServer.rowsBegin([])
      + Array(repeating: FakeServer.row([]), count: 100_000).joined()
    let server = try FakeServer { rows }
    let result = try await outcome(server, resultBytes: 1 << 20)
    let error = #expect(throws: PostgresError.self) { try result.get() }
    #expect(error?.kind == .answerTooLarge)
  }

  @Test func `the results of all connections together have a limit`() async throws {
    let row = FakeServer.row([[UInt8](repeating: 0, count: 600_000)])
    // The first server does not end its result.
    let servers = [
      try FakeServer { FakeServer.rowsBegin(Self.number) + row },
      try FakeServer { FakeServer.rowsBegin(Self.number) + row + FakeServer.rowsEnd },
    ]
    var connections: [Connection] = []
    for server in servers {
      var options = try server.options()
      options.limits.resultBytesOfAll = 1 << 20
      options.answerTimeout = .seconds(600)
      connections.append(try await Connection.connect(options))
    }
    let first = Task { [connection = connections[0]] in try await connection.query("SELECT 1") }
    let deadline = ContinuousClock.now + .seconds(30)
    while ReceivedResults.bytes < 600_000, .now < deadline { await Task.yield() }
    #expect(ReceivedResults.bytes >= 600_000)
    let error = await #expect(throws: PostgresError.self) {
      try await connections[1].query("SELECT 1")
    }
    #expect(error?.kind == .answerTooLarge)
    // There is room again when the first result is not received any more.
    first.cancel()
    _ = await first.result
    #expect(ReceivedResults.bytes == 0)
    let next = try await Connection.connect(connections[1].options)
    #expect(try await next.query("SELECT 1").rows.count == 1)
    // They listen for as long as they exist.
    withExtendedLifetime(servers) {}
  }

  @Test(arguments: [-1, Int.min, 1 << 31, Int.max])
  func `a number of things that cannot be is an error`(count: Int) async throws {
    let server = try FakeServer {
      FakeServer.rowsBegin([(name: "n", type: 20, format: 1)])
        + FakeServer.row([Int64(count).bytes]) + FakeServer.rowsEnd
    }
    let row = try #require(try await outcome(server).get().rows.first)
    let error = #expect(throws: PostgresError.self) { try row.count(0) }
    #expect(error?.kind == .invalidAnswer)
    #expect(try row.decode(0) == count)
  }

  @Test func `a notification that is too long closes the connection`() async throws {
    let notification = FakeServer.message(
      "A",
      Int32(1).bytes + FakeServer.cString("c")
        + FakeServer.cString(String(repeating: "x", count: 1 << 17))
    )
    let server = try FakeServer {
      FakeServer.rowsBegin(Self.number) + notification + FakeServer.row([[0, 0, 0, 7]])
        + FakeServer.rowsEnd
    }
    let result = try await outcome(server)
    let error = #expect(throws: PostgresError.self) { try result.get() }
    #expect(error?.kind == .answerTooLarge)
  }

  @Test func `a value that is said to have two gigabytes takes no such memory`() async throws {
    let huge =
      FakeServer.rowsBegin(Self.number) + [UInt8(ascii: "D")] + Int32(0x7FFF_FFF0).bytes
      + Int16(1).bytes + Int32(0x7FFF_FFE0).bytes
    let server = try FakeServer { huge }
    let result = try await outcome(server, answerTimeout: .milliseconds(500))
    #expect(throws: PostgresError.self) { try result.get() }
  }

  @Test func `a row that never ends is read up to the limit`() async throws {
    // libpq makes room for the whole row at once, which a small machine must have.
    let length = Int32(1 << 28)
    let listener = try LoopbackListener { client in
      _ = receiveSome(from: client)
      sendAll(FakeServer.greeting, to: client)
      _ = receiveSome(from: client)
      sendAll(
        FakeServer.rowsBegin(Self.number) + [UInt8(ascii: "D")] + length.bytes + Int16(1).bytes
          + (length - 10).bytes,
        to: client
      )
      let piece = [UInt8](repeating: 0, count: 1 << 20)
      // libpq reads on as long as there is something, without a look at the limits between.
      while sendAll(piece, to: client) { usleep(2_000) }
    }
    var options = try FakeServer.options(port: listener.port)
    options.limits.rowBytes = 1 << 20
    options.answerTimeout = .seconds(600)
    let connection = try await Connection.connect(options)
    let error = await #expect(throws: PostgresError.self) { try await connection.query("SELECT 1") }
    #expect(error?.kind == .answerTooLarge, "\(String(describing: error))")
  }

  @Test func `results without end are an error`() async throws {
    let end = FakeServer.message("C", FakeServer.cString("SELECT 1"))
    let results =
      FakeServer.message("1", []) + FakeServer.message("2", [])
      + Array(repeating: end, count: 100_000).joined()
    let server = try FakeServer { results }
    let result = try await outcome(server)
    #expect(throws: PostgresError.self) { try result.get() }
  }

  @Test func `notices without end run into the deadline`() async throws {
    let listener = try LoopbackListener { client in
      _ = receiveSome(from: client)
      sendAll(FakeServer.greeting, to: client)
      _ = receiveSome(from: client)
      let notice = FakeServer.message("N", FakeServer.cString("SNOTICE") + [0])
      while sendAll(notice, to: client) { usleep(1_000) }
    }
    var options = try FakeServer.options(port: listener.port)
    options.answerTimeout = .milliseconds(300)
    options.cancelTimeout = .milliseconds(300)
    let connection = try await Connection.connect(options)
    let error = await #expect(throws: PostgresError.self) { try await connection.query("SELECT 1") }
    #expect(error?.kind == .connectionLost)
    #expect(await !connection.isOpen)
  }

  @Test func `a server that wants a password in clear text, or something unknown, gets nothing`()
    async throws
  {
    for method in [Int32(3), 2, 99] {
      let server = try FakeServer(greeting: FakeServer.message("R", method.bytes)) { nil }
      await #expect(throws: PostgresError.self) { try await Connection.connect(server.options()) }
    }
  }

  /// Answers, some of which are like PostgreSQL's.
  private static func answer(_ random: inout FuzzRandom) -> [UInt8] {
    func bytes(_ limit: Int) -> [UInt8] {
      (0..<random.below(limit)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    let types: [Int32] = [
      16, 17, 20, 21, 23, 25, 700, 701, 1_184, 1_700, 2_950, 1_007, 1_009, 1_016,
    ]
    var answer: [UInt8] = []
    for _ in 0...random.below(5) {
      switch random.below(9) {
      case 0: answer += bytes(64)
      case 1:
        answer += FakeServer.message(
          Character(UnicodeScalar(UInt8(0x20 + random.below(0x5F)))),
          bytes(64)
        )
      case 2: answer += FakeServer.ready
      case 3: answer += FakeServer.rowsEnd
      case 4: answer += FakeServer.message("E", FakeServer.cString("SERROR") + bytes(32) + [0])
      case 5: answer += FakeServer.message("A", Int32(1).bytes + bytes(32) + [0, 0])
      default:
        let columns = (0..<random.below(4)).map { _ in
          (
            name: "c", type: random.element(of: types),
            format: random.isTrue(oneIn: 10) ? Int16(0) : 1
          )
        }
        answer += FakeServer.rowsBegin(columns)
        for _ in 0..<random.below(4) {
          answer += FakeServer.row(
            columns.map { _ in random.isTrue(oneIn: 5) ? nil : bytes(40) }
          )
        }
        answer += FakeServer.rowsEnd
      }
    }
    if random.isTrue(oneIn: 3), !answer.isEmpty {
      answer[random.below(answer.count)] ^= 1 << UInt8(random.below(8))
    }
    if random.isTrue(oneIn: 5) { answer.removeLast(random.below(answer.count + 1)) }
    return answer
  }

  @Test func `answers by chance are an error or rows, never the end of the program`() async throws {
    let runs =
      ProcessInfo.processInfo.environment["INVENTORY_FUZZ_RUNS"].flatMap { Int($0) } ?? 300
    let first =
      ProcessInfo.processInfo.environment["INVENTORY_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    for run in 0..<UInt64(runs) {
      var random = FuzzRandom(seed: first &+ run)
      let answer = Self.answer(&random)
      let server = try FakeServer { answer }
      var options = try server.options()
      options.answerTimeout = .milliseconds(20)
      options.cancelTimeout = .milliseconds(20)
      let connection = try await Connection.connect(options)
      for _ in 0..<2 {
        guard let rows = try? await connection.rows("SELECT 1") else { continue }
        for row in rows {
          for column in 0..<row.count {
            _ = try? row.decode(column, as: Int.self)
            _ = try? row.decode(column, as: Int32.self)
            _ = try? row.decode(column, as: String.self)
            _ = try? row.decode(column, as: Double.self)
            _ = try? row.decode(column, as: Bool.self)
            _ = try? row.decode(column, as: Data.self)
            _ = try? row.decode(column, as: Date.self)
            _ = try? row.decode(column, as: UUID.self)
            _ = try? row.decode(column, as: Decimal.self)
            _ = try? row.decode(column, as: [Int32?].self)
            _ = try? row.decode(column, as: [String].self)
            _ = try? row.decode(column, as: [Int].self)
          }
        }
      }
      await connection.close()
    }
  }

  @Test func `greetings by chance are an error`() async throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = FuzzRandom(seed: seed)
      var greeting = FakeServer.greeting
      for _ in 0...random.below(4) {
        greeting[random.below(greeting.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      let server = try FakeServer(greeting: greeting) { nil }
      var options = try server.options()
      options.connectTimeout = .milliseconds(50)
      if let connection = try? await Connection.connect(options) { await connection.close() }
    }
  }
}

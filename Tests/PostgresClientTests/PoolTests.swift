import DependencyInjection
import Foundation
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@testable import PostgresClient

extension PoolState {
  fileprivate var loss: Loss? { if case .lost(let loss) = self { loss } else { nil } }
}

@Suite struct PoolTests {
  private func makePool(
    _ server: TestServer,
    _ change: (inout Pool.Configuration) -> Void = { _ in }
  ) throws -> Pool {
    var configuration = Pool.Configuration()
    change(&configuration)
    return Pool(try server.options(), configuration)
  }

  @Test func `statements at the same time use no more connections than allowed`() async throws {
    let pool = try makePool(await TestServer.shared.value) { $0.connections = 3 }
    let processes = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask {
          let rows = try await pool.rows("SELECT pg_backend_pid(), pg_sleep(0.001)")
          return try #require(rows.first).decode(0)
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect((1...3).contains(processes.count))
    #expect(await pool.count <= 3)
    #expect(await pool.state == .connected)
    await pool.close()
  }

  @Test func `who waits too long for a connection gets an error`() async throws {
    let clock = TestClock()
    let pool = try makePool(await TestServer.shared.value) {
      $0.connections = 1
      $0.clock = clock
    }
    try await pool.withConnection { connection in
      let task = Task { try await pool.rows("SELECT 1") }
      #expect(await eventually { await pool.isWaiting })
      await clock.advance(by: .seconds(4))
      let error = await #expect(throws: PostgresError.self) { try await task.value }
      #expect(error?.kind == .poolExhausted)
      try await connection.execute("SELECT 1")
    }
    #expect(try await pool.rows("SELECT 1").count == 1)
  }

  @Test func `who reads need not wait for those who change something`() async throws {
    let pool = try makePool(await TestServer.shared.value) {
      $0.connections = 2
      $0.writers = 1
    }
    let (end, release) = AsyncStream<Void>.makeStream()
    let isInside = Mutex(false)
    let writer = Task {
      try await pool.transaction { _ in
        isInside.withLock { $0 = true }
        for await _ in end {}
      }
    }
    #expect(await eventually { isInside.withLock { $0 } })
    let others = (0..<3).map { number in
      Task { try await pool.transaction { try await $0.value("SELECT \(number)", as: Int.self) } }
    }
    #expect(await eventually { await pool.isWaiting })
    for _ in 0..<5 { #expect(try await pool.rows("SELECT 1").count == 1) }
    try await pool.transaction(readOnly: true) { try await $0.execute("SELECT 1") }
    #expect(await pool.isWaiting)
    release.finish()
    try await writer.value
    for (number, other) in others.enumerated() { #expect(try await other.value == number) }
    #expect(await pool.count <= 2)
  }

  @Test func `who waits for a connection can be cancelled`() async throws {
    let pool = try makePool(await TestServer.shared.value) { $0.connections = 1 }
    try await pool.withConnection { _ in
      let task = Task { try await pool.rows("SELECT 1") }
      #expect(await eventually { await pool.isWaiting })
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await !pool.isWaiting)
    }
  }

  @Test func `a connection that breaks is replaced`() async throws {
    let server = try await TestServer.shared.value
    let pool = try makePool(server) { $0.connections = 1 }
    let other = try await Connection.connect(server.options())
    for _ in 0..<3 {
      let process: Int32 = try #require(
        try await pool.rows("SELECT pg_backend_pid()").first
      ).decode(0)
      try await other.execute("SELECT pg_terminate_backend(\(process))")
      #expect(
        await eventually {
          let rows = try? await pool.rows("SELECT pg_backend_pid()")
          return (try? rows?.first?.decode(0, as: Int32.self)) != process && rows != nil
        }
      )
    }
  }

  @Test func `a server is not lost because one of several connections ended`() async throws {
    let server = try await TestServer.shared.value
    let pool = try makePool(server) { $0.connections = 2 }
    let states = await pool.states()
    let seen = Task {
      var seen: [PoolState] = []
      for await state in states { seen.append(state) }
      return seen
    }
    let other = try await Connection.connect(server.options())
    try await pool.withConnection { first in
      let processID = await first.processID
      try await pool.withConnection { second in
        try await other.execute("SELECT pg_terminate_backend(\(processID))")
        #expect(await eventually { await !first.isOpen })
        try await second.execute("SELECT 1")
      }
    }
    #expect(try await pool.rows("SELECT 1").count == 1)
    await pool.close()
    #expect(await seen.value.allSatisfy { $0 == .connecting || $0 == .connected })
  }

  @Test func `a connection that was left in a transaction is not used again`() async throws {
    let pool = try makePool(await TestServer.shared.value) { $0.connections = 1 }
    let first: Int = try await pool.withConnection { connection in
      try await connection.execute("BEGIN")
      return try #require(try await connection.value("SELECT pg_backend_pid()"))
    }
    let second: Int = try #require(try await pool.rows("SELECT pg_backend_pid()").first).decode(0)
    #expect(first != second)
  }

  @Test func `a server that is lost is looked for with pauses that grow, and found`() async throws {
    let server = try await TestServer()
    let clock = TestClock()
    let pool = try makePool(server) {
      $0.clock = clock
      $0.firstPause = .seconds(1)
      $0.longestPause = .seconds(8)
    }
    var states = await pool.states().makeAsyncIterator()
    #expect(await states.next() == .connecting)
    try await pool.execute("SELECT 1")
    #expect(await states.next() == .connected)

    try await server.run(.kill)
    let longestPauses = [1, 2, 4, 8, 8, 8, 8]
    var attempts = 0
    while attempts < 5 {
      // The pool may not have begun to wait yet, so time passes until it has tried.
      let hasTried = await eventually {
        await clock.advance(by: .seconds(1))
        return await pool.state.loss.map { $0.attempts > attempts } == true
      }
      #expect(hasTried)
      let loss = try #require(await pool.state.loss)
      attempts = loss.attempts
      #expect(loss.error.kind == .unreachable)
      let longest = Duration.seconds(longestPauses[min(attempts, longestPauses.count) - 1])
      #expect(loss.pause <= longest)
      #expect(loss.pause >= longest / 2)
    }
    // Whoever asks meanwhile learns why.
    let task = Task { try await pool.rows("SELECT 1") }
    #expect(await eventually { await pool.isWaiting })
    await clock.advance(by: .seconds(4))
    let error = await #expect(throws: PostgresError.self) { try await task.value }
    #expect(error?.kind == .unreachable)

    try await server.run(.start)
    #expect(
      await eventually {
        await clock.advance(by: .seconds(8))
        return await pool.state == .connected
      }
    )
    #expect(try await pool.rows("SELECT 1").count == 1)
  }

  @Test func `who waits while the server is away is served when it is back`() async throws {
    let server = try await TestServer()
    let pool = try makePool(server) {
      $0.firstPause = .milliseconds(20)
      $0.longestPause = .milliseconds(50)
      $0.acquireTimeout = .seconds(600)
    }
    try await pool.execute("SELECT 1")
    try await server.run(.kill)
    #expect(await eventually { await pool.state.loss != nil })
    let tasks = (0..<10).map { number in Task { try await pool.rows("SELECT \(number)") } }
    #expect(await eventually { await pool.isWaiting })
    try await server.run(.start)
    for task in tasks { #expect(try await task.value.count == 1) }
  }

  @Test func `a wrong password is not tried again and again`() async throws {
    let server = try await TestServer(.port)
    let pool = Pool(try server.options(user: "anna", password: "wrong"))
    let error = await #expect(throws: PostgresError.self) { try await pool.rows("SELECT 1") }
    #expect(error?.kind == .wrongPassword)
    guard case .failed(let reason) = await pool.state else {
      Issue.record("not failed")
      return
    }
    #expect(reason.kind == .wrongPassword)
    // Somebody has changed it.
    let setup = try await Connection.connect(server.options())
    try await setup.execute("CREATE ROLE anna LOGIN PASSWORD 'wrong'")
    #expect(try await pool.rows("SELECT 1").count == 1)
    #expect(await pool.state == .connected)
  }

  @Test func `a pool that is closed ends what waits and what is asked`() async throws {
    let pool = try makePool(await TestServer.shared.value)
    let task = Task { try await pool.rows("SELECT pg_sleep(600)") }
    #expect(await eventually { await pool.state == .connected })
    await pool.close()
    let running = await #expect(throws: PostgresError.self) { try await task.value }
    #expect(running?.kind == .closed)
    let later = await #expect(throws: PostgresError.self) { try await pool.rows("SELECT 1") }
    #expect(later?.kind == .closed)
    var states = await pool.states().makeAsyncIterator()
    _ = await states.next()
    #expect(await states.next() == nil)
  }

  @Test func `who asks for it need not wait for the next attempt to connect`() async throws {
    let clock = TestClock()
    var configuration = Pool.Configuration()
    configuration.clock = clock
    let attempts = Mutex(0)
    let options = try await TestServer.shared.value.options()
    let pool = Pool(configuration) {
      let number = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if number == 1 { throw PostgresError(.unreachable, "The server is away.") }
      return try await Connection.connect(options)
    }
    let asking = Task { try await pool.rows("SELECT 1") }
    // It waits for a time that does not come.
    #expect(await eventually { await pool.state.loss?.pause ?? .zero > .zero })
    #expect(
      await eventually {
        await pool.retryNow()
        return await pool.state == .connected
      }
    )
    #expect(try await asking.value.count == 1)
    #expect(attempts.withLock { $0 } == 2)
  }

  @Test func `the pause of an attempt is ended also after an earlier one was cancelled`()
    async throws
  {
    let clock = ClockWithSlowEnd()
    var configuration = Pool.Configuration()
    configuration.clock = clock
    configuration.connections = 2
    configuration.acquireTimeout = ClockWithSlowEnd.shortestDeadline
    let options = try await TestServer.shared.value.options()
    let attempts = Mutex(0)
    let isAway = Mutex(false)
    let (seconds, second) = AsyncStream<Void>.makeStream()
    let (returns, comeBack) = AsyncStream<Void>.makeStream()
    let away = PostgresError(.unreachable, "The server is away.")
    let pool = Pool(configuration) {
      let number = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if number == 1 {
        for await _ in seconds { break }
        throw away
      }
      if number == 2 {
        second.yield()
        for await _ in returns { break }
      }
      if isAway.withLock({ $0 }) { throw away }
      return try await Connection.connect(options)
    }
    // The first attempt fails, so the pool waits before it tries again, until the second succeeds.
    let one = Task { try await pool.rows("SELECT 1") }
    let two = Task { try await pool.rows("SELECT 2") }
    #expect(await eventually { clock.pauses == 1 })
    // Otherwise another connection would be made, and could come later.
    two.cancel()
    await #expect(throws: CancellationError.self) { try await two.value }
    comeBack.yield()
    #expect(try await one.value.count == 1)

    // The first pause has not ended yet when the next one begins.
    isAway.withLock { $0 = true }
    await pool.closeConnections(because: PostgresError(.connectionLost, "The server has ended."))
    #expect(await eventually { clock.pauses == 2 })
    clock.endFirstPause()
    // What follows from the end of the pause is done before all of these.
    for _ in 0..<1_000 { await Task.detached {}.value }

    isAway.withLock { $0 = false }
    #expect(
      await eventually {
        await pool.retryNow()
        return await pool.state == .connected
      }
    )
    await pool.close()
  }

  @Test func `a server is not lost because it refuses connections before it gives one`()
    async throws
  {
    let options = try await TestServer.shared.value.options()
    let isFirstRefused = Mutex(false)
    let attempts = Mutex(0)
    let (refusals, refusal) = AsyncStream<Void>.makeStream()
    let pool = Pool {
      let number = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      // The server has a single connection left, which the second attempt gets, later.
      guard number == 2 else {
        isFirstRefused.withLock { $0 = true }
        refusal.yield()
        throw PostgresError(.serverFull, "The server has no connections left.")
      }
      for await _ in refusals { break }
      return try await Connection.connect(options)
    }
    async let one = pool.rows("SELECT 1")
    async let two = pool.rows("SELECT 2")
    #expect(try await (one.count, two.count) == (1, 1))
    #expect(isFirstRefused.withLock { $0 })
    // Nobody tries to reach a server that is there.
    let count = attempts.withLock { $0 }
    for _ in 0..<20 { #expect(try await pool.rows("SELECT pg_sleep(0.05)").count == 1) }
    #expect(attempts.withLock { $0 } <= count + 1)
    #expect(await pool.state == .connected)
    await pool.close()
  }

  @Test func `a server is not lost because it refuses another connection`() async throws {
    let options = try await TestServer.shared.value.options()
    var configuration = Pool.Configuration()
    configuration.connections = 2
    configuration.acquireTimeout = .milliseconds(300)
    let isOpen = Mutex(false)
    let pool = Pool(configuration) {
      guard
        !isOpen.withLock({ isOpen in
          defer { isOpen = true }
          return isOpen
        })
      else { throw PostgresError(.wrongPassword, "The password was changed.") }
      return try await Connection.connect(options)
    }
    let states = await pool.states()
    let seen = Task {
      var seen: [PoolState] = []
      for await state in states { seen.append(state) }
      return seen
    }
    try await pool.withConnection { _ in
      let error = await #expect(throws: PostgresError.self) { try await pool.rows("SELECT 1") }
      #expect(error?.kind == .poolExhausted)
    }
    #expect(try await pool.rows("SELECT 1").count == 1)
    await pool.close()
    #expect(await seen.value.allSatisfy { $0 == .connecting || $0 == .connected })
  }
}

/// A clock on which time does not pass. Sleeps end when they are cancelled, apart from the first
/// pause, which somebody has to end.
private final class ClockWithSlowEnd: Clock {
  /// Longer sleeps are no pauses between two attempts.
  static let shortestDeadline = Duration.seconds(3_600)

  private let counter = Mutex(0)
  private let ends: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  init() { (ends, end) = AsyncStream.makeStream() }

  /// How many pauses have begun.
  var pauses: Int { counter.withLock { $0 } }
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  func endFirstPause() { end.finish() }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    var isFirst = false
    if deadline - now < Self.shortestDeadline / 2 {
      isFirst = counter.withLock { counter in
        counter += 1
        return counter == 1
      }
    }
    if isFirst {
      // A task of its own is not cancelled.
      await Task { [ends] in for await _ in ends {} }.value
    } else {
      try await Task.never()
    }
  }
}

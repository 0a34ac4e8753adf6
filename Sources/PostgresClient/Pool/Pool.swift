import CLibpq
import Foundation

/// Connections to a server, of which there are never more than a bound.
///
/// A connection is made when it is needed. One that breaks is replaced: the pool tries at once,
/// then after pauses that grow, and says in ``states()`` what it does. Nothing that was sent is
/// sent again.
package actor Pool {
  package struct Configuration: Sendable {
    /// The largest number of connections.
    package var connections = 5
    /// How many of them may change something at the same time. Whoever changes something may have
    /// to wait for others, such as for an import; the rest stays for those who read.
    package var writers = 3
    /// How long somebody waits for a connection.
    package var acquireTimeout: Duration = .seconds(4)
    /// The pause after the first attempt to connect has failed. Each later one is twice as long.
    package var firstPause: Duration = .milliseconds(200)
    package var longestPause: Duration = .seconds(15)
    /// How long nothing may come from a server that owes an answer before it counts as lost.
    package var patience: Duration = .seconds(3)
    /// How long nothing may come from it before all connections to it are closed.
    package var longestPatience: Duration = .seconds(8)
    package var clock: any Clock<Duration> = ContinuousClock()

    package init() {}
  }

  /// What a connection is taken for.
  package enum Purpose: Sendable {
    case reading
    case writing
  }

  private struct Waiter {
    let purpose: Purpose
    let continuation: CheckedContinuation<Connection, any Error>
    let deadline: Task<Void, Never>
  }

  private let connect: @Sendable () async throws -> Connection
  package nonisolated let configuration: Configuration
  /// When something has come from the server last.
  let pulse: ServerPulse

  /// Those that nobody uses; the last one was used last.
  private var idle: [Connection] = []
  /// All that are open, used or not.
  private var open: [ObjectIdentifier: Connection] = [:]
  /// How many are being made.
  private var opening = 0
  /// How many are used to change something.
  private var writing = 0
  private var reconnecting: Task<Void, Never>?
  /// The pause before the next attempt to connect.
  private var retryPause: Task<Void, Never>?
  /// Whether somebody has asked for an attempt to connect, for which there was no pause to end.
  private var isRetryDue = false
  private var waiters: [Int: Waiter] = [:]
  private var lastWaiter = 0
  private(set) var isClosed = false
  /// Whether the server does not answer, though connections to it are open.
  var isSilent = false
  var owed = OwedAnswers()

  package internal(set) var state = PoolState.connecting {
    didSet {
      guard state != oldValue else { return }
      for listener in listeners.values { listener.yield(state) }
    }
  }
  private var listeners: [Int: AsyncStream<PoolState>.Continuation] = [:]
  private var lastListener = 0

  /// - Parameters:
  ///   - options: Which server, and how.
  ///   - configuration: How many connections, and how long to wait.
  package init(_ options: ConnectionOptions, _ configuration: Configuration = Configuration()) {
    self.init(configuration, pulse: options.pulse) { try await Connection.connect(options) }
  }

  /// - Parameters:
  ///   - configuration: How many connections, and how long to wait.
  ///   - pulse: That of the options with which it connects.
  ///   - connect: Makes a connection, and makes it ready for whoever uses the pool.
  package init(
    _ configuration: Configuration = Configuration(),
    pulse: ServerPulse = ServerPulse(),
    connect: @escaping @Sendable () async throws -> Connection
  ) {
    self.configuration = configuration
    self.pulse = pulse
    self.connect = connect
  }

  deinit {
    reconnecting?.cancel()
    owed.watch?.cancel()
    for listener in listeners.values { listener.finish() }
  }

  // MARK: - Using connections

  /// Does something with a connection, which nobody else uses meanwhile.
  ///
  /// - Parameters:
  ///   - purpose: What for.
  ///   - body: What is done. The connection must not be used after it has returned, and its
  ///     settings must be as before.
  /// - Throws: What the body throws, ``PostgresError``, or `CancellationError`. If there is no
  ///   connection in time, the kind is `poolExhausted`, or what keeps the pool from connecting.
  @discardableResult
  package func withConnection<Value>(
    for purpose: Purpose = .reading,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Connection) async throws -> Value
  ) async throws -> Value {
    let connection = try await acquire(for: purpose)
    do {
      let value = try await body(connection)
      await release(connection, from: purpose)
      return value
    } catch {
      await release(connection, from: purpose)
      throw error
    }
  }

  /// Carries out a transaction on a connection; see
  /// ``Connection/transaction(_:readOnly:retry:_:)``.
  @discardableResult
  package func transaction<Value>(
    _ level: IsolationLevel = .readCommitted,
    readOnly: Bool = false,
    first: FirstStatement? = nil,
    retry: RetryPolicy = RetryPolicy(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Connection) async throws -> Value
  ) async throws -> Value {
    try await withConnection(for: readOnly ? .reading : .writing) { connection in
      try await connection.transaction(
        level,
        readOnly: readOnly,
        first: first,
        retry: retry,
        body
      )
    }
  }

  /// Carries out a statement on a connection and returns its rows.
  package nonisolated func rows(_ statement: SQL, timeout: Duration? = nil) async throws -> [Row] {
    try await withConnection { try await $0.query(statement, timeout: timeout).rows }
  }

  /// Carries out a statement on a connection.
  ///
  /// - Returns: How many rows were inserted, changed, deleted or returned.
  @discardableResult
  package nonisolated func execute(
    _ statement: SQL,
    timeout: Duration? = nil
  ) async throws -> Int {
    try await withConnection { try await $0.execute(statement, timeout: timeout) }
  }

  // MARK: - State

  /// Whether the server is reached: now, and each time that it changes. Whoever is slow is told
  /// only the newest.
  package func states() -> AsyncStream<PoolState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PoolState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    continuation.yield(state)
    guard !isClosed else {
      continuation.finish()
      return stream
    }
    lastListener += 1
    let number = lastListener
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.removeListener(number) }
    }
    return stream
  }

  private func removeListener(_ number: Int) {
    listeners[number] = nil
  }

  /// Whether somebody waits for a connection.
  var isWaiting: Bool { !waiters.isEmpty }

  /// Whether there is a connection that nobody uses.
  var hasIdleConnection: Bool { !idle.isEmpty }

  /// Whether the pool tries to reach a server that is lost.
  var isReconnecting: Bool { reconnecting != nil }

  /// How many connections are open, or being made.
  package var count: Int { open.count + opening }

  /// Closes all connections, also those that are in use, and connects anew.
  ///
  /// - Parameter error: Why; whoever uses a connection gets it.
  package func closeConnections(because error: PostgresError) async {
    for connection in open.values { await connection.close(because: error) }
  }

  /// Closes all connections, also those that are in use.
  package func close() async {
    isClosed = true
    reconnecting?.cancel()
    reconnecting = nil
    for connection in open.values { await connection.close() }
    open = [:]
    idle = []
    failWaiters(closed)
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }

  private var closed: PostgresError { PostgresError(.closed, "The pool was closed.") }

  // MARK: - Taking and giving back

  func acquire(for purpose: Purpose = .reading) async throws -> Connection {
    try Task.checkCancellation()
    lastWaiter += 1
    let number = lastWaiter
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard !isClosed else {
          continuation.resume(throwing: closed)
          return
        }
        let deadline = Task { [weak self, clock = configuration.clock] in
          guard let timeout = self?.configuration.acquireTimeout else { return }
          do { try await clock.sleep(for: timeout) } catch { return }
          await self?.giveUp(number)
        }
        waiters[number] = Waiter(
          purpose: purpose,
          continuation: continuation,
          deadline: deadline
        )
        // It was cancelled before it waited.
        if Task.isCancelled {
          resume(number, with: .failure(CancellationError()))
        } else {
          serveWaiters()
        }
      }
    } onCancel: {
      Task { await self.resume(number, with: .failure(CancellationError())) }
    }
  }

  func release(_ connection: Connection, from purpose: Purpose = .reading) async {
    if purpose == .writing { writing -= 1 }
    if await connection.isReusable, !isClosed {
      if open[ObjectIdentifier(connection)] != nil { idle.append(connection) }
    } else {
      await connection.close()
      forget(connection)
    }
    serveWaiters()
  }

  private func giveUp(_ number: Int) {
    let error =
      switch state {
      case .lost(let loss): loss.error
      case .failed(let error): error
      case .connecting: PostgresError(.timedOut, "The server did not answer in time.")
      case .connected:
        PostgresError(.poolExhausted, "All connections to the server were in use for too long.")
      }
    resume(number, with: .failure(error))
  }

  private func resume(_ number: Int, with result: Result<Connection, any Error>) {
    guard let waiter = waiters.removeValue(forKey: number) else { return }
    waiter.deadline.cancel()
    waiter.continuation.resume(with: result)
  }

  private func failWaiters(_ error: any Error) {
    for number in waiters.keys.sorted() { resume(number, with: .failure(error)) }
  }

  /// Gives idle connections to those who wait, and makes new ones for the others.
  private func serveWaiters() {
    while let connection = idle.last, let (number, purpose) = nextWaiter {
      idle.removeLast()
      if purpose == .writing { writing += 1 }
      resume(number, with: .success(connection))
    }
    // While the server is lost, one attempt at a time is enough.
    guard reconnecting == nil else { return }
    while opening < servedWaiters, count < configuration.connections {
      opening += 1
      Task { await self.openOne() }
    }
  }

  /// Who gets the next connection.
  private var nextWaiter: (number: Int, purpose: Purpose)? {
    waiters.filter { $1.purpose == .reading || writing < configuration.writers }
      .min { $0.key < $1.key }
      .map { ($0.key, $0.value.purpose) }
  }

  /// How many of those who wait could use a connection now.
  private var servedWaiters: Int {
    let writers = waiters.values.count { $0.purpose == .writing }
    return waiters.count - writers + min(writers, max(configuration.writers - writing, 0))
  }

  // MARK: - Connecting

  private func openOne() async {
    let result: Result<Connection, any Error>
    do { result = .success(try await expectAnswer(connect)) } catch { result = .failure(error) }
    opening -= 1
    switch result {
    case .success(let connection):
      await add(connection)
    case .failure(let error):
      let error = error as? PostgresError ?? PostgresError(.unreachable, "\(error)")
      if !open.isEmpty {
        // Others of this pool are there and come back, so the server is not lost.
      } else if error.isTemporary {
        reconnect(after: error, startingAt: 1)
      } else {
        state = .failed(error)
        failWaiters(error)
      }
    }
  }

  private func add(_ connection: Connection) async {
    guard !isClosed else {
      await connection.close()
      return
    }
    open[ObjectIdentifier(connection)] = connection
    idle.append(connection)
    isSilent = false
    // While one was being made, others may have been refused.
    reconnecting?.cancel()
    reconnecting = nil
    state = .connected
    await connection.whenClosed { [weak self, weak connection] error in
      Task {
        guard let connection else { return }
        await self?.noteEnd(of: connection, error)
      }
    }
    serveWaiters()
  }

  private func forget(_ connection: Connection) {
    open[ObjectIdentifier(connection)] = nil
    idle.removeAll { $0 === connection }
  }

  private func noteEnd(of connection: Connection, _ error: PostgresError) {
    // The pool itself has closed it, or knows already.
    guard open[ObjectIdentifier(connection)] != nil else { return }
    forget(connection)
    guard !isClosed, error.kind != .closed else { return }
    // Others are there, so it was this connection that ended, not the server. If it was the server,
    // they end, too.
    guard open.isEmpty else {
      serveWaiters()
      return
    }
    reconnect(after: error, startingAt: 0)
  }

  /// Tries to connect until it succeeds, or until trying does not help.
  ///
  /// - Parameters:
  ///   - error: What happened.
  ///   - attempt: How many attempts have failed. Without any, the first comes at once.
  private func reconnect(after error: PostgresError, startingAt attempt: Int) {
    guard reconnecting == nil, !isClosed else { return }
    // It may have been lost before, for its silence.
    let since = if case .lost(let loss) = state { loss.since } else { Date.now }
    isRetryDue = false
    noteLoss(since, attempts: attempt, retryIn: .zero, error)
    reconnecting = Task { [weak self] in
      var attempt = attempt
      var error = error
      while !Task.isCancelled {
        guard let pause = self?.pause(after: attempt),
          let clock = self?.configuration.clock
        else { return }
        await self?.noteAttempt(since, attempts: attempt, retryIn: pause, error)
        if pause > .zero {
          let alarm = Task<Void, Never> { _ = try? await clock.sleep(for: pause) }
          await self?.setPause(alarm)
          await withTaskCancellationHandler {
            await alarm.value
          } onCancel: {
            alarm.cancel()
          }
          await self?.endPause(alarm)
          if Task.isCancelled { return }
        }
        guard let next = await self?.retry() else { return }
        error = next
        attempt += 1
      }
    }
  }

  private func setPause(_ alarm: Task<Void, Never>) {
    // Somebody else connects by now.
    guard !Task.isCancelled else { return }
    retryPause = alarm
    if isRetryDue { alarm.cancel() }
    isRetryDue = false
  }

  /// Forgets a pause that is over, and not the one of another attempt that has begun meanwhile.
  private func endPause(_ alarm: Task<Void, Never>) {
    if retryPause == alarm { retryPause = nil }
  }

  /// Tries to connect at once, if the server is lost and the pool waits before it tries again.
  ///
  /// An attempt that goes on may have begun before the server was there. Should it fail, the next
  /// one comes without a pause.
  package func retryNow() {
    guard reconnecting != nil else { return }
    isRetryDue = retryPause == nil
    retryPause?.cancel()
  }

  private func noteAttempt(
    _ since: Date,
    attempts: Int,
    retryIn pause: Duration,
    _ error: PostgresError
  ) {
    // It may have been connected meanwhile.
    guard !Task.isCancelled, open.isEmpty else { return }
    noteLoss(since, attempts: attempts, retryIn: pause, error)
  }

  func noteLoss(
    _ since: Date,
    attempts: Int,
    retryIn pause: Duration,
    _ error: PostgresError
  ) {
    state = .lost(PoolState.Loss(since: since, attempts: attempts, pause: pause, error: error))
  }

  /// Tries to connect once.
  ///
  /// - Returns: What keeps it from connecting, if it is worth trying again.
  private func retry() async -> PostgresError? {
    let connection: Connection
    do {
      connection = try await expectAnswer(connect)
    } catch {
      // Others are connected meanwhile.
      guard !Task.isCancelled, open.isEmpty else { return nil }
      let error = error as? PostgresError ?? PostgresError(.unreachable, "\(error)")
      guard !error.isTemporary else { return error }
      reconnecting = nil
      state = .failed(error)
      failWaiters(error)
      return nil
    }
    await add(connection)
    return nil
  }

  /// The pause before the next attempt, which is partly by chance, so that not all machines come at
  /// once when the server is there again.
  private nonisolated func pause(after attempts: Int) -> Duration {
    guard attempts > 0 else { return .zero }
    let doubled = configuration.firstPause * Double(1 << min(attempts - 1, 20))
    return min(doubled, configuration.longestPause) * Double.random(in: 0.5...1)
  }
}

extension Connection {
  /// Whether somebody else can use the connection.
  fileprivate var isReusable: Bool {
    end == nil && operation == nil && !isInTransaction
      && libpq().PQtransactionStatus(handle) == PQTRANS_IDLE
  }
}

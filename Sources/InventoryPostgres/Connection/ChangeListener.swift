import InventoryCore
import PostgresClient
import Synchronization

/// Tells all windows of a program when anybody has changed an inventory on a server.
///
/// It has a connection of its own, as long as somebody listens. While that is lost, it tries to
/// connect with pauses that grow. Then it tells that everything may have changed.
///
/// On this connection it also asks now and then whether the server answers at all: a network or a
/// server can fail without closing anything.
final class ChangeListener: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
    var work: Task<Void, Never>?
    /// Whether somebody has asked to try, since the last pause.
    var isRetryDue = false
    /// Whether something could not be read since the server has answered last.
    var hasFailedRead = false
    /// Ends the pause before the next attempt to connect.
    var pause: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())
  private let connect: @Sendable () async throws -> Connection
  private let pool: Pool
  private let rightsNews: RightsNews

  /// How long changes are collected before they are told as one. While they do not end, it is up to
  /// the longest interval: whoever reads after each must have the time for it.
  private static let interval = Duration.milliseconds(50)
  private static let longestInterval = Duration.milliseconds(400)
  private static let firstPause = Duration.milliseconds(200)
  private static let longestPause = Duration.seconds(4)
  private static let longPause = Duration.seconds(15)

  /// The pause before the server is asked again whether it answers.
  private static let heartbeat = Duration.milliseconds(1_500)

  /// - Parameters:
  ///   - pool: The connections with which the inventory is read. When they are there again, so is
  ///     the server.
  ///   - rightsNews: Is told when the role may do something else than before.
  ///   - connect: Makes a connection whose search path begins with the schema of the inventory.
  init(
    _ pool: Pool,
    _ rightsNews: RightsNews = RightsNews(),
    connect: @escaping @Sendable () async throws -> Connection
  ) {
    self.pool = pool
    self.rightsNews = rightsNews
    self.connect = connect
  }

  /// Yields at once, and again after each change. Changes in quick succession are told once.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    continuation.yield()
    let number = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = continuation
      if state.work == nil { state.work = makeWork() }
      return state.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in
        state.listeners[number] = nil
        guard state.listeners.isEmpty else { return }
        state.work?.cancel()
        state.work = nil
      }
    }
    return stream
  }

  /// Tries to connect now, if the connection is lost.
  func retry() {
    state.withLock { state in
      state.isRetryDue = true
      state.pause?.finish()
    }
  }

  /// Notes that something could not be read, for a reason that may pass. Once the server answers,
  /// everything may have changed.
  ///
  /// Most such failures end in a new connection, which tells the same. One of several connections
  /// can end alone, though, and all of them can be in use for too long.
  func noteFailedRead() {
    state.withLock { $0.hasFailedRead = true }
  }

  private func tellIfReadFailed() {
    let hasFailed = state.withLock { state in
      defer { state.hasFailedRead = false }
      return state.hasFailedRead
    }
    if hasFailed { tell() }
  }

  private func tell() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  private func makeWork() -> Task<Void, Never> {
    Task { [weak self, pool] in
      let states = Task { [weak self] in
        var isConnecting = true
        for await state in await pool.states() where state != .connecting {
          if state == .connected {
            self?.retry()
            // Who has read meanwhile has failed, though the server may have answered here.
            if !isConnecting { self?.tell() }
          }
          isConnecting = false
        }
      }
      defer { states.cancel() }
      var pause = Self.firstPause
      while !Task.isCancelled {
        guard let connect = self?.connect else { return }
        var isWorthTrying = true
        do {
          let connection = try await pool.expectAnswer(connect)
          var isListening = false
          await withTaskCancellationHandler {
            guard let notifications = await self?.listen(on: connection) else { return }
            isListening = true
            await withTaskGroup(of: Void.self) { group in
              group.addTask { await self?.tell(notifications) }
              group.addTask { await self?.watch(connection) }
              await group.next()
              group.cancelAll()
            }
          } onCancel: {
            Task { await connection.close() }
          }
          await connection.close()
          // A server that lets nobody listen, such as a copy of another one, is not asked all the
          // time.
          if isListening {
            pause = Self.firstPause
          }
        } catch {
          isWorthTrying = (error as? PostgresError)?.isTemporary ?? true
          if let error = error as? PostgresError, error.isAboutNewerTables {
            await pool.closeConnections(because: error)
          }
        }
        let asking = Task { await pool.askWhetherItAnswers(every: Self.heartbeat) }
        // With a wrong password, somebody has to do something first.
        await self?.wait(isWorthTrying ? pause * Double.random(in: 0.5...1) : Self.longPause)
        asking.cancel()
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  /// Asks the server to tell what anybody changes.
  ///
  /// - Returns: `nil` if the connection is lost.
  private func listen(on connection: Connection) async -> Notifications? {
    // A server that says nothing by now is as good as away.
    let timeout = connection.options.connectTimeout
    return try? await pool.expectAnswer {
      guard
        let name = try await connection.value("SELECT channel()", as: String.self, timeout: timeout)
      else { throw PostgresError(.refused, "The channel of the changes has no name.") }
      // What is not read yet says together that something has changed.
      return try await connection.notifications(on: Identifier(name), limit: 1, timeout: timeout)
    }
  }

  /// Tells changes until the connection is lost.
  private func tell(_ notifications: Notifications) async {
    do {
      // The server is there, so whoever reads now need not wait for the next attempt of the pool.
      await pool.retryNow()
      // Nobody knows what was changed before.
      tell()
      let iterator = notifications.makeAsyncIterator()
      var interval = Self.interval
      while try await iterator.next() != nil {
        tell()
        try await Task.sleep(for: interval)
        interval =
          notifications.isEmpty ? Self.interval : min(interval * 2, Self.longestInterval)
      }
    } catch {
      // The connection is over, or nobody listens any more.
    }
  }

  /// Asks the server now and then for the version of its tables, until the connection is lost.
  ///
  /// The same question asks what the role may do. Nobody tells when a role is granted or loses a
  /// right, and to ask with this statement costs no round trip of its own: the server answers from
  /// its cache of the catalog.
  ///
  /// When others have brought the tables up to a version that this program does not know, all
  /// connections are closed, and nobody uses the tables any more.
  private func watch(_ connection: Connection) async {
    while true {
      do {
        let answer = try await pool.expectAnswer { [timeout = pool.configuration.longestPatience] in
          try await connection.query(
            "SELECT (\(PostgresSource.versionOfTables)), \(PostgresSource.rightsOfRole)",
            timeout: timeout
          )
        }
        let version: Int? = try answer.rows.first?.decode(0)
        let rights = try answer.rows.first.map { try InventoryRights($0, from: 1) }
        tellIfReadFailed()
        guard PostgresSource.knowsTables(ofVersion: version) else {
          await pool.closeConnections(because: PostgresSource.newerTablesError)
          return
        }
        if let rights { rightsNews.note(rights) }
        try await Task.sleep(for: Self.heartbeat)
      } catch {
        return
      }
    }
  }

  /// Waits for some time, or until somebody calls ``retry()``.
  ///
  /// - Parameter pause: How long.
  private func wait(_ pause: Duration) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let isRetryDue = state.withLock { state in
      defer { state.isRetryDue = false }
      state.pause = state.isRetryDue ? nil : continuation
      return state.isRetryDue
    }
    guard !isRetryDue else { return }
    let alarm = Task {
      try? await Task.sleep(for: pause)
      continuation.finish()
    }
    for await _ in stream {}
    alarm.cancel()
    state.withLock { state in
      state.pause = nil
      state.isRetryDue = false
    }
  }
}

extension PostgresError {
  /// Whether a newer program has changed the tables.
  fileprivate var isAboutNewerTables: Bool {
    sqlState == PostgresSource.newerTablesError.sqlState
  }
}

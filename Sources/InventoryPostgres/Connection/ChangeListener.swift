import PostgresClient
import Synchronization

/// Tells all windows of a program when anybody has changed an inventory on a server.
///
/// It has a connection of its own, as long as somebody listens. While that is lost, it tries to
/// connect with pauses that grow. Then it tells that everything may have changed.
final class ChangeListener: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
    var work: Task<Void, Never>?
    /// Whether somebody has asked to try, since the last pause.
    var isRetryDue = false
    /// Ends the pause before the next attempt to connect.
    var pause: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())
  private let connect: @Sendable () async throws -> Connection
  private let pool: Pool

  /// How long changes are collected before they are told as one. While they do not end, it is up to
  /// the longest interval: whoever reads after each must have the time for it.
  private static let interval = Duration.milliseconds(50)
  private static let longestInterval = Duration.milliseconds(400)
  private static let firstPause = Duration.milliseconds(200)
  private static let longestPause = Duration.seconds(4)
  private static let longPause = Duration.seconds(15)

  /// - Parameters:
  ///   - pool: The connections with which the inventory is read. When they are there again, so is
  ///     the server.
  ///   - connect: Makes a connection whose search path begins with the schema of the inventory.
  init(_ pool: Pool, connect: @escaping @Sendable () async throws -> Connection) {
    self.pool = pool
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

  private func tell() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  private func makeWork() -> Task<Void, Never> {
    Task { [weak self, pool] in
      let states = Task { [weak self] in
        for await state in await pool.states() where state == .connected { self?.retry() }
      }
      defer { states.cancel() }
      var pause = Self.firstPause
      while !Task.isCancelled {
        guard let connect = self?.connect else { return }
        var isWorthTrying = true
        do {
          let connection = try await connect()
          pause = Self.firstPause
          await withTaskCancellationHandler {
            await self?.listen(on: connection)
          } onCancel: {
            Task { await connection.close() }
          }
          await connection.close()
        } catch {
          isWorthTrying = (error as? PostgresError)?.isTemporary ?? true
        }
        // With a wrong password, somebody has to do something first.
        await self?.wait(isWorthTrying ? pause * Double.random(in: 0.5...1) : Self.longPause)
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  /// Tells changes until the connection is lost.
  private func listen(on connection: Connection) async {
    do {
      guard let name: String = try await connection.value("SELECT channel()") else { return }
      // What is not read yet says together that something has changed.
      let notifications = try await connection.notifications(on: Identifier(name), limit: 1)
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

import Synchronization

/// What a session told all that listen to a channel.
package struct Notification: Hashable, Sendable {
  package let channel: String
  package let payload: String
  /// The process of the server that belongs to the session that told it.
  package let processID: Int32
}

/// The notifications of a channel, for one reader.
///
/// A reader that is slow finds equal notifications once, and ``Event/missed`` if there were more
/// than are kept.
package final class Notifications: AsyncSequence, Sendable {
  /// What a reader is told.
  package enum Event: Hashable, Sendable {
    case notification(Notification)
    /// Notifications came that were not kept: whatever they are about has to be read again.
    case missed
  }

  private struct State {
    var pending: [Event] = []
    var end: PostgresError?
    var reader: CheckedContinuation<Event?, any Error>?
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// Whether nothing is kept for a reader.
  package var isEmpty: Bool { pending.isEmpty }

  /// What is kept for a reader.
  var pending: [Event] { state.withLock { $0.pending } }

  func add(_ notification: Notification) {
    let reader = state.withLock { state -> CheckedContinuation<Event?, any Error>? in
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      guard state.pending != [.missed], !state.pending.contains(.notification(notification))
      else { return nil }
      if state.pending.count < limit {
        state.pending.append(.notification(notification))
      } else {
        state.pending = [.missed]
      }
      return nil
    }
    reader?.resume(returning: .notification(notification))
  }

  func end(_ error: PostgresError) {
    let reader = state.withLock { state in
      state.end = error
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(throwing: error)
  }

  private func cancelRead() {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  package func makeAsyncIterator() -> Iterator { Iterator(notifications: self) }

  package struct Iterator: AsyncIteratorProtocol {
    let notifications: Notifications

    /// Returns what came next.
    ///
    /// - Returns: `nil` if the task was cancelled.
    /// - Throws: ``PostgresError`` once the connection is over.
    package func next() async throws -> Event? {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let result = notifications.state.withLock { state -> Result<Event?, any Error>? in
            if Task.isCancelled { return .success(nil) }
            if !state.pending.isEmpty { return .success(state.pending.removeFirst()) }
            if let end = state.end { return .failure(end) }
            guard state.reader == nil else {
              return .failure(
                PostgresError(.misuse, "Notifications are for one reader at a time.")
              )
            }
            state.reader = continuation
            return nil
          }
          if let result { continuation.resume(with: result) }
        }
      } onCancel: {
        notifications.cancelRead()
      }
    }
  }
}

/// A connection does not keep notifications that nobody reads.
struct WeakNotifications: Sendable {
  // Only the actor of the connection looks at it.
  weak let value: Notifications?

  init(value: Notifications) { self.value = value }
}

extension Connection {
  /// Listens to a channel.
  ///
  /// - Parameters:
  ///   - channel: The channel.
  ///   - limit: How many notifications are kept for a reader who is slow.
  ///   - timeout: How long the server may take to answer; `nil` for what the options say.
  /// - Returns: What is told from now on, for as long as the sequence is kept.
  package nonisolated func notifications(
    on channel: Identifier,
    limit: Int = 256,
    timeout: Duration? = nil
  ) async throws -> Notifications {
    let notifications = Notifications(limit: limit)
    await subscribe(notifications, to: channel.name)
    try await execute("LISTEN \(channel)", timeout: timeout)
    return notifications
  }
}

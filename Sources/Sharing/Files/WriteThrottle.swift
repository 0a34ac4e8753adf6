import Foundation
import Synchronization

/// Writes at once, and then at most once in an interval. Of several writes during an interval, only
/// the last one is done, at its end.
///
/// Pending writes are done before the process ends: see ``PendingWrites``.
final class WriteThrottle: Sendable {
  typealias Write = @Sendable () throws -> Void
  typealias Completion = @Sendable (Result<Void, any Error>) -> Void

  private struct State {
    var isWaiting = false
    var write: Write?
    var completions: [Completion] = []
  }

  private let interval: Duration
  private let state = Mutex(State())
  // Held while writing, so that writes are in order. Recursive, because a completion may write
  // again.
  private let writeLock = NSRecursiveLock()

  /// - Parameter interval: The shortest time between the beginnings of two writes. With `.zero`,
  ///   each write is done at once.
  init(interval: Duration) {
    self.interval = interval
  }

  /// Whether a write is pending.
  var isPending: Bool { state.withLock { $0.write != nil } }

  /// Writes now, or at the end of the interval. Replaces a pending write.
  ///
  /// - Parameters:
  ///   - write: Does the write.
  ///   - completion: Called when this write, or one that has replaced it, is done.
  func schedule(_ write: @escaping Write, completion: @escaping Completion) {
    writeLock.lock()
    defer { writeLock.unlock() }
    let isNow = state.withLock { state in
      state.write = write
      state.completions.append(completion)
      defer { state.isWaiting = interval > .zero }
      return !state.isWaiting
    }
    guard isNow else {
      PendingWrites.add(self)
      return
    }
    if interval > .zero { wait() }
    flush()
  }

  /// Does the pending write now.
  func flush() {
    serialized {
      let (write, completions) = state.withLock { state in
        defer { (state.write, state.completions) = (nil, []) }
        return (state.write, state.completions)
      }
      PendingWrites.remove(self)
      guard let write else { return }
      let result = Result { try write() }
      for completion in completions { completion(result) }
    }
  }

  /// Drops the pending write, because newer content has replaced it.
  func forget() {
    serialized {
      let completions = state.withLock { state in
        defer { (state.write, state.completions) = (nil, []) }
        return state.completions
      }
      PendingWrites.remove(self)
      for completion in completions { completion(.success(())) }
    }
  }

  /// Runs an operation while nothing is written.
  func serialized<R>(_ operation: () throws -> R) rethrows -> R {
    writeLock.lock()
    defer { writeLock.unlock() }
    return try operation()
  }

  private func wait() {
    DispatchQueue.global().asyncAfter(deadline: .now() + TimeInterval(interval)) {
      let isPending = self.state.withLock { state in
        state.isWaiting = state.write != nil
        return state.isWaiting
      }
      guard isPending else { return }
      self.wait()
      self.flush()
    }
  }
}

extension TimeInterval {
  fileprivate init(_ duration: Duration) {
    self = duration / .seconds(1)
  }
}

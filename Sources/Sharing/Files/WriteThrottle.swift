import Foundation
import Synchronization

/// Writes at once, and then at most once in an interval: of what comes meanwhile only the last is written, at its end.
///
/// What waits is written before the process ends, see ``PendingWrites``.
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
  // Held while writing, so that writes are in order. Recursive: who is told of a write may write again.
  private let writeLock = NSRecursiveLock()

  /// - Parameter interval: How long at least lies between the beginnings of two writes; `.zero` writes always at once.
  init(interval: Duration) {
    self.interval = interval
  }

  /// Whether something waits to be written.
  var isPending: Bool { state.withLock { $0.write != nil } }

  /// Writes now or at the end of the interval, in place of what waits.
  ///
  /// - Parameters:
  ///   - write: Writes.
  ///   - completion: Told when this, or what took its place, has been written.
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

  /// Writes what waits, now.
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

  /// Lets what waits be, as something newer has taken its place.
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

  /// Runs something while nobody writes.
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

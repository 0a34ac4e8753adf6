import Dispatch
import Foundation
import Synchronization

/// What a thread makes that may wait, for a task to take: a few pieces at a time, however large the
/// whole is.
final class PieceChannel: AsyncSequence, Sendable {
  typealias Element = Data

  private struct State {
    var pieces: [Data] = []
    var end: Result<Void, any Error>?
    var isCancelled = false
    var reader: CheckedContinuation<Data?, any Error>?
  }

  private static let limit = 4

  private let state = Mutex(State())
  /// Counts the pieces that fit in.
  private let space = DispatchSemaphore(value: 0)

  init() {
    for _ in 0..<Self.limit { space.signal() }
  }

  // MARK: - Writing

  /// Adds a piece. Waits while there are as many as fit in.
  ///
  /// - Throws: `CancellationError` if nobody takes pieces any more.
  func push(_ piece: Data) throws {
    space.wait()
    let reader = try state.withLock { state in
      if state.isCancelled { throw CancellationError() }
      if state.reader == nil { state.pieces.append(piece) }
      defer { state.reader = nil }
      return state.reader
    }
    if let reader {
      space.signal()
      reader.resume(returning: piece)
    }
  }

  /// Says that no more pieces come.
  func finish(throwing error: (any Error)? = nil) {
    let reader = state.withLock { state in
      state.end = error.map { .failure($0) } ?? .success(())
      defer { state.reader = nil }
      return state.reader
    }
    if let error { reader?.resume(throwing: error) } else { reader?.resume(returning: nil) }
  }

  // MARK: - Reading

  /// Says that no more pieces are taken.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    // Whoever writes finds out.
    space.signal()
  }

  func makeAsyncIterator() -> Iterator { Iterator(channel: self) }

  struct Iterator: AsyncIteratorProtocol {
    let channel: PieceChannel

    func next() async throws -> Data? {
      try await withCheckedThrowingContinuation { continuation in
        let result = channel.state.withLock { state -> Result<Data?, any Error>? in
          if !state.pieces.isEmpty { return .success(state.pieces.removeFirst()) }
          if let end = state.end { return end.map { nil } }
          state.reader = continuation
          return nil
        }
        guard let result else { return }
        if case .success(_?) = result { channel.space.signal() }
        continuation.resume(with: result)
      }
    }
  }
}

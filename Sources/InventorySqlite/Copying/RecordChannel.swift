import Dispatch
import InventoryCore
import Synchronization

/// Takes parts of an inventory from a task to a thread that writes them in one transaction.
///
/// The task waits until a part is written before it sends the next one.
final class RecordChannel: Sendable {
  private struct Part {
    let records: InventoryRecords
    let written: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var part: Part?
    var end: Result<InventoryDigest, any Error>?
    /// Why nothing is taken any more.
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  private let isReady = DispatchSemaphore(value: 0)

  /// Sends a part, and returns when it is written.
  func send(_ records: InventoryRecords) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let failure = state.withLock { state in
        if state.failure == nil { state.part = Part(records: records, written: continuation) }
        return state.failure
      }
      if let failure { continuation.resume(throwing: failure) } else { isReady.signal() }
    }
  }

  /// Tells that there is no other part, or why not.
  func finish(_ result: Result<InventoryDigest, any Error>) {
    state.withLock { $0.end = result }
    isReady.signal()
  }

  /// Writes parts as they come. It blocks the thread.
  ///
  /// - Returns: How much was sent.
  /// - Throws: What the writing or the sender throws.
  func write(_ body: (InventoryRecords) throws -> Void) throws -> InventoryDigest {
    while true {
      isReady.wait()
      let (part, end) = state.withLock { state in
        defer { state.part = nil }
        return (state.part, state.end)
      }
      if let part {
        do {
          try body(part.records)
        } catch {
          close(error)
          part.written.resume(throwing: error)
          throw error
        }
        part.written.resume()
      } else if let end {
        return try end.get()
      }
    }
  }

  /// Takes nothing any more.
  func close(_ error: any Error) {
    let part = state.withLock { state in
      state.failure = state.failure ?? error
      defer { state.part = nil }
      return state.part
    }
    part?.written.resume(throwing: error)
  }
}

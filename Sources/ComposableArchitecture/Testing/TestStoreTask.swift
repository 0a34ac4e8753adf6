import Foundation

/// The effects that follow from an action that a test has sent.
public struct TestStoreTask: Sendable, Hashable {
  private let rawValue: StoreTask?
  private let timeout: UInt64

  init(rawValue: StoreTask?, timeout: UInt64) {
    self.rawValue = rawValue
    self.timeout = timeout
  }

  /// Cancels the effects, and waits until they have ended.
  public func cancel() async {
    rawValue?.cancel()
    await rawValue?.finish()
    await Task.yield()
  }

  /// Waits until the effects have ended, and fails if they do not end in time.
  ///
  /// - Parameter duration: How long to wait; by default, the store's timeout.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let rawValue else { return }
    let limit = duration ?? Duration(nanoseconds: timeout)
    var patience = Patience(limit)
    while !rawValue.isFinished {
      guard !patience.isExhausted() else {
        reportIssue(
          """
          The effects of the action still run after \(limit).

          Advance the clock that they wait for, cancel the task if they run until they are \
          cancelled, or give "finish" a longer timeout.
          """,
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column
        )
        return
      }
      await Task.yield()
    }
  }

  /// Whether the effects have been cancelled.
  public var isCancelled: Bool { rawValue?.isCancelled ?? true }
}

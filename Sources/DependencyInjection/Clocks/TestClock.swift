import IssueReporting
import Synchronization

/// A clock whose time a test controls: it stands still until the test advances it.
///
///     let clock = TestClock()
///     let model = withDependencies {
///       $0.continuousClock = clock
///     } operation: {
///       TimerModel()
///     }
///     model.startButtonTapped()
///     await clock.advance(by: .seconds(3))
///     #expect(model.secondsElapsed == 3)
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in the time of a test clock.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// Creates the instant that is a duration after the start of a clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  private struct Sleep {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Instant
    var nextID = 0
    /// Sorted by deadline. Sleeps with the same deadline are in the order of their calls.
    var sleeps: [Sleep] = []
    /// Sleeps that were cancelled before they began.
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>
  /// The tests whose tasks use the clock.
  private let watches = Mutex<[TestIdentity: TaskActivity.Watch]>([:])

  public let minimumResolution: Duration = .zero

  /// Creates a clock that stands still at an instant.
  public init(now: Instant) {
    state = Mutex(State(now: now))
    watchCurrentTest()
  }

  public var now: Instant {
    state.withLock { $0.now }
  }

  /// Suspends until the clock has been advanced to the deadline.
  ///
  /// A sleep until ``now`` suspends until the next ``advance(by:)``, so that a test can hold all
  /// code that sleeps on the clock. Only a sleep until a deadline in the past returns at once.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    includeCurrentTask()
    let id: Int? = state.withLock { state in
      guard deadline >= state.now else { return nil }
      defer { state.nextID += 1 }
      return state.nextID
    }
    guard let id else { return }

    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver: Result<Void, any Error>? = state.withLock { state in
          guard state.cancelled.remove(id) == nil else { return .failure(CancellationError()) }
          // The clock may have been advanced since the deadline was checked.
          guard deadline >= state.now else { return .success(()) }
          let index = state.sleeps.firstIndex { $0.deadline > deadline } ?? state.sleeps.endIndex
          state.sleeps.insert(
            Sleep(id: id, deadline: deadline, continuation: continuation),
            at: index
          )
          return nil
        }
        if let isOver { continuation.resume(with: isOver) }
      }
    } onCancel: {
      let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard let index = state.sleeps.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleeps.remove(at: index).continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
    _ = state.withLock { $0.cancelled.remove(id) }
  }

  /// Advances the clock by a duration.
  ///
  /// The sleeps that end meanwhile end one after the other, in the order of their deadlines. The
  /// code that each one resumes has the time to sleep again, or to cancel other sleeps.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to an instant. Does nothing if the instant is in the past.
  public func advance(to deadline: Instant) async {
    let activity = watchCurrentTest()
    await settle()
    while let sleep = nextSleep(until: deadline) {
      activity.perform { sleep.continuation.resume() }
      await settle()
    }
    state.withLock { $0.now = max($0.now, deadline) }
  }

  /// Advances the clock to the next deadline of a sleep.
  ///
  /// - Parameter deadline: The greatest deadline to advance to; `nil` for no limit.
  /// - Returns: The sleep that ends there. `nil` if no sleep ends until `deadline`; the clock has
  ///   not been advanced then.
  private func nextSleep(until deadline: Instant?) -> Sleep? {
    state.withLock { state in
      guard let next = state.sleeps.first, next.deadline <= deadline ?? next.deadline else {
        return nil
      }
      state.now = max(state.now, next.deadline)
      state.sleeps.removeFirst()
      return next
    }
  }

  /// Advances the clock until no task sleeps on it.
  ///
  /// - Parameter timeout: The longest time to continue, in real time. Exceeding it is reported. A
  ///   timer, for example, never ends. Time in which other code keeps the main queue busy, such as
  ///   tests that run at the same time, does not count, up to twenty times the timeout.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let start = ContinuousClock.now
    let activity = watchCurrentTest()
    let timeBehindOthers = activity.timeBehindOthers
    await settle()
    // One sleep at a time: `advance(to:)` would not return if a task kept sleeping for no time.
    while let sleep = nextSleep(until: nil) {
      activity.perform { sleep.continuation.resume() }
      await settle()
      let elapsed = ContinuousClock.now - start
      let own = elapsed - (activity.timeBehindOthers - timeBehindOthers)
      guard own < timeout && elapsed < timeout * 20 || !isSomebodySleeping else {
        reportIssue(
          """
          TestClock: sleeps are still pending after \(timeout).

          The likely causes: a timer is never cancelled; or work takes long in real time, and needs \
          a longer 'timeout'.
          """,
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column
        )
        return
      }
    }
  }

  private var isSomebodySleeping: Bool { state.withLock { !$0.sleeps.isEmpty } }

  /// Checks that no task sleeps on the clock.
  ///
  /// - Throws: ``SuspensionError`` when a task does.
  public func checkSuspension() async throws {
    watchCurrentTest()
    await settle()
    if isSomebodySleeping { throw SuspensionError() }
  }

  // MARK: - Waiting for the tasks that were resumed

  /// Waits until all tasks of the test have suspended or ended, as far as that can be known.
  private func settle() async {
    await waitForActivities()
    // Gives code a chance that is not seen, such as that of dispatch queues.
    await Task.megaYield(count: (_megaYieldCount + 1) / 2)
    await waitForActivities()
  }

  private func waitForActivities() async {
    for watch in watches.withLock({ Array($0.values) }) {
      await watch.activity.settle()
    }
  }

  /// Makes the current task one that the clock waits for.
  private func includeCurrentTask() {
    watches.withLock { $0.values.first }?.includeCurrentTask()
  }

  /// Watches the jobs of the running test from now on.
  @discardableResult
  private func watchCurrentTest() -> TaskActivity {
    let test = TestIdentity.current
    return watches.withLock { watches in
      let watch = watches[test] ?? TaskActivity.Watch(test)
      watches[test] = watch
      return watch.activity
    }
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Creates a clock that stands still at its start.
  public convenience init() {
    self.init(now: Instant(offset: .zero))
  }
}

/// The error that a task sleeps on a clock although none should.
public struct SuspensionError: Error, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  public var description: String {
    "Tasks sleep on the test clock. Advance it, or cancel them, before the test ends."
  }
}

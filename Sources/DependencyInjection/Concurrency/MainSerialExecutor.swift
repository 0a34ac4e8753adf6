import Foundation
import Synchronization

/// Runs an operation while all tasks of the process take turns on the main actor's executor, so that
/// what they do happens in the same order every time.
///
/// For tests of concurrent code. It holds for the whole process; operations of several tests may
/// overlap, and it ends with the last.
///
/// - Parameter operation: An asynchronous operation.
/// - Throws: What the operation throws.
@MainActor
public func withMainSerialExecutor(
  @_implicitSelfCapture operation: @MainActor @Sendable () async throws -> Void
) async rethrows {
  let use = MainSerialExecutor.begin()
  defer { MainSerialExecutor.end(use) }
  try await operation()
}

/// Runs an operation while all tasks of the process take turns on the main actor's executor.
///
/// Use it around `super.invokeTest()`, for all tests of an `XCTestCase`.
///
/// - Parameter operation: A synchronous operation.
/// - Throws: What the operation throws.
public func withMainSerialExecutor(
  @_implicitSelfCapture operation: () throws -> Void
) rethrows {
  let use = MainSerialExecutor.begin()
  defer { MainSerialExecutor.end(use) }
  try operation()
}

/// Whether all tasks of the process take turns on the main actor's executor.
///
/// Prefer `withMainSerialExecutor`, which sets it back. Unchecked, because tests that run side by
/// side overwrite each other's setting: `false` holds for all of the process, also within a
/// `withMainSerialExecutor` or during the life of a test store, until the next of these begins.
public var uncheckedUseMainSerialExecutor: Bool {
  get { MainSerialExecutor.isInUse }
  set { MainSerialExecutor.force(newValue) }
}

/// Counts who wants all tasks of the process to take turns on the main actor's executor, and sees to
/// it as long as there is anybody.
///
/// For what lasts longer than a function, as a test store does; otherwise use
/// `withMainSerialExecutor`.
public enum MainSerialExecutor {
  /// A use that has begun.
  public struct Use: Sendable {
    fileprivate let round: Int
  }

  /// The uses that have begun and not ended.
  struct Uses {
    private var count = 0
    private var isForced = false
    /// How often all uses have been ended at once.
    private var round = 0

    var isAny: Bool { isForced || count > 0 }

    mutating func begin() -> Use {
      count += 1
      return Use(round: round)
    }

    /// - Parameter use: What `begin` returned; `nil` for any that has not ended.
    mutating func end(_ use: Use?) {
      if count > 0, use == nil || use?.round == round { count -= 1 }
    }

    /// Begins a use that lasts until all are ended at once, or ends all at once.
    mutating func force(_ isOn: Bool) {
      isForced = isOn
      guard !isOn else { return }
      count = 0
      round += 1
    }
  }

  private static let uses = Mutex(Uses())

  /// Begins a use.
  ///
  /// - Returns: The use, for ``end(_:)``.
  @discardableResult
  public static func begin() -> Use {
    update { $0.begin() }
  }

  /// Ends a use. There must be as many ends as beginnings.
  ///
  /// - Parameter use: What ``begin()`` returned. Without it, a use that was ended meanwhile, by
  ///   `uncheckedUseMainSerialExecutor = false`, is confused with one that began later.
  public static func end(_ use: Use? = nil) {
    update { $0.end(use) }
  }

  static var isInUse: Bool {
    uses.withLock { $0.isAny }
  }

  /// Begins a use that lasts until all are ended at once, or ends all at once.
  static func force(_ isOn: Bool) {
    update { $0.force(isOn) }
  }

  private static func update<Result: Sendable>(_ body: (inout Uses) -> Result) -> Result {
    uses.withLock { uses in
      let result = body(&uses)
      isOn.store(uses.isAny, ordering: .sequentiallyConsistent)
      if uses.isAny { hook?.pointee = enqueue }
      return result
    }
  }

  /// What the hook goes by. Once set, the hook stays: another thread may be about to call it.
  private static let isOn = Atomic(false)

  // The run-time library calls this, if set, for each job that would go to the global executor.
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  // Safe: the pointer is written once, and what it points to with the lock of `uses` held, always
  // with the same value. The run-time library reads one word.
  nonisolated(unsafe) private static let hook: UnsafeMutablePointer<Hook?>? =
    dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")?
    .assumingMemoryBound(to: Hook?.self)

  private static var enqueue: Hook {
    { job, original in
      if MainSerialExecutor.isOn.load(ordering: .sequentiallyConsistent) {
        MainActor.shared.enqueue(job)
      } else {
        original(job)
      }
    }
  }
}

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
  MainSerialExecutor.begin()
  defer { MainSerialExecutor.end() }
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
  MainSerialExecutor.begin()
  defer { MainSerialExecutor.end() }
  try operation()
}

/// Whether all tasks of the process take turns on the main actor's executor.
///
/// Prefer `withMainSerialExecutor`, which sets it back. Unchecked, because tests that run side by
/// side overwrite each other's setting. Setting it to `false` does not end a `withMainSerialExecutor`.
public var uncheckedUseMainSerialExecutor: Bool {
  get { MainSerialExecutor.isInUse }
  set { MainSerialExecutor.isForced = newValue }
}

/// Counts who wants all tasks of the process to take turns on the main actor's executor, and sees to
/// it as long as there is anybody.
///
/// For what lasts longer than a function, as a test store does; otherwise use
/// `withMainSerialExecutor`.
public enum MainSerialExecutor {
  struct Uses {
    var count = 0
    var isForced = false

    var isAny: Bool { isForced || count > 0 }
  }

  private static let uses = Mutex(Uses())

  /// Begins a use.
  public static func begin() {
    update { $0.count += 1 }
  }

  /// Ends a use. There must be as many ends as beginnings.
  public static func end() {
    update { uses in
      precondition(uses.count > 0, "MainSerialExecutor.end() without a begin()")
      uses.count -= 1
    }
  }

  static var isInUse: Bool {
    uses.withLock { $0.isAny }
  }

  static var isForced: Bool {
    get { uses.withLock { $0.isForced } }
    set { update { $0.isForced = newValue } }
  }

  private static func update(_ body: (inout Uses) -> Void) {
    uses.withLock { uses in
      body(&uses)
      isOn.store(uses.isAny, ordering: .sequentiallyConsistent)
      if uses.isAny { hook?.pointee = enqueue }
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

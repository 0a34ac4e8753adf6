import Synchronization

/// Runs an operation while all tasks of the process run on the main actor's executor, one at a
/// time, so that they run in the same order every time.
///
/// It is meant for tests of concurrent code. It affects the whole process. Operations of several
/// tests may overlap; the effect ends with the last of them.
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

/// Runs an operation while all tasks of the process run on the main actor's executor, one at a
/// time.
///
/// Use it around `super.invokeTest()` for all tests of an `XCTestCase`.
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

/// Whether all tasks of the process run on the main actor's executor, one at a time.
///
/// Prefer `withMainSerialExecutor`, which resets it. It is called unchecked because tests that run
/// in parallel overwrite each other's setting. Setting `false` affects the whole process, also
/// inside of `withMainSerialExecutor` and while a test store exists, until one of these begins
/// again.
public var uncheckedUseMainSerialExecutor: Bool {
  get { MainSerialExecutor.isInUse }
  set { MainSerialExecutor.force(newValue) }
}

/// Makes all tasks of the process run on the main actor's executor, one at a time, while it is in
/// use. It counts its uses.
///
/// Use it for something that lasts longer than a function, such as a test store. Otherwise call
/// `withMainSerialExecutor`.
public enum MainSerialExecutor {
  /// A use, from ``begin()`` to ``end(_:)``.
  public struct Use: Sendable {
    fileprivate let round: Int
  }

  /// The uses that have begun and have not ended.
  struct Uses {
    private var count = 0
    private var isForced = false
    /// The number of times that all uses have been ended together.
    private var round = 0

    var isAny: Bool { isForced || count > 0 }

    mutating func begin() -> Use {
      count += 1
      return Use(round: round)
    }

    /// - Parameter use: The use to end; `nil` for any one.
    mutating func end(_ use: Use?) {
      if count > 0, use == nil || use?.round == round { count -= 1 }
    }

    /// Begins a use that lasts until all uses are ended together, or ends all uses.
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

  /// Ends a use. Call it once for each ``begin()``.
  ///
  /// - Parameter use: The result of ``begin()``. Without it, a use that
  ///   `uncheckedUseMainSerialExecutor = false` has already ended is mistaken for one that began
  ///   later.
  public static func end(_ use: Use? = nil) {
    update { $0.end(use) }
  }

  static var isInUse: Bool {
    uses.withLock { $0.isAny }
  }

  /// Begins a use that lasts until all uses are ended together, or ends all uses.
  static func force(_ isOn: Bool) {
    update { $0.force(isOn) }
  }

  private static func update<Result: Sendable>(_ body: (inout Uses) -> Result) -> Result {
    uses.withLock { uses in
      let result = body(&uses)
      isOnFlag.store(uses.isAny, ordering: .sequentiallyConsistent)
      if uses.isAny { JobHook.install }
      return result
    }
  }

  private static let isOnFlag = Atomic(false)

  /// Whether it is in use. Read for each job, so without a lock.
  static var isOn: Bool {
    isOnFlag.load(ordering: .sequentiallyConsistent)
  }
}

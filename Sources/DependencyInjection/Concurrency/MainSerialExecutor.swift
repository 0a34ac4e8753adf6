import Foundation

/// Runs an operation while all tasks of the process take turns on the main actor's executor, so that
/// what they do happens in the same order every time.
///
/// For tests of concurrent code. It changes the whole process: tests that use it belong into a
/// serialized suite.
///
/// - Parameter operation: An asynchronous operation.
/// - Throws: What the operation throws.
@MainActor
public func withMainSerialExecutor(
  @_implicitSelfCapture operation: @MainActor @Sendable () async throws -> Void
) async rethrows {
  let before = uncheckedUseMainSerialExecutor
  defer { uncheckedUseMainSerialExecutor = before }
  uncheckedUseMainSerialExecutor = true
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
  let before = uncheckedUseMainSerialExecutor
  defer { uncheckedUseMainSerialExecutor = before }
  uncheckedUseMainSerialExecutor = true
  try operation()
}

/// Whether all tasks of the process take turns on the main actor's executor.
///
/// Prefer `withMainSerialExecutor`, which sets it back. Unchecked, because nothing prevents another
/// thread from changing it at the same time.
public var uncheckedUseMainSerialExecutor: Bool {
  get { EnqueueGlobalHook.address.pointee != nil }
  set { EnqueueGlobalHook.address.pointee = newValue ? EnqueueGlobalHook.enqueueOnMainActor : nil }
}

/// The run-time library's hook for jobs that would go to the global executor.
private enum EnqueueGlobalHook {
  typealias Original = @convention(thin) (UnownedJob) -> Void
  typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  // Safe: written once. What it points to is a variable of the run-time library.
  nonisolated(unsafe) static let address: UnsafeMutablePointer<Hook?> = {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
      // A run-time library without the hook: nothing reads what is set here.
      let unused = UnsafeMutablePointer<Hook?>.allocate(capacity: 1)
      unused.initialize(to: nil)
      return unused
    }
    return symbol.assumingMemoryBound(to: Hook?.self)
  }()

  static var enqueueOnMainActor: Hook {
    { job, _ in MainActor.shared.enqueue(job) }
  }
}

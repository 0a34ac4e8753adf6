import Foundation

/// The hook that the concurrency library calls for each job that is enqueued on the global
/// executor.
enum JobHook {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  // Safe: the pointer is written once. The word that it points to is always written with the same
  // value, and the concurrency library reads this one word.
  nonisolated(unsafe) private static let hook: UnsafeMutablePointer<Hook?>? =
    dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")?
    .assumingMemoryBound(to: Hook?.self)

  /// Sets the hook. It is never removed, because another thread may be about to call it.
  static let install: Void = {
    hook?.pointee = { job, original in
      let isOnMain = MainSerialExecutor.isOn
      if TaskActivity.enqueue(job, onMainExecutor: isOnMain) { return }
      if isOnMain {
        MainActor.shared.enqueue(job)
      } else {
        original(job)
      }
    }
  }()
}

import Foundation
import Synchronization

/// The jobs of a test: the pieces of its tasks that run without suspending. It knows when all tasks
/// have suspended or ended.
///
/// A job belongs to a test if a job of the test enqueues it, by starting or resuming its task.
/// While a test is watched, this type runs its jobs on the global executor's threads, and counts
/// them.
///
/// Jobs on the main actor are not counted, because nothing tells that they are enqueued. But the
/// main queue is in order: a block that runs on it shows that what was enqueued before has run.
/// When the main actor resumes another actor, nothing tells for which test. Such a job is counted
/// for all tests.
///
/// What remains unseen is code that a thread, a dispatch queue or an executor of the program's own
/// runs; and a task between its call of `Task.yield()` and its next job, because the concurrency
/// library enqueues the yield itself without the hook.
final class TaskActivity: Sendable {
  private struct State {
    /// The number of jobs that are enqueued or running.
    var pending = 0
    /// The number of jobs that have been enqueued.
    var enqueued = 0
    /// The number of times that a wait has been given up. Jobs that were pending then, and those
    /// that they enqueue, are no longer counted.
    var generation = 0
    /// The number of times that each task has been enqueued while somebody waits.
    var resumptions: [UInt: Int] = [:]

    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0

    /// When a block was put on the main queue to show that it is in order; `nil` while none is on
    /// it.
    var probeStart: ContinuousClock.Instant?
    /// How long such blocks have waited for their turn.
    var timeBehindOthers = Duration.zero
    /// The numbers of jobs that had been enqueued when that block was put on the main queue: of
    /// this test, and of any test.
    var enqueuedBeforeProbe = (own: 0, ofAnyTest: 0)
    /// The number of blocks in a row that have run on the main queue while nothing was enqueued.
    var quietProbes = 0
    /// The same, while nothing was enqueued that belongs to this test for sure.
    var ownQuietProbes = 0
    /// Whether the jobs that may belong to any test no longer count. They have kept others waiting:
    /// a job of another test may block its thread for long.
    var ignoresOthers = false

    mutating func ignorePending() {
      generation += 1
      pending = 0
    }

    /// Returns whether a task has been enqueued so often while somebody waits that it no longer
    /// counts. It may yield in a loop until another task has done something.
    func isRestless(_ task: UInt) -> Bool {
      resumptions[task, default: 0] >= 100
    }

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { waiters = [:] }
      return waiters.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// The number of suspensions in a row on the main actor, without any elsewhere, that are seen.
  private static let mainActorSuspensions = 10
  /// The number of blocks on the main queue that suffice although other tests, which run at the
  /// same time, keep enqueueing jobs that may belong to any test.
  private static let maximumProbes = 30

  private let state = Mutex(State())

  /// The jobs that may belong to any test.
  private static let ofAnyTest = TaskActivity()

  private init() {}

  /// How long ``settle()`` has waited for the main queue altogether: as long as other code, such as
  /// that of tests that run at the same time, has kept it busy.
  var timeBehindOthers: Duration { state.withLock { $0.timeBehindOthers } }

  /// Waits until no job of the test is enqueued or running.
  ///
  /// It waits for ten seconds at most, not counting the time in which others keep the main queue
  /// busy, and for two minutes in any case. The jobs that are pending then are ignored from then
  /// on. A task that has been enqueued a hundred times meanwhile no longer counts.
  func settle() async {
    await withCheckedContinuation { continuation in
      // The caller's own job is still running. It ends when this function suspends.
      let waiter = state.withLock { state in
        state.quietProbes = 0
        state.ownQuietProbes = 0
        state.ignoresOthers = false
        state.resumptions = [:]
        state.waiters[state.nextWaiter] = continuation
        defer { state.nextWaiter += 1 }
        return state.nextWaiter
      }
      probeIfIdle()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) {
        let isWaiting = self.state.withLock { state in
          guard state.waiters[waiter] != nil else { return false }
          state.ignoresOthers = true
          return true
        }
        if isWaiting { self.probeIfIdle() }
      }
      giveUp(waiter, start: .now, timeBehindOthers: timeBehindOthers)
    }
  }

  /// Ends a wait that has taken too long.
  ///
  /// - Parameters:
  ///   - waiter: The number of the wait.
  ///   - start: When it began.
  ///   - timeBehindOthers: ``timeBehindOthers`` at that time.
  private func giveUp(
    _ waiter: Int,
    start: ContinuousClock.Instant,
    timeBehindOthers: Duration
  ) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) {
      let waiters: [CheckedContinuation<Void, Never>]? = self.state.withLock { state in
        guard state.waiters[waiter] != nil else { return [] }
        let now = ContinuousClock.now
        let behindOthers =
          state.timeBehindOthers - timeBehindOthers + (state.probeStart.map { now - $0 } ?? .zero)
        guard now - start - behindOthers >= .seconds(10) || now - start >= .seconds(120) else {
          return nil
        }
        state.ignorePending()
        return state.takeWaiters()
      }
      guard let waiters else {
        return self.giveUp(waiter, start: start, timeBehindOthers: timeBehindOthers)
      }
      guard !waiters.isEmpty else { return }
      Self.ofAnyTest.state.withLock { $0.ignorePending() }
      self.perform { waiters.forEach { $0.resume() } }
    }
  }

  /// Puts a block on the main queue if all counted jobs have ended, and somebody waits for it.
  private func probeIfIdle() {
    // In this order, a job that is enqueued for this test between the two looks changes the number
    // that `endProbe` compares.
    let isIdle = state.withLock { state in
      guard state.pending == 0, !state.waiters.isEmpty, state.probeStart == nil else {
        return false
      }
      let others = Self.ofAnyTest.state.withLock { ($0.enqueued, $0.pending) }
      guard others.1 == 0 || state.ignoresOthers else { return false }
      state.probeStart = .now
      state.enqueuedBeforeProbe = (state.enqueued, others.0)
      return true
    }
    guard isIdle else { return }
    DispatchQueue.main.async { self.endProbe() }
  }

  private func endProbe() {
    let waiters: [CheckedContinuation<Void, Never>] = state.withLock { state in
      if let start = state.probeStart { state.timeBehindOthers += .now - start }
      state.probeStart = nil
      let enqueued = (state.enqueued, Self.ofAnyTest.state.withLock { $0.enqueued })
      let isQuiet = enqueued == state.enqueuedBeforeProbe
      state.quietProbes = isQuiet ? state.quietProbes + 1 : 0
      let isOwnQuiet = enqueued.0 == state.enqueuedBeforeProbe.own
      state.ownQuietProbes = isOwnQuiet ? state.ownQuietProbes + 1 : 0
      let isSettled =
        state.quietProbes >= Self.mainActorSuspensions
        || state.ownQuietProbes
          >= (state.ignoresOthers ? Self.mainActorSuspensions : Self.maximumProbes)
      guard isSettled else { return [] }
      return state.takeWaiters()
    }
    perform { waiters.forEach { $0.resume() } }
    probeIfIdle()
  }

  /// Runs code whose jobs belong to the test.
  func perform(_ body: () -> Void) {
    Self.run(as: newJob(), body)
  }
}

// MARK: - The watched tests

extension TaskActivity {
  /// Watches a test for as long as an object exists.
  final class Watch: Sendable {
    let activity: TaskActivity
    private let test: TestIdentity

    init(_ test: TestIdentity) {
      self.test = test
      activity = watched.withLock { watched in
        let (activity, count) = watched.tests[test] ?? (TaskActivity(), 0)
        watched.tests[test] = (activity, count + 1)
        isAnyWatched.store(true, ordering: .releasing)
        return activity
      }
      JobHook.install
    }

    /// Makes the current task, and those that it starts from now on, a part of the test. It may
    /// have been detached from it.
    func includeCurrentTask() {
      guard let task = currentTask else { return }
      watched.withLock { $0.tasks[task] = activity }
    }

    deinit {
      watched.withLock { watched in
        guard let (activity, count) = watched.tests[test] else { return }
        if count > 1 {
          watched.tests[test] = (activity, count - 1)
        } else {
          watched.tests[test] = nil
          watched.tasks = watched.tasks.filter { $0.value !== activity }
        }
        isAnyWatched.store(!watched.tests.isEmpty, ordering: .releasing)
      }
    }
  }

  private struct Watched {
    /// The tests, and the number of objects that watch them.
    var tests: [TestIdentity: (TaskActivity, Int)] = [:]
    /// The addresses of tasks. A later task at the same address is taken for the same one, so that
    /// a clock may wait for it without need.
    var tasks: [UInt: TaskActivity] = [:]
  }

  private static let watched = Mutex(Watched())
  private static let isAnyWatched = Atomic(false)

  /// Returns the test that the current thread's code belongs to.
  ///
  /// - Parameter job: The job that the code enqueues.
  private static func activity(enqueuing job: UnownedJob) -> TaskActivity? {
    let (task, test) = (currentTask, TestIdentity.current)
    return watched.withLock { watched in
      watched.tests[test]?.0
        ?? task.flatMap { watched.tasks[$0] }
        ?? watched.tasks[address(of: job)]
    }
  }

  /// The address of a job, which is the address of its task.
  private static func address(of job: UnownedJob) -> UInt {
    // Safe: an unowned job is a pointer, which is only compared.
    unsafeBitCast(job, to: UInt.self)
  }

  /// The address of the current task.
  private static var currentTask: UInt? {
    // Safe: an unsafe task is a pointer, which is only compared.
    withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UInt.self) } }
  }
}

// MARK: - Jobs

extension TaskActivity {
  /// A counted job.
  private final class Job: Sendable {
    let activity: TaskActivity
    /// The generation in which it counts.
    let generation: Int

    init(activity: TaskActivity, generation: Int) {
      self.activity = activity
      self.generation = generation
    }
  }

  private static let threadKey: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The job that the current thread runs.
  private static var current: Job? {
    pthread_getspecific(threadKey).map { Unmanaged<Job>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func run(as job: Job, _ body: () -> Void) {
    let outer = pthread_getspecific(threadKey)
    withExtendedLifetime(job) {
      pthread_setspecific(threadKey, Unmanaged.passUnretained(job).toOpaque())
      body()
      pthread_setspecific(threadKey, outer)
    }
  }

  /// Enqueues a job of the global executor if it belongs to a watched test.
  ///
  /// - Parameters:
  ///   - unownedJob: The job.
  ///   - isOnMain: Whether it is to run on the main actor's executor instead.
  /// - Returns: Whether it belongs to a watched test.
  static func enqueue(_ unownedJob: UnownedJob, onMainExecutor isOnMain: Bool) -> Bool {
    guard isAnyWatched.load(ordering: .acquiring), let job = begin(unownedJob) else {
      return false
    }
    if isOnMain {
      DispatchQueue.main.async {
        run(as: job) { unownedJob.runSynchronously(on: MainActor.sharedUnownedExecutor) }
        end(job)
      }
    } else {
      DispatchQueue.global(qos: qualityOfService(unownedJob.priority)).async {
        run(as: job) { unownedJob.runSynchronously(on: globalExecutor) }
        end(job)
      }
    }
    return true
  }

  /// Counts a job that the current thread enqueues.
  ///
  /// - Returns: `nil` if it belongs to no watched test.
  private static func begin(_ unownedJob: UnownedJob) -> Job? {
    var enqueuer = current
    if enqueuer == nil || enqueuer?.activity === ofAnyTest {
      if let activity = activity(enqueuing: unownedJob) {
        enqueuer = activity.newJob()
      } else if enqueuer == nil {
        guard currentTask == nil else { return nil }
        enqueuer = ofAnyTest.newJob()
      }
    }
    guard let enqueuer else { return nil }
    let (activity, generation) = (enqueuer.activity, enqueuer.generation)
    let address = address(of: unownedJob)
    if activity !== ofAnyTest { watched.withLock { $0.tasks[address] = activity } }
    return activity.state.withLock { state in
      guard !state.isRestless(address) else { return nil }
      if state.generation == generation {
        state.pending += 1
        state.enqueued += 1
        if !state.waiters.isEmpty { state.resumptions[address, default: 0] += 1 }
      }
      return Job(activity: activity, generation: generation)
    }
  }

  private func newJob() -> Job {
    Job(activity: self, generation: state.withLock { $0.generation })
  }

  /// Counts the end of a job.
  private static func end(_ job: Job) {
    job.activity.state.withLock { state in
      if state.generation == job.generation { state.pending -= 1 }
    }
    guard job.activity === ofAnyTest else { return job.activity.probeIfIdle() }
    for activity in watched.withLock({ $0.tests.values.map(\.0) }) { activity.probeIfIdle() }
  }

  /// The executor of code without an actor. It has no public name, and is all zeros.
  private static var globalExecutor: UnownedSerialExecutor {
    // Safe: an unowned executor is two words that own nothing.
    unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
  }

  private static func qualityOfService(_ priority: JobPriority) -> DispatchQoS.QoSClass {
    switch priority.rawValue {
    case ...TaskPriority.background.rawValue: .background
    case ...TaskPriority.low.rawValue: .utility
    case TaskPriority.high.rawValue: .userInitiated
    case (TaskPriority.high.rawValue + 1)...: .userInteractive
    default: .default
    }
  }
}

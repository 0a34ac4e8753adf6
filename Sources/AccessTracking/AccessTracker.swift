import Glibc
import Observation
import Synchronization

/// Remembers what a piece of code reads, and tells once when any of it changes.
///
/// It hears of the properties of ``AccessSubject``s, and of the objects of the standard library's `Observation`. Unlike
/// `withObservationTracking` it can be cancelled, and what it read can be replaced by what it reads next. Reading a subject
/// costs an order of magnitude less, which is what makes it cheap to track every row of a list by itself.
@MainActor
open class AccessTracker {
  private nonisolated let onChange: (@Sendable () -> Void)?
  /// Counts the calls of ``track(_:)``.
  private var evaluation: UInt = 0
  /// The evaluation whose reads are waited for; 0 for none.
  fileprivate nonisolated let awaited = Atomic<UInt>(0)
  /// Read together with objects of `Observation`, once there have been any.
  private var cancellation: Cancellation?

  /// - Parameter onChange: Called by ``didChange()``. It must not keep the tracker's owner alive.
  public init(onChange: (@Sendable () -> Void)? = nil) {
    self.onChange = onChange
  }

  deinit {}

  /// Called once after each ``track(_:)``, on whichever thread changes something, before or while it changes. For subclasses,
  /// which save themselves a closure; the default calls that of the initializer.
  open nonisolated func didChange() {
    onChange?()
  }

  /// Calls `body`, and from then on waits for a change of anything that it has read. What was read before counts no
  /// longer.
  ///
  /// When trackers nest, each hears of what its own `body` reads, without the inner ones'.
  public final func track(_ body: () -> Void) {
    cancel()
    evaluation += 1
    awaited.store(evaluation, ordering: .releasing)
    let registration = AccessRegistration(tracker: self, evaluation: evaluation)
    AccessRecorder.record(registration) {
      if let cancellation {
        withObservationTracking {
          cancellation.access()
          body()
        } onChange: {
          registration.fire()
        }
      } else {
        // The closure for changes is only asked for if an object of `Observation` was read. The first time that
        // happens, the object keeps its reference to the registration until it changes.
        withObservationTracking(body, onChange: standardOnChange(registration))
      }
    }
  }

  private final func standardOnChange(_ registration: AccessRegistration) -> @Sendable () -> Void {
    cancellation = Cancellation()
    return { registration.fire() }
  }

  /// Forgets what was read. Nothing is reported any more until the next ``track(_:)``.
  public final func cancel() {
    if awaited.exchange(0, ordering: .acquiringAndReleasing) != 0 { cancellation?.cancel() }
  }

  /// Whether a change would be reported.
  public final var isWaiting: Bool { awaited.load(ordering: .acquiring) != 0 }
}

/// What one evaluation has read, and waits for.
struct AccessRegistration: Sendable, Equatable {
  let tracker: AccessTracker
  let evaluation: UInt

  var isArmed: Bool { tracker.awaited.load(ordering: .acquiring) == evaluation }

  func fire() {
    let (isFirst, _) = tracker.awaited.compareExchange(
      expected: evaluation,
      desired: 0,
      ordering: .acquiringAndReleasing
    )
    if isFirst { tracker.didChange() }
  }

  static func == (a: AccessRegistration, b: AccessRegistration) -> Bool {
    a.tracker === b.tracker && a.evaluation == b.evaluation
  }
}

/// The way to take back registrations in objects of `Observation`: a property that is read together with theirs, and then
/// "changed".
private final class Cancellation: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var revision: Int { 0 }

  func access() { registrar.access(self, keyPath: \.revision) }
  func cancel() { registrar.willSet(self, keyPath: \.revision) }
}

/// Where accesses are noted at the moment.
///
/// Only code on the main actor is tracked, and without suspensions; other threads read untracked meanwhile.
enum AccessRecorder {
  /// The thread that is being tracked, 0 for none.
  private static let thread = Atomic<UInt>(0)
  /// Safe, because only the thread in `thread` touches it.
  private nonisolated(unsafe) static var registration: AccessRegistration?

  static var current: AccessRegistration? {
    let thread = thread.load(ordering: .relaxed)
    return thread != 0 && thread == currentThread ? registration : nil
  }

  @MainActor
  static func record(_ new: AccessRegistration, _ body: () -> Void) {
    let outerThread = thread.load(ordering: .relaxed)
    let outer = current
    registration = new
    thread.store(currentThread, ordering: .relaxed)
    defer {
      registration = outer
      thread.store(outerThread, ordering: .relaxed)
    }
    body()
  }

  private static var currentThread: UInt { UInt(pthread_self()) }
}

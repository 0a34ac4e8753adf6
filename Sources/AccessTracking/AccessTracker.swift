import Glibc
import Observation
import Synchronization

/// Records what a piece of code reads, and reports once when any of it changes.
///
/// It tracks properties of ``AccessSubject``s and of `@Observable` objects. Unlike
/// `withObservationTracking`, it can be cancelled, and a new evaluation replaces what the last one
/// has read. Reading a subject costs an order of magnitude less than reading an `@Observable`
/// object, so that each row of a list can be tracked by itself.
@MainActor
open class AccessTracker {
  private nonisolated let onChange: (@Sendable () -> Void)?
  /// Counts the calls of ``track(_:)``.
  private var evaluation: UInt = 0
  /// The evaluation whose reads are observed at present; 0 for none.
  fileprivate nonisolated let awaited = Atomic<UInt>(0)
  /// Created once `body` has read an `@Observable` object; from then on read with each evaluation.
  private var cancellation: Cancellation?

  /// - Parameter onChange: Called by ``didChange()``. It must not keep the tracker's owner alive.
  public init(onChange: (@Sendable () -> Void)? = nil) {
    self.onChange = onChange
  }

  deinit {}

  /// Called at most once after each ``track(_:)``, on the thread that changes a property, before or
  /// during the change.
  ///
  /// Subclasses override it to avoid a closure. The default calls the closure of the initializer.
  open nonisolated func didChange() {
    onChange?()
  }

  /// Calls `body`, and then waits for a change of anything that it has read. What earlier calls
  /// have read is no longer observed.
  ///
  /// When trackers nest, each observes what its own `body` reads, not what inner trackers read.
  ///
  /// - Parameter body: The code whose reads are tracked.
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
        // `withObservationTracking` evaluates the autoclosure for `onChange` only if `body` has
        // read an `@Observable` object. This first registration cannot be cancelled: the object
        // keeps its reference to it until it changes.
        withObservationTracking(body, onChange: standardOnChange(registration))
      }
    }
  }

  private final func standardOnChange(_ registration: AccessRegistration) -> @Sendable () -> Void {
    cancellation = Cancellation()
    return { registration.fire() }
  }

  /// Stops observing. No change is reported until the next ``track(_:)``.
  public final func cancel() {
    if awaited.exchange(0, ordering: .acquiringAndReleasing) != 0 { cancellation?.cancel() }
  }

  /// Whether a change would be reported.
  public final var isWaiting: Bool { awaited.load(ordering: .acquiring) != 0 }
}

/// One evaluation of a tracker, as subjects remember it.
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

/// Removes registrations from `@Observable` objects: its property is read together with theirs, and
/// notifying of a change of this property ends all of them.
private final class Cancellation: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var revision: Int { 0 }

  func access() { registrar.access(self, keyPath: \.revision) }
  func cancel() { registrar.willSet(self, keyPath: \.revision) }
}

/// The registration that records accesses at the moment.
///
/// Only synchronous code on the main actor is tracked. Reads on other threads meanwhile are not.
enum AccessRecorder {
  /// The thread that is being tracked; 0 for none.
  private static let thread = Atomic<UInt>(0)
  /// Safe, because only the thread in `thread` accesses it.
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
}

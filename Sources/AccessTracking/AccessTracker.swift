import Glibc
import Observation
import Synchronization

/// Remembers what a piece of code reads, and tells once when any of it changes.
///
/// It hears of the properties of ``AccessSubject``s, and of the objects of the standard library's `Observation`. Unlike
/// `withObservationTracking` it can be cancelled, and what it read can be replaced by what it reads next. Reading a subject
/// costs an order of magnitude less, which is what makes it cheap to track every row of a list by itself.
@MainActor
public final class AccessTracker {
  private let onChange: @Sendable () -> Void
  private var registration: AccessRegistration?
  /// Read together with objects of `Observation`, once there have been any.
  private var cancellation: Cancellation?

  /// - Parameter onChange: Called once after each ``track(_:)``, on whichever thread changes something, before or while
  ///   it changes. It must not keep the tracker's owner alive.
  public nonisolated init(onChange: @escaping @Sendable () -> Void) {
    self.onChange = onChange
  }

  /// Calls `body`, and from then on waits for a change of anything that it has read. What was read before counts no
  /// longer.
  ///
  /// When trackers nest, each hears of what its own `body` reads, without the inner ones'.
  public func track<Result>(_ body: () -> Result) -> Result {
    cancel()
    let registration = AccessRegistration(onChange)
    self.registration = registration
    return AccessRecorder.record(registration) {
      if let cancellation {
        withObservationTracking {
          cancellation.access()
          return body()
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

  private func standardOnChange(_ registration: AccessRegistration) -> @Sendable () -> Void {
    cancellation = Cancellation()
    return { registration.fire() }
  }

  /// Forgets what was read. Nothing is reported any more until the next ``track(_:)``.
  public func cancel() {
    guard let registration else { return }
    if registration.disarm() { cancellation?.cancel() }
    self.registration = nil
  }

  /// Whether a change would be reported.
  public var isWaiting: Bool { registration?.isArmed ?? false }
}

/// What one evaluation has read, and waits for.
final class AccessRegistration: Sendable {
  private let armed = Atomic(true)
  private let onChange: @Sendable () -> Void

  init(_ onChange: @escaping @Sendable () -> Void) {
    self.onChange = onChange
  }

  var isArmed: Bool { armed.load(ordering: .acquiring) }

  /// Whether this call is the one that ended the wait.
  func disarm() -> Bool {
    armed.exchange(false, ordering: .acquiringAndReleasing)
  }

  func fire() {
    if disarm() { onChange() }
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
  static func record<Result>(
    _ new: AccessRegistration?,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let outerThread = thread.load(ordering: .relaxed)
    let outer = current
    registration = new
    thread.store(currentThread, ordering: .relaxed)
    defer {
      registration = outer
      thread.store(outerThread, ordering: .relaxed)
    }
    return try body()
  }

  private static var currentThread: UInt { UInt(pthread_self()) }
}

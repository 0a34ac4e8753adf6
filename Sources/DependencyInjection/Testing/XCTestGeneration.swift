import Foundation
import Synchronization

/// Counts the tests that XCTest runs in this process, one after the other.
///
/// On Linux, XCTest only tells observers which test is running. An observer is an object whose
/// class conforms to the protocol `XCTestObservation` of XCTest. An application does not load
/// XCTest, so this module must not link it and cannot declare such a class. If the process has
/// loaded XCTest, this code creates the conformance, a table of functions, at run time. Without
/// XCTest, or if a later version renames its functions, the count stays at zero.
enum XCTestGeneration {
  static var current: Int {
    _ = observation
    return progress.withLock { $0.generation }
  }

  private struct Progress {
    var generation = 0
    /// The object of the last event: a test case or a suite.
    var subject: UInt?
  }

  private static let progress = Mutex(Progress())

  // The first argument of each event is its object. So one function handles all events, whatever
  // their order in the protocol: a test begins when the object changes.
  private static let eventOccurred: @convention(c) (UInt) -> Void = { subject in
    progress.withLock { progress in
      // The first event belongs to the test that had begun before the observer was added.
      if let last = progress.subject, last != subject { progress.generation += 1 }
      progress.subject = subject
    }
  }

  /// The observer, which is added on first use and never removed.
  private static let observation: Void = {
    let process = dlopen(nil, RTLD_LAZY)
    guard
      let shared = dlsym(process, "$s6XCTest0A17ObservationCenterC6sharedACvgZ"),
      let add = dlsym(process, "$s6XCTest0A17ObservationCenterC15addTestObserveryyAA0aB0_pF")
    else { return }
    let center = unsafeBitCast(shared, to: (@convention(thin) () -> AnyObject).self)()

    // A witness table: the descriptor of the conformance, which is not used here, and a function
    // for each requirement. There are 7 requirements; the rest is reserve.
    let witnesses = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: 32)
    witnesses.initialize(
      repeating: unsafeBitCast(eventOccurred, to: UnsafeRawPointer.self),
      count: 32
    )
    witnesses[0] = nil

    // A method receives `self` in the register in which a closure receives its context. So a
    // closure with the method as its function and the object as its context is the method bound to
    // the object. A value of a class-constrained protocol is passed as an object and a witness
    // table.
    let method = unsafeBitCast(
      (add, Unmanaged.passRetained(center).toOpaque()),
      to: BoundMethod.self
    )
    method.call(Observer(), UnsafeRawPointer(witnesses))
  }()

  private final class Observer {}

  private struct BoundMethod {
    let call: (AnyObject, UnsafeRawPointer) -> Void
  }
}

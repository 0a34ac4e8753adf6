import Foundation
import Synchronization

/// Counts the tests that XCTest runs in this process, one after the other.
///
/// XCTest on Linux tells only observers which test is running, and an observer is an object of a
/// class that conforms to XCTest's protocol `XCTestObservation`. An application does not load the
/// XCTest library, so this module must not link it, and cannot write such a class. It makes the
/// conformance itself, a table of functions, when the process has XCTest. Without XCTest, or should
/// a later version rename its functions, the count stays at zero.
enum XCTestGeneration {
  static var current: Int {
    _ = observation
    return progress.withLock { $0.generation }
  }

  private struct Progress {
    var generation = 0
    /// The object that the last event was about: a test case or a suite.
    var subject: UInt?
  }

  private static let progress = Mutex(Progress())

  // Every event's first argument is the object that it is about. So one function serves for them
  // all, in whatever order the protocol declares them: a test begins when the object changes.
  private static let eventOccurred: @convention(c) (UInt) -> Void = { subject in
    progress.withLock { progress in
      // The first event belongs to the test that began before this started to look.
      if let last = progress.subject, last != subject { progress.generation += 1 }
      progress.subject = subject
    }
  }

  /// The observer, added when first used and never removed.
  private static let observation: Void = {
    let process = dlopen(nil, RTLD_LAZY)
    guard
      let shared = dlsym(process, "$s6XCTest0A17ObservationCenterC6sharedACvgZ"),
      let add = dlsym(process, "$s6XCTest0A17ObservationCenterC15addTestObserveryyAA0aB0_pF")
    else { return }
    let center = unsafeBitCast(shared, to: (@convention(thin) () -> AnyObject).self)()

    // A table of witnesses: the conformance's description, which nothing here asks for, and a
    // function for each requirement. There are 7; the rest is room.
    let witnesses = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: 32)
    witnesses.initialize(
      repeating: unsafeBitCast(eventOccurred, to: UnsafeRawPointer.self),
      count: 32
    )
    witnesses[0] = nil

    // A method finds `self` where a closure finds its context: a closure made of the method and the
    // object is the method bound to that object. A value of a protocol that only classes conform to
    // is passed as an object and a table.
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

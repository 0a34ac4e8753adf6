import Foundation
import Synchronization

/// Numbers the revisions of all observable states.
package enum Revisions {
  private static let counter = Atomic<UInt64>(0)

  /// The latest revision of any state.
  package static var latest: UInt64 { counter.load(ordering: .relaxed) }

  /// Returns the number of a new revision.
  package static func next() -> UInt64 {
    counter.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

/// A write to a binding.
///
/// A binding to a part of a value, such as one answer's text, changes a copy of the whole value and
/// assigns it. If this sends an action, what the copy was changed in belongs to that action: the
/// observers of the text have been told, and those of the other answers need not be.
package enum BindingWrite {
  /// The thread of the write whose copies no action has taken over yet; 0 if there is none.
  private static let writer = Atomic<UInt>(0)
  private static let startRevision = Atomic<UInt64>(0)

  /// The last revision before the running write, `nil` if none is running on this thread.
  package static var start: UInt64? {
    let writer = writer.load(ordering: .relaxed)
    guard writer != 0, writer == currentThread else { return nil }
    return startRevision.load(ordering: .relaxed)
  }

  /// Writes to a binding. A write within another one is a part of it. While one thread writes,
  /// writes on other threads are not noted: each of their changes then is told by itself.
  package static func perform(_ write: () -> Void) {
    let revision = Revisions.latest
    guard
      writer.compareExchange(expected: 0, desired: currentThread, ordering: .relaxed).exchanged
    else { return write() }
    startRevision.store(revision, ordering: .relaxed)
    defer { writer.store(0, ordering: .relaxed) }
    write()
  }

  /// Returns ``start`` for the action that the write sends. Further actions get `nil`: they may
  /// assign values that are older than the first one.
  package static func takeStart() -> UInt64? {
    guard let start else { return nil }
    writer.store(0, ordering: .relaxed)
    return start
  }
}

/// Identifies the current thread; never 0.
package var currentThread: UInt { UInt(pthread_self()) }

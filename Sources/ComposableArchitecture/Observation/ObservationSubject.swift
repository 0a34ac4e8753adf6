import AccessTracking
import Synchronization

/// What is observed in place of a state: an object with numbered properties.
final class ObservationSubject: Sendable {
  /// Tells the subject from all others that there have been.
  let id = ObservationSubject.count.wrappingAdd(1, ordering: .relaxed).newValue
  private let subject = AccessSubject()

  private static let count = Atomic<UInt64>(0)

  func access(_ property: Int) {
    subject.access(property)
  }

  /// Whether anybody may be waiting for a change.
  var isObserved: Bool { subject.isObserved }

  func notify(_ property: Int) {
    guard isObserved else { return }
    if !ObservationBatch.defers(property, of: self) { tell(property) }
  }

  func tell(_ property: Int) {
    subject.notify(property)
  }
}

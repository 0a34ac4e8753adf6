import AccessTracking
import Synchronization

/// The object that is observed instead of a state, which is a value. It has numbered properties.
final class ObservationSubject: Sendable {
  /// Unique among all subjects of the process.
  let id = ObservationSubject.count.wrappingAdd(1, ordering: .relaxed).newValue
  private let subject = AccessSubject()

  private static let count = Atomic<UInt64>(0)

  func access(_ property: Int) {
    subject.access(property)
  }

  /// Whether there may be observers.
  var isObserved: Bool { subject.isObserved }

  func notify(_ property: Int) {
    guard isObserved else { return }
    if !ObservationBatch.defers(property, of: self) { tell(property) }
  }

  func tell(_ property: Int) {
    subject.notify(property)
  }
}

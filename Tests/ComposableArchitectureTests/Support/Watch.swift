import Observation
import Synchronization

/// Counts how often what a closure reads changes.
@MainActor
final class Watch {
  private let fired = Atomic(0)
  var count: Int { fired.load(ordering: .relaxed) }

  func read(_ body: () -> Void) {
    withObservationTracking(body) { [weak self] in
      _ = self?.fired.wrappingAdd(1, ordering: .relaxed)
    }
  }
}

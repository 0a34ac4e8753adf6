import Observation
import Synchronization

/// What a node has read, and the wish to be told once when any of it changes.
///
/// `withObservationTracking` cannot be cancelled: a body that is evaluated again for another reason
/// would leave its registrations behind in every object it read, without bound. So each scope reads
/// a property of its own as well; "changing" that property takes back all registrations made
/// together with it.
final class ObservationScope: Observable {
  private(set) weak var node: Node?
  private let depth: Int

  /// Whether a change may still be reported. Read and written from whichever thread changes a
  /// model.
  private nonisolated let isArmed = Mutex(false)
  private nonisolated let registrar = ObservationRegistrar()
  private nonisolated var revision: Int { 0 }

  init(node: Node) {
    self.node = node
    depth = node.depth
  }

  deinit {}

  func track<T>(_ body: () -> T) -> T {
    cancel()
    isArmed.withLock { $0 = true }
    return withObservationTracking {
      registrar.access(self, keyPath: \.revision)
      return body()
    } onChange: { [self] in
      if disarm() { UpdateScheduler.shared.schedule(self, depth: depth) }
    }
  }

  /// Forgets what was read. Nothing is reported any more until the next ``track(_:)``.
  func cancel() {
    if disarm() { registrar.willSet(self, keyPath: \.revision) }
  }

  /// Forgets what was read, for good.
  func end() {
    cancel()
    node = nil
  }

  /// Whether a change would be reported.
  var isWaiting: Bool { isArmed.withLock { $0 } }

  /// Whether this call is the one that ended the wait.
  private nonisolated func disarm() -> Bool {
    isArmed.withLock { isArmed in
      defer { isArmed = false }
      return isArmed
    }
  }
}

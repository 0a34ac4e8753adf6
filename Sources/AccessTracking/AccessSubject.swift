import Observation
import Synchronization

/// Something with numbered properties that ``AccessTracker``s, and the standard library's `Observation`, can observe.
///
/// May be used on any thread.
public final class AccessSubject: Sendable {
  private struct Reader {
    let property: Int
    let registration: AccessRegistration
  }

  private struct Readers {
    var list: [Reader] = []
    /// The length at which readers that wait no more are thrown out.
    var limit = 8
  }

  private let readers = Mutex(Readers())
  /// Whether the list of readers is not empty; written while it is locked.
  private let hasReaders = Atomic(false)
  /// Made once, and kept as long as this. The library's `AtomicLazyReference` looks up its own type at each use.
  private let standard = Atomic<Unmanaged<StandardSubject>?>(nil)

  public init() {}

  deinit {
    standard.load(ordering: .acquiring)?.release()
  }

  /// Notes that a property is read.
  public func access(_ property: Int) {
    guard let registration = AccessRecorder.current else {
      return standardSubject()._withUnsafeGuaranteedRef { $0.access(property) }
    }
    readers.withLock { readers in
      // What is read over and over in one evaluation is noted once.
      if let last = readers.list.last, last.property == property,
        last.registration == registration
      {
        return
      }
      if readers.list.count >= readers.limit {
        readers.list.removeAll { !$0.registration.isArmed }
        readers.limit = max(8, readers.list.count * 2)
      }
      readers.list.append(Reader(property: property, registration: registration))
      hasReaders.store(true, ordering: .releasing)
    }
  }

  /// Whether anybody may be waiting for a change.
  public var isObserved: Bool {
    hasReaders.load(ordering: .acquiring) || standard.load(ordering: .acquiring) != nil
  }

  /// Tells the observers of a property that it changes.
  public func notify(_ property: Int) {
    if hasReaders.load(ordering: .acquiring) { notifyReaders(of: property) }
    standard.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.notify(property) }
  }

  private func notifyReaders(of property: Int) {
    let waiting = readers.withLock { readers in
      var waiting: [AccessRegistration] = []
      readers.list.removeAll { reader in
        if reader.property == property { waiting.append(reader.registration) }
        return reader.property == property || !reader.registration.isArmed
      }
      hasReaders.store(!readers.list.isEmpty, ordering: .releasing)
      return waiting
    }
    // Not under the lock: they may read.
    for registration in waiting { registration.fire() }
  }

  /// Made when somebody reads who is not tracked by us: he may be tracked by the standard library.
  private func standardSubject() -> Unmanaged<StandardSubject> {
    if let made = standard.load(ordering: .acquiring) { return made }
    let new = Unmanaged.passRetained(StandardSubject())
    let (isFirst, made) = standard.compareExchange(
      expected: nil,
      desired: new,
      ordering: .acquiringAndReleasing
    )
    if isFirst { return new }
    new.release()
    return made!  // Not nil, or the exchange would have been made.
  }
}

/// What the standard library observes: an object with numbered properties.
private final class StandardSubject: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  func access(_ property: Int) {
    registrar.access(self, keyPath: Self.path(property))
  }

  func notify(_ property: Int) {
    registrar.withMutation(of: self, keyPath: Self.path(property)) {}
  }

  private subscript(property _: Int) -> Void { () }

  private static let paths: [KeyPath<StandardSubject, Void> & Sendable] = (0..<64).map(makePath)

  private static func makePath(_ property: Int) -> KeyPath<StandardSubject, Void> & Sendable {
    \StandardSubject.[property: property]
  }

  /// Key paths with arguments are objects; those of most states' properties are made once.
  private static func path(_ property: Int) -> KeyPath<StandardSubject, Void> & Sendable {
    property < paths.count ? paths[property] : makePath(property)
  }
}

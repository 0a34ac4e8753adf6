import Observation
import Synchronization

/// An object whose numbered properties ``AccessTracker`` and the standard library's `Observation`
/// can observe.
///
/// May be used on any thread.
public final class AccessSubject: Sendable {
  private struct Reader {
    let property: Int
    let registration: AccessRegistration
  }

  private struct Readers {
    var list: [Reader] = []
    /// The number of readers at which those that no longer wait are removed.
    var limit = 8
  }

  private let readers = Mutex(Readers())
  /// Whether the list of readers is not empty; written while it is locked.
  private let hasReaders = Atomic(false)
  /// Created on first use and released in `deinit`. Not an `AtomicLazyReference`, which looks up
  /// its own type at each use.
  private let standard = Atomic<Unmanaged<StandardSubject>?>(nil)

  public init() {}

  deinit {
    standard.load(ordering: .acquiring)?.release()
  }

  /// Records that a property is read.
  ///
  /// - Parameter property: The number of the property.
  public func access(_ property: Int) {
    guard let registration = AccessRecorder.current else {
      return standardSubject()._withUnsafeGuaranteedRef { $0.access(property) }
    }
    readers.withLock { readers in
      // A property that is read repeatedly in one evaluation is recorded once.
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

  /// Whether an observer may be waiting for a change.
  public var isObserved: Bool {
    hasReaders.load(ordering: .acquiring) || standard.load(ordering: .acquiring) != nil
  }

  /// Notifies the observers of a property that it changes.
  ///
  /// - Parameter property: The number of the property.
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
    // Outside of the lock, because observers may read properties.
    for registration in waiting { registration.fire() }
  }

  /// Returns the subject for `Observation`, and creates it on first use: a reader that no
  /// ``AccessTracker`` tracks may be tracked by the standard library.
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
    return made!  // The exchange fails only if the stored value is not nil.
  }
}

/// The object with numbered properties that the standard library observes.
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

  /// Each key path with an argument is an object of its own. The first 64 are created once; few
  /// states have more properties.
  private static func path(_ property: Int) -> KeyPath<StandardSubject, Void> & Sendable {
    property < paths.count ? paths[property] : makePath(property)
  }
}

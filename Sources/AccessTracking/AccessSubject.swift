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
  private let standard = AtomicLazyReference<StandardSubject>()

  public init() {}

  /// Notes that a property is read.
  public func access(_ property: Int) {
    guard let registration = AccessRecorder.current else {
      return standardSubject().access(property)
    }
    readers.withLock { readers in
      // What is read over and over in one evaluation is noted once.
      if let last = readers.list.last, last.property == property,
        last.registration === registration
      {
        return
      }
      if readers.list.count >= readers.limit {
        readers.list.removeAll { !$0.registration.isArmed }
        readers.limit = max(8, readers.list.count * 2)
      }
      readers.list.append(Reader(property: property, registration: registration))
    }
  }

  /// Tells the observers of a property that it changes.
  public func notify(_ property: Int) {
    let waiting = readers.withLock { readers -> [AccessRegistration] in
      guard !readers.list.isEmpty else { return [] }
      var waiting: [AccessRegistration] = []
      readers.list.removeAll { reader in
        if reader.property == property { waiting.append(reader.registration) }
        return reader.property == property || !reader.registration.isArmed
      }
      return waiting
    }
    // Not under the lock: they may read.
    for registration in waiting { registration.fire() }
    standard.load()?.notify(property)
  }

  /// Made when somebody reads who is not tracked by us: he may be tracked by the standard library.
  private func standardSubject() -> StandardSubject {
    standard.load() ?? standard.storeIfNil(StandardSubject())
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

/// The child stores of a store, found by what they were scoped with. Held weakly: a child nobody holds is gone.
@MainActor
struct StoreCache {
  enum Key: Hashable {
    case keyPaths(state: AnyKeyPath, action: AnyKeyPath)
    /// The case of an enum.
    case enumCase(String)
  }

  /// An object, because to look at a weak reference in a value would copy it, which takes longer than all else here.
  private final class Entry {
    weak var store: AnyObject?

    init(store: AnyObject) {
      self.store = store
    }
  }

  /// Two key paths as objects, and the type of the store that they lead to.
  private struct Literals: Hashable {
    let state: ObjectIdentifier
    let action: ObjectIdentifier
    let child: ObjectIdentifier

    init<Child>(_ state: AnyKeyPath, _ action: AnyKeyPath, _: Child.Type) {
      self.state = ObjectIdentifier(state)
      self.action = ObjectIdentifier(action)
      child = ObjectIdentifier(Child.self)
    }
  }

  private static let maximumLiteralCount = 64

  private var entries: [Key: Entry] = [:]
  private var sweepLimit = SweepLimit()
  /// A key path that captures nothing is one object for each place where it stands as a literal, which
  /// is found faster than by comparing key paths. The key paths are held, so that no other takes their
  /// address.
  private var literals: [Literals: (entry: Entry, keyPaths: (AnyKeyPath, AnyKeyPath))] = [:]

  /// The store of a part, made where there is none.
  mutating func store<Child: AnyObject>(_ key: Key, make: () -> Child) -> Child {
    if let child = entries[key]?.store as? Child { return child }
    if sweepLimit.isReached(by: entries.count) {
      entries = entries.filter { $0.value.store != nil }
      sweepLimit.reset(keeping: entries.count)
    }
    let child = make()
    entries[key] = Entry(store: child)
    return child
  }

  /// The store that was remembered for two key paths.
  func store<Child: AnyObject>(forLiterals state: AnyKeyPath, _ action: AnyKeyPath) -> Child? {
    guard let child = literals[Literals(state, action, Child.self)]?.entry.store else { return nil }
    // The type is part of the key.
    return unsafeDowncast(child, to: Child.self)
  }

  /// Remembers a store by two key paths.
  mutating func remember<Child: AnyObject>(
    _ child: Child,
    forLiterals state: AnyKeyPath,
    _ action: AnyKeyPath
  ) {
    // There are more only where key paths capture values, and so are made anew each time.
    if literals.count >= Self.maximumLiteralCount { literals = [:] }
    literals[Literals(state, action, Child.self)] = (Entry(store: child), (state, action))
  }
}

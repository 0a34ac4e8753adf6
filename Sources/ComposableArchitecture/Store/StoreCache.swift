/// The child stores of a store, by what they were scoped with. They are held weakly.
@MainActor
struct StoreCache {
  enum Key: Hashable {
    case keyPaths(state: AnyKeyPath, action: AnyKeyPath)
    /// The case of an enum.
    case enumCase(String)
  }

  /// An object, because reading a weak reference in a struct would copy it, which takes longer than
  /// everything else here.
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
  /// By objects. A key path that captures nothing is one object for each literal, which is found
  /// faster than by comparing key paths. The key paths are retained, so that no other one gets
  /// their address.
  private var literals: [Literals: (entry: Entry, keyPaths: (AnyKeyPath, AnyKeyPath))] = [:]

  /// Returns the store of a part, which is made if there is none.
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

  /// Returns the store that was remembered for two key paths.
  func store<Child: AnyObject>(forLiterals state: AnyKeyPath, _ action: AnyKeyPath) -> Child? {
    guard let child = literals[Literals(state, action, Child.self)]?.entry.store else { return nil }
    // Safe, because the type is part of the key.
    return unsafeDowncast(child, to: Child.self)
  }

  /// Remembers a store by two key paths.
  mutating func remember<Child: AnyObject>(
    _ child: Child,
    forLiterals state: AnyKeyPath,
    _ action: AnyKeyPath
  ) {
    // There are more only if key paths capture values, and so are made anew each time.
    if literals.count >= Self.maximumLiteralCount { literals = [:] }
    literals[Literals(state, action, Child.self)] = (Entry(store: child), (state, action))
  }
}

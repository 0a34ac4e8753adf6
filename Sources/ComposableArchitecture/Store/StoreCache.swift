/// The child stores of a store, found by what they were scoped to. Held weakly: a child nobody holds is gone.
@MainActor
struct StoreCache {
  private enum Key: Hashable {
    case part(state: AnyKeyPath, action: AnyKeyPath)
    case element(AnyHashable)
  }

  private struct Entry {
    weak var store: AnyObject?
  }

  private var entries: [Key: Entry] = [:]
  private var sweepCount = 16

  /// The store of a part, made where there is none.
  mutating func store<Child: AnyObject>(
    _ state: AnyKeyPath,
    _ action: AnyKeyPath,
    make: () -> Child
  ) -> Child {
    store(.part(state: state, action: action), make: make)
  }

  /// The store of an element of a collection, made where there is none.
  mutating func store<Child: AnyObject>(element id: some Hashable, make: () -> Child) -> Child {
    store(.element(AnyHashable(id)), make: make)
  }

  private mutating func store<Child: AnyObject>(_ key: Key, make: () -> Child) -> Child {
    if let child = entries[key]?.store as? Child { return child }
    if entries.count >= sweepCount {
      // Entries of elements that are long gone are dropped now and then; the doubling keeps that cheap.
      entries = entries.filter { $0.value.store != nil }
      sweepCount = max(16, entries.count * 2)
    }
    let child = make()
    entries[key] = Entry(store: child)
    return child
  }
}

/// The child stores of a store, found by what they were scoped with. Held weakly: a child nobody holds is gone.
@MainActor
struct StoreCache {
  enum Key: Hashable {
    case keyPaths(state: AnyKeyPath, action: AnyKeyPath)
    /// The case of an enum.
    case enumCase(String)
  }

  private struct Entry {
    weak var store: AnyObject?
  }

  private var entries: [Key: Entry] = [:]
  private var sweepCount = 16

  /// The store of a part, made where there is none.
  mutating func store<Child: AnyObject>(_ key: Key, make: () -> Child) -> Child {
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

/// The stores of the elements of a collection that a store holds, found by their ids. Held weakly, as above.
@MainActor
@usableFromInline
final class ElementStoreCache<ID: Hashable, State, Action> {
  /// An object, because to look at a weak reference in a value would copy it, which takes longer than all else here.
  @usableFromInline
  final class Entry {
    @usableFromInline weak var store: Store<State, Action>?

    @usableFromInline
    init(store: Store<State, Action>) {
      self.store = store
    }
  }

  @usableFromInline var entries: [ID: Entry] = [:]
  private var sweepCount = 16

  @inlinable
  subscript(id: ID) -> Store<State, Action>? { entries[id]?.store }

  func insert(_ store: Store<State, Action>, id: ID) {
    if entries.count >= sweepCount {
      entries = entries.filter { $0.value.store != nil }
      sweepCount = max(16, entries.count * 2)
    }
    entries[id] = Entry(store: store)
  }
}

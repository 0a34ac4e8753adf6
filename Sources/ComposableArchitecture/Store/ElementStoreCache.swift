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
  private var sweepLimit = SweepLimit()

  @inlinable
  subscript(id: ID) -> Store<State, Action>? { entries[id]?.store }

  func insert(_ store: Store<State, Action>, id: ID) {
    if sweepLimit.isReached(by: entries.count) {
      entries = entries.filter { $0.value.store != nil }
      sweepLimit.reset(keeping: entries.count)
    }
    entries[id] = Entry(store: store)
  }
}

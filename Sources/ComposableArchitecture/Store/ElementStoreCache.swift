/// The stores of the elements of a collection, by id. They are held weakly.
@MainActor
@usableFromInline
final class ElementStoreCache<ID: Hashable, State, Action> {
  /// An object, because reading a weak reference in a struct would copy it, which takes longer than
  /// everything else here.
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

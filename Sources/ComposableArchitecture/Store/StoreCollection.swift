/// The stores of the elements of a collection, see ``Store``.
@MainActor
public struct _StoreCollection<ID: Hashable & Sendable, State, Action>:
  @preconcurrency RandomAccessCollection
{
  private let store: Store<IdentifiedArray<ID, State>, IdentifiedAction<ID, Action>>
  @usableFromInline let elements: IdentifiedArray<ID, State>
  @usableFromInline let cache: ElementStoreCache<ID, State, Action>
  private let location: IssueLocation

  init(
    store: Store<IdentifiedArray<ID, State>, IdentifiedAction<ID, Action>>,
    location: IssueLocation
  ) {
    self.store = store
    elements = store.state
    cache = store.elementStoreCache()
    self.location = location
  }

  @inlinable
  public var startIndex: Int { elements.startIndex }
  @inlinable
  public var endIndex: Int { elements.endIndex }

  @inlinable
  public subscript(position: Int) -> Store<State, Action> {
    cache[elements.id(at: position)] ?? makeStore(at: position)
  }

  @usableFromInline
  func makeStore(at position: Int) -> Store<State, Action> {
    let id = elements.id(at: position)
    let reader = ElementReader<IdentifiedArray<ID, State>, State>(
      id: id,
      read: { $0[id: id] }
    )
    let action: @Sendable (Action) -> IdentifiedAction<ID, Action> = {
      .element(id: id, action: $0)
    }
    return store.elementStore(reader: reader, action: action, location: location)
      // An element that has been removed since the collection was made is answered from that.
      ?? store.makeElementStore(
        reader: reader,
        initial: elements[position],
        action: action,
        location: location
      )
  }
}

import ComposableArchitecture
import Testing

@MainActor
@Suite
struct ObservationTests {
  @Test
  func `a change of a property notifies its observers, and no others`() {
    let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
    let count = Watch()
    let note = Watch()
    count.read { _ = store.count }
    note.read { _ = store.note }
    store.send(.incrementButtonTapped)
    #expect(count.count == 1)
    #expect(note.count == 0)
  }

  @Test
  func `observers of an element are notified of its changes, not of pushes and pops above it`()
    throws
  {
    let store = Store(
      initialState: StackFeature.State(path: StackState([.counter(CounterFeature.State())]))
    ) {
      StackFeature()
    }
    let path = store.scope(state: \.path, action: \.path)
    let ids = Watch()
    ids.read { _ = path.ids }
    let element: StoreOf<StackFeature.Path> = try #require(path.element(id: path.ids[0]))
    guard case .counter(let counter) = element.case else {
      Issue.record("Expected a counter.")
      return
    }
    let count = Watch()
    count.read { _ = counter.count }
    counter.send(.incrementButtonTapped)
    #expect(count.count == 1)
    #expect(ids.count == 0)
    count.read { _ = counter.count }
    store.send(.pushTwo)
    #expect(ids.count == 1)
    #expect(count.count == 1)
  }

  @ObservableState
  struct Shelf: Equatable {
    var books = [Book(), Book()]
  }

  @ObservableState
  struct Book: Equatable {
    var pages = 0
  }

  @Test
  func
    `observers of an array are notified when its elements are replaced, not when one changes inside`()
  {
    let store = Store(initialState: Shelf()) {
      Reduce<Shelf, Int> { state, action in
        switch action {
        case 0, 1: state.books[action].pages += 1
        case 2: state.books.append(Book())
        case 3: state.books = state.books
        default: state.books[0] = Book()
        }
        return .none
      }
    }
    let books = Watch()
    let first = Watch()
    let second = Watch()
    books.read { _ = store.books }
    first.read { _ = store.books[0].pages }
    second.read { _ = store.books[1].pages }
    store.send(0)
    #expect((books.count, first.count, second.count) == (0, 1, 0))
    first.read { _ = store.books[0].pages }
    store.send(3)
    #expect((books.count, first.count, second.count) == (0, 1, 0))
    store.send(2)
    #expect(books.count == 1)
    books.read { _ = store.books }
    store.send(4)
    #expect(books.count == 2)
  }

  @Test
  func `observers of a destination are notified when it is presented, not when it changes inside`()
  {
    let store = Store(initialState: PresentingFeature.State()) { PresentingFeature() }
    let destination = Watch()
    destination.read {
      _ = store.scope(state: \.destination?.counter, action: \.destination.counter)
    }
    store.send(.present)
    #expect(destination.count == 1)
    destination.read {
      _ = store.scope(state: \.destination?.counter, action: \.destination.counter)
    }
    store.send(.destination(.presented(.counter(.incrementButtonTapped))))
    #expect(destination.count == 1)
    store.send(.clear)
    #expect(destination.count == 2)
  }

  @Test
  func `assigning a former copy notifies observers`() {
    struct Snapshot {}
    let store = Store(initialState: PresentingFeature.State(single: CounterFeature.State())) {
      Reduce<PresentingFeature.State, Bool> { state, restores in
        if restores {
          state = saved ?? state
        } else {
          saved = state
          state.single?.count += 1
        }
        return .none
      }
    }
    store.send(false)
    let count = Watch()
    count.read { #expect(store.single?.count == 1) }
    store.send(true)
    #expect(count.count == 1)
    #expect(store.single?.count == 0)
  }

  @Test
  func `'observe' runs again after changes, once for several`() async {
    let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
    var seen: [Int] = []
    let token = observe { seen.append(store.count) }
    store.send(.tick)
    store.send(.tick)
    while seen.count < 2 { await Task.yield() }
    #expect(seen == [0, 2])
    token.cancel()
  }
}

@MainActor private var saved: PresentingFeature.State?

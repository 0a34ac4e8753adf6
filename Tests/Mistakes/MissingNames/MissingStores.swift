import ComposableArchitecture

/// Stores, case paths and streams as earlier releases have them.
@Reducer
private struct Locker {
  @ObservableState
  struct State { var door = Door.State() }
  enum Action { case door(Door.Action) }

  var body: some ReducerOf<Self> {
    // error: '/' is unavailable: write a case key path: '\.child' for '/Action.child'
    Scope(state: \.door, action: /Action.door) { Door() }
  }
}

@Reducer
private struct Door {
  struct State {
    // error: 'BindableState' is unavailable: use '@ObservableState' and plain properties
    @BindableState var isOpen = false
  }
  enum Action { case close }
}

// error: 'CasePath' has been renamed to 'AnyCasePath'
private let path: CasePath<Int?, Int>? = nil

// error: '/' is unavailable: write a case key path: '\.child' for '/Action.child'
private let door = /Locker.Action.door

@MainActor
private func observe(_ store: StoreOf<Locker>) {
  // error: 'publisher' is unavailable: read the state from the store: 'Observations { store.count
  // }'
  _ = store.publisher
  // error: 'init(initialState:reducer:)' is unavailable: write the reducer in a closure: 'reducer:
  // { Feature() }'
  _ = Store(initialState: Locker.State(), reducer: Locker())
  // error: 'init(initialState:reducer:environment:)' is unavailable: use 'withDependencies' and
  // 'reducer: { Feature() }'
  _ = Store(initialState: Locker.State(), reducer: Locker(), environment: ())
  // error: 'streamWithContinuation(_:bufferingPolicy:)' has been renamed to
  // 'makeStream(of:bufferingPolicy:)'
  _ = AsyncStream<Int>.streamWithContinuation()
}

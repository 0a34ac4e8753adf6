// Stores as earlier releases make and observe them, with what to write instead.

extension Store {
  @available(
    *,
    unavailable,
    message: "read the state from the store: 'Observations { store.count }'"
  )
  public var publisher: Never {
    fatalError("nobody can name it")
  }

  @available(*, unavailable, message: "write the reducer in a closure: 'reducer: { Feature() }'")
  @_disfavoredOverload
  public convenience init<R: Reducer>(initialState: State, reducer: R)
  where R.State == State, R.Action == Action {
    self.init(initialState: initialState) { reducer }
  }

  @available(*, unavailable, message: "use 'withDependencies' and 'reducer: { Feature() }'")
  @_disfavoredOverload
  public convenience init<R: Reducer>(initialState: State, reducer: R, environment: some Any)
  where R.State == State, R.Action == Action {
    self.init(initialState: initialState) { reducer }
  }
}

extension TestStore {
  @available(*, unavailable, message: "write the reducer in a closure: 'reducer: { Feature() }'")
  @_disfavoredOverload
  public convenience init<R: Reducer>(initialState: State, reducer: R)
  where R.State == State, R.Action == Action {
    self.init(initialState: initialState) { reducer }
  }
}

@available(*, unavailable, message: "use '@ObservableState' and plain properties")
public typealias BindableState = BindingState

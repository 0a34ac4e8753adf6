import ComposableGtk

/// Elements that are none.
@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable {
    var dock = Dock.State()
    @Presents var crate: Crate.State?
    var crates: IdentifiedArrayOf<Crate.State> = []
    var path = StackState<Crate.State>()
  }

  enum Action {
    case dock(Dock.Action)
    case crate(PresentationAction<Crate.Action>)
    case crates(IdentifiedActionOf<Crate>)
    case path(StackActionOf<Crate>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.dock, action: \.dock) { Dock() }
    Reduce { state, action in .none }
      // error: cannot convert value of type 'WritableKeyPath<Counter.State, Dock.State>' to
      // expected argument type 'WritableKeyPath<Counter.State, IdentifiedArray<Int, Crate.State>>'
      .forEach(\.dock, action: \.crates) { Crate() }
      .forEach(\.path, action: \.path) { Crate() }
      .ifLet(\.$crate, action: \.crate) { Crate() }
  }
}

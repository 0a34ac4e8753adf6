import ComposableGtk

/// Elements with the reducer of something else.
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
      // error: no exact matches in call to instance method 'forEach'
      .forEach(\.crates, action: \.crates) { Dock() }
      .forEach(\.path, action: \.path) { Crate() }
      .ifLet(\.$crate, action: \.crate) { Crate() }
  }
}

import ComposableGtk

/// A child for the state of another.
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
    // error: cannot convert value of type 'Crate.Action' to expected argument type 'Dock.Action'
    Scope(state: \.dock, action: \.dock) { Crate() }
    Reduce { state, action in .none }
      .forEach(\.crates, action: \.crates) { Crate() }
      .forEach(\.path, action: \.path) { Crate() }
      .ifLet(\.$crate, action: \.crate) { Crate() }
  }
}

import ComposableGtk

/// Presented state without the dollar sign.
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
      .forEach(\.crates, action: \.crates) { Crate() }
      .forEach(\.path, action: \.path) { Crate() }
      // error: cannot convert value of type 'WritableKeyPath<Counter.State, Optional<Crate.State>>'
      // to expected argument type 'WritableKeyPath<Counter.State, PresentationState<Crate.State>>'
      .ifLet(\.crate, action: \.crate) { Crate() }
  }
}

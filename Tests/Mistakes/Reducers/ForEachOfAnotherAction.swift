import ComposableGtk

/// Elements with the action of something else.
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
      // error: 'forEach(_:action:element:)' is unavailable: 'action' must be a case that holds the
      // actions of the elements, such as 'case rows(IdentifiedActionOf<Row>)'
      .forEach(\.crates, action: \.dock) { Crate() }
      .forEach(\.path, action: \.path) { Crate() }
      .ifLet(\.$crate, action: \.crate) { Crate() }
  }
}

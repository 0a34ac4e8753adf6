import ComposableGtk

/// Optional state with the action of something else.
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
      // error: 'ifLet(_:action:destination:)' is unavailable: 'action' must be a case that holds a
      // 'PresentationAction' of the feature, such as 'case edit(PresentationAction<Edit.Action>)'
      .ifLet(\.$crate, action: \.dock) { Crate() }
  }
}

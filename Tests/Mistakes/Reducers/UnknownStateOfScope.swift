import ComposableGtk

/// A child whose state does not exist.
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
    // error: referencing subscript 'subscript(dynamicMember:)' on 'Case' requires that
    // 'Counter.State' conform to 'CasePathable'
    Scope(state: \.duck, action: \.dock) { Dock() }
    Reduce { state, action in .none }
      .forEach(\.crates, action: \.crates) { Crate() }
      .forEach(\.path, action: \.path) { Crate() }
      .ifLet(\.$crate, action: \.crate) { Crate() }
  }
}

import ComposableGtk

/// A case that the state of a destination does not have, written with the type.
@Reducer
private struct Yard {
  @ObservableState
  struct State: Equatable {
    var path = StackState<Warehouse.Path.State>()
  }

  enum Action {
    case openButtonTapped
    case path(StackActionOf<Warehouse.Path>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .openButtonTapped:
        // error: value of type 'Warehouse.Path.State.Type' has no dynamic member 'harbour' using
        // key path from root type 'Warehouse.Path.State.AllCasePaths'
        state.path.append(Warehouse.Path.State.harbour)
        return .none
      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

/// What a core needs of its state's observability, found out once and not at every action.
struct StateObservation<State> {
  /// The identity of a state.
  let id: (State) -> ObservableStateID

  init() {
    func open<S: ObservableState>(_: S.Type) -> Self {
      // `S` is `State`; only the compiler does not know.
      Self { state in
        withUnsafePointer(to: state) {
          $0.withMemoryRebound(to: S.self, capacity: 1) { $0.pointee._$id }
        }
      }
    }
    if let type = State.self as? any ObservableState.Type {
      self = open(type)
    } else {
      // Nothing is known of such a state, so each look at it may find another one.
      self.init { _ in ObservationStateRegistrar().id }
    }
  }

  private init(id: @escaping (State) -> ObservableStateID) {
    self.id = id
  }
}

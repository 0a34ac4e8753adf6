/// Reads the identity of states of one type. Made once for each core, so that the type is not
/// looked up at every action.
struct StateObservation<State> {
  /// The identity of a state.
  let id: (State) -> ObservableStateID

  init() {
    func open<S: ObservableState>(_: S.Type) -> Self {
      // Safe, because `S` is `State`, which the compiler does not know.
      Self { state in
        withUnsafePointer(to: state) {
          $0.withMemoryRebound(to: S.self, capacity: 1) { $0.pointee._$id }
        }
      }
    }
    if let type = State.self as? any ObservableState.Type {
      self = open(type)
    } else {
      // A state that is not observable has no identity, so each read returns a new one.
      self.init { _ in ObservationStateRegistrar().id }
    }
  }

  private init(id: @escaping (State) -> ObservableStateID) {
    self.id = id
  }
}

/// What a core needs of its state's observability, found out once and not at every action.
struct StateObservation<State> {
  /// The identity of a state.
  let id: (State) -> ObservableStateID
  /// Tells a state, before it changes in place, apart from the copies made of it.
  let willModify: (inout State) -> Void

  init() {
    func open<S: ObservableState>(_: S.Type) -> Self {
      // `S` is `State`; only the compiler does not know.
      Self(
        id: { state in
          withUnsafePointer(to: state) {
            $0.withMemoryRebound(to: S.self, capacity: 1) { $0.pointee._$id }
          }
        },
        willModify: { state in
          withUnsafeMutablePointer(to: &state) {
            $0.withMemoryRebound(to: S.self, capacity: 1) { $0.pointee._$willModify() }
          }
        }
      )
    }
    if let type = State.self as? any ObservableState.Type {
      self = open(type)
    } else {
      // Nothing is known of such a state, so each look at it may find another one.
      self.init(id: { _ in ObservationStateRegistrar().id }, willModify: { _ in })
    }
  }

  private init(
    id: @escaping (State) -> ObservableStateID,
    willModify: @escaping (inout State) -> Void
  ) {
    self.id = id
    self.willModify = willModify
  }
}

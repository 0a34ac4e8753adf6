/// Reads the identity of states of one type. Made once for each core, so that the type is not
/// looked up at every action.
struct StateObservation<State> {
  /// Reads the identity of the state at an address. By its address, because the state would be
  /// copied otherwise.
  let id: (UnsafePointer<State>) -> ObservableStateID

  init() {
    func open<S: ObservableState>(_: S.Type) -> Self {
      // Safe, because `S` is `State`, which the compiler does not know.
      Self { state in
        // `inout`, because a value that is passed otherwise is copied first.
        func id(_ state: inout S) -> ObservableStateID { state._$id }
        return id(
          &UnsafeMutableRawPointer(mutating: state).assumingMemoryBound(to: S.self).pointee
        )
      }
    }
    if let type = State.self as? any ObservableState.Type {
      self = open(type)
    } else {
      // A state that is not observable has no identity, so each read returns a new one.
      self.init { _ in ObservationStateRegistrar().id }
    }
  }

  private init(id: @escaping (UnsafePointer<State>) -> ObservableStateID) {
    self.id = id
  }
}

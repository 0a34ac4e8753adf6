extension Store where State: ObservableState, Action: BindableAction, Action.State == State {
  /// A property of the state that controls may write: `TextField("Name", text: $store.name)`.
  /// Writing sends a ``BindingAction``.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    @inlinable get {
      core.access()
      return core.withState { $0.pointee[keyPath: keyPath] }
    }
    set {
      let change = BindingAction.set(keyPath, newValue)
      // A store whose state is gone reports the action by itself; that no reducer applies it need
      // not be reported as well.
      send(.binding(core.isInvalid ? change : change.expectingToBeApplied(by: Action.self)))
    }
  }
}

extension Store where State: ObservableState, Action: BindableAction, Action.State == State {
  /// A property of the state that controls may write: `TextField("Name", text: $store.name)`.
  /// Writing sends a ``BindingAction``.
  ///
  /// Writing after the state of the store has gone does nothing, and is not reported: controls
  /// write late by nature, for example when they lose the focus because their views leave the
  /// screen.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    @inlinable get {
      core.access()
      return core.withState { $0.pointee[keyPath: keyPath] }
    }
    set {
      guard core.root.isReducing || !core.isInvalid else { return }
      let change = BindingAction.set(keyPath, newValue)
      send(.binding(change.expectingToBeApplied(by: Action.self)))
    }
  }
}

extension Store
where
  State: ObservableState,
  Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State
{
  /// A property of the state that controls may write, of a feature whose actions of the view are
  /// bindable: `TextField("Name", text: $store.name)`. Writing sends a ``BindingAction`` in the
  /// case `view`.
  ///
  /// Writing after the state of the store has gone does nothing, and is not reported.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    @inlinable get {
      core.access()
      return core.withState { $0.pointee[keyPath: keyPath] }
    }
    set {
      guard core.root.isReducing || !core.isInvalid else { return }
      let change = BindingAction.set(keyPath, newValue)
      send(.view(.binding(change.expectingToBeApplied(by: Action.ViewAction.self))))
    }
  }
}

import ComposableArchitecture

extension Reducer {
  /// Puts another action in the place of some actions, before this reducer has seen them.
  ///
  /// A presentation is closed as soon as its `.dismiss` has been reduced, so a feature that wants
  /// to decline one has to do it here.
  ///
  /// - Parameter replacement: the action to send instead, or `nil` to let the action pass.
  func redirect(
    _ replacement: @escaping (_ state: State, _ action: Action) -> Action?
  ) -> some Reducer<State, Action> {
    Redirect(base: self, replacement: replacement)
  }
}

private struct Redirect<Base: Reducer>: Reducer {
  let base: Base
  let replacement: (Base.State, Base.Action) -> Base.Action?

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if let action = replacement(state, action) { return .send(action) }
    return base.reduce(into: &state, action: action)
  }
}

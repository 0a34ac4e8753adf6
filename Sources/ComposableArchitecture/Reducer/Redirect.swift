extension Reducer {
  /// Returns a reducer that declines some actions: this reducer never sees them.
  ///
  /// `ifLet` and `forEach` carry out ``PresentationAction/dismiss`` and
  /// ``StackAction/popFrom(id:)`` whatever the reducer does that they are applied to. Applied after
  /// them, this operator keeps the child:
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$upload, action: \.upload) {
  ///     Upload()
  ///   }
  ///   .decline { state, action in
  ///     action.is(\.upload.dismiss) && state.upload?.isRunning == true
  ///   }
  /// ```
  ///
  /// A page or a dialog that was closed by its own button or key stays, or comes back.
  ///
  /// - Parameter isDeclined: Returns whether an action is declined, from the state before it.
  public func decline(
    _ isDeclined: @escaping (_ state: State, _ action: Action) -> Bool
  ) -> some ReducerOf<Self> {
    _RedirectReducer(base: self) { isDeclined($0, $1) ? .decline : .pass }
  }

  /// Returns a reducer that sends another action in the place of some actions: this reducer never
  /// sees those.
  ///
  /// A form that asks before it loses what was typed puts its own action in the place of a
  /// dismissal:
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$letter, action: \.letter) {
  ///     Letter()
  ///   }
  ///   .redirect { state, action in
  ///     action.is(\.letter.dismiss) && state.letter?.isChanged == true
  ///       ? .letter(.presented(.discardAsked)) : nil
  ///   }
  /// ```
  ///
  /// The other action is sent as an effect: a test receives it. It is redirected as well, so the
  /// closure must let it pass.
  ///
  /// - Parameter replacement: Returns the action to send instead, from the state before; `nil` for
  ///   an action that passes.
  public func redirect(
    _ replacement: @escaping (_ state: State, _ action: Action) -> Action?
  ) -> some ReducerOf<Self> {
    _RedirectReducer(base: self) { replacement($0, $1).map { .replace($0) } ?? .pass }
  }
}

struct _RedirectReducer<Base: Reducer>: Reducer {
  /// What happens to an action.
  enum Decision {
    case pass
    case decline
    case replace(Base.Action)
  }

  private let base: _BodyCache<Base>
  private let decide: (Base.State, Base.Action) -> Decision

  init(base: Base, decide: @escaping (Base.State, Base.Action) -> Decision) {
    self.base = _BodyCache(base)
    self.decide = decide
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    switch decide(state, action) {
    case .pass: base.reduce(into: &state, action: action)
    case .decline: declining(action, .none)
    case .replace(let replacement): declining(action, .send(replacement))
    }
  }

  /// Notes that a binding's change was declined, so that nobody misses the reducer that writes it.
  private func declining(
    _ action: Base.Action,
    _ effect: Effect<Base.Action>
  ) -> Effect<Base.Action> {
    BindingChanges.markHandled(in: action)
    return effect
  }
}

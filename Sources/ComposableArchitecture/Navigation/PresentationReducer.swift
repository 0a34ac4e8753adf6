extension Reducer {
  /// Integrates a feature that is presented from `@Presents` state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$edit, action: \.edit) {
  ///     Edit()
  ///   }
  /// ```
  ///
  /// In this order:
  /// * An action of the feature runs its reducer; then the parent's runs.
  /// * On ``PresentationAction/dismiss`` the parent's runs, then the state becomes `nil`.
  /// * Alerts and dialogs become `nil` after any of their own actions.
  /// * When the state becomes `nil`, or changes its case or identity, the effects of the former
  ///   feature are cancelled.
  ///
  /// An action that is sent while nothing is presented is reported, and ignored by the feature.
  ///
  /// - Parameters:
  ///   - toPresentationState: The `@Presents` property, with `$`.
  ///   - toPresentationAction: The case that holds its ``PresentationAction``.
  ///   - destination: The feature's reducer.
  @inlinable
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self>
  where Destination.State == DestinationState, Destination.Action == DestinationAction {
    _PresentationReducer(
      base: self,
      toPresentationState: toPresentationState,
      toPresentationAction: toPresentationAction,
      destination: destination(),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Integrates an alert or a dialog, which has no reducer.
  @_disfavoredOverload
  @inlinable
  public func ifLet<DestinationState: _EphemeralState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self> {
    ifLet(
      toPresentationState,
      action: toPresentationAction,
      destination: { EmptyReducer<DestinationState, DestinationAction>() },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Integrates the features of an enum reducer.
  @inlinable
  public func ifLet<DestinationState: CaseReducerState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self>
  where
    DestinationState.StateReducer.State == DestinationState,
    DestinationState.StateReducer.Action == DestinationAction
  {
    ifLet(
      toPresentationState,
      action: toPresentationAction,
      destination: { DestinationState.StateReducer.body },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

@usableFromInline
struct _PresentationReducer<Base: Reducer, Destination: Reducer>: Reducer {
  @usableFromInline let base: _BodyCache<Base>
  @usableFromInline let presentation: StatePart<Base.State, PresentationState<Destination.State>>
  @usableFromInline let toPresentationAction:
    AnyCasePath<Base.Action, PresentationAction<Destination.Action>>
  @usableFromInline let destination: _BodyCache<Destination>
  @usableFromInline let key: OperatorKey
  @usableFromInline let identifier = StateIdentifier<Destination.State>()
  private let location: IssueLocation

  @usableFromInline
  init(
    base: Base,
    toPresentationState: WritableKeyPath<Base.State, PresentationState<Destination.State>>,
    toPresentationAction: CaseKeyPath<Base.Action, PresentationAction<Destination.Action>>,
    destination: Destination,
    location: IssueLocation
  ) {
    self.base = _BodyCache(base)
    presentation = StatePart(toPresentationState)
    self.toPresentationAction = AnyCasePath(toPresentationAction)
    self.destination = _BodyCache(destination)
    self.location = location
    key = OperatorKey(toPresentationState)
    IntegratedActions.insert(toPresentationAction)
  }

  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let node = FeatureNode.current
    var effect: Effect<Base.Action>

    switch toPresentationAction.extract(from: action) {
    case nil:
      effect = base.reduce(into: &state, action: action)

    case .dismiss:
      let before = identity(in: &state)
      effect = base.reduce(into: &state, action: action)
      if before == nil {
        reportMissing(action)
      } else if identity(in: &state) == before {
        presentation.modify(&state) { $0.wrappedValue = nil }
      }

    case .presented(let destinationAction):
      guard let before = identity(in: &state) else {
        reportMissing(action)
        effect = base.reduce(into: &state, action: action)
        break
      }
      let isDismissed =
        identifier.hasEphemeralStates
        && presentation.read(&state) {
          $0.read { identifier.isDismissed($0.pointee, by: destinationAction) } ?? false
        }
      let (destinationNode, isMounted) = node.presentedChild(key, before)
      let destinationEffect = ReducingNode.with(destinationNode) {
        presentation.modify(&state) {
          $0.modifyIfPresented { destination.reduce(into: &$0, action: destinationAction) }
            ?? .none
        }
      }
      effect = base.reduce(into: &state, action: action)
      if !destinationEffect.isNone {
        effect =
          destinationEffect
          .map { [toPresentationAction] in toPresentationAction.embed(.presented($0)) }
          .merge(with: effect)
      }
      let after = identity(in: &state)
      if isDismissed, after == before {
        presentation.modify(&state) { $0.wrappedValue = nil }
      } else if isMounted, after == before {
        return effect
      }
    }

    guard let (removed, inserted) = node.mount(identity(in: &state), by: key) else {
      return effect
    }
    return mounting(inserted, unmounting: removed).merge(with: effect)
  }

  @inlinable
  func identity(in state: inout Base.State) -> StateIdentity? {
    presentation.read(&state) { $0.read(identifier.identity(at:)) }
  }

  /// Returns the effect that unmounts the features that were presented before, and mounts the one
  /// that is presented now.
  @usableFromInline
  func mounting(
    _ inserted: FeatureNode?,
    unmounting removed: [FeatureNode]
  ) -> Effect<Base.Action> {
    var effect = Effect<Base.Action>.none
    if !removed.isEmpty { effect = Effect(.unmount(removed)) }
    if let inserted {
      effect = effect.merge(
        with: Effect(.mount(inserted, dismiss: toPresentationAction.embed(.dismiss)))
      )
    }
    return effect
  }

  @usableFromInline
  func reportMissing(_ action: Base.Action) {
    location.report(
      """
      The "ifLet" at "\(location.fileID):\(location.line)" got an action for a feature, but \
      nothing is presented.

        Action:
          \(debugCaseOutput(action))

      The action was ignored by the presented feature. The likely causes:

      • Another reducer set the state to "nil" before this one ran. Apply "ifLet" to the reducer that \
      does so: then the feature handles its action first, and is taken away afterwards.

      • A parent's effect sent the action after the feature was dismissed. Let the feature return \
      the effect: its effects are cancelled with it.

      • A view or a test sent the action when its state was "nil". Send it through a store that was \
      scoped to the presented state.
      """
    )
  }
}

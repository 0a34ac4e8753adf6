import IssueReporting

/// Runs a child reducer on a part of the parent's state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.profile, action: \.profile) {
///     Profile()
///   }
///   Reduce { state, action in … }
/// }
/// ```
///
/// Place it above the parent's `Reduce`, so that the child handles an action before the parent
/// does.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  @usableFromInline
  enum StatePath {
    case property(StatePart<ParentState, Child.State>)
    case casePath(AnyCasePath<ParentState, Child.State>, IssueLocation)
  }

  @usableFromInline let statePath: StatePath
  @usableFromInline let actionPath: AnyCasePath<ParentAction, Child.Action>
  @usableFromInline let child: _BodyCache<Child>

  /// Runs a child on a property of the parent's state.
  ///
  /// - Parameters:
  ///   - toChildState: The property.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child reducer.
  // Without the attribute, `\.child` of an enum state would mean the (unavailable) writable member
  // instead of the case.
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    statePath = .property(StatePart(toChildState))
    actionPath = AnyCasePath(toChildAction)
    IntegratedActions.insert(toChildAction)
    self.child = FeaturePath.appending(toChildState) { _BodyCache(child()) }
  }

  /// Runs a child on a case of the parent's enum state.
  ///
  /// An action of the child that is sent while the state is in another case is reported, and
  /// ignored.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the state.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child reducer.
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Child.State == ChildState, Child.Action == ChildAction {
    statePath = .casePath(
      AnyCasePath(toChildState),
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    actionPath = AnyCasePath(toChildAction)
    IntegratedActions.insert(toChildAction)
    self.child = FeaturePath.appending(toChildState) { _BodyCache(child()) }
  }

  /// Runs a child on a property of the parent's state: `Scope(\.profile, action: \.profile) { … }`.
  ///
  /// - Parameters:
  ///   - toChildState: The property.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child reducer.
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: toChildState, action: toChildAction, child: child)
  }

  /// Runs a child on a case of the parent's enum state:
  /// `Scope(\.loggedIn, action: \.loggedIn) { … }`.
  ///
  /// An action of the child that is sent while the state is in another case is reported, and
  /// ignored.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the state.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child reducer.
  public init<ChildState, ChildAction>(
    _ toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(
      state: toChildState,
      action: toChildAction,
      child: child,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  @inlinable
  public func reduce(
    into state: inout ParentState,
    action: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = actionPath.extract(from: action) else { return .none }
    switch statePath {
    case .property(let part):
      return part.modify(&state) { child.reduce(into: &$0, action: childAction) }
        .embedded(in: actionPath)
    case .casePath(let path, let location):
      let effect = path.modify(&state) { child.reduce(into: &$0, action: childAction) }
      guard let effect else {
        reportMissingCase(state: state, action: action, location)
        return .none
      }
      return effect.embedded(in: actionPath)
    }
  }

  @usableFromInline
  func reportMissingCase(
    state: ParentState,
    action: ParentAction,
    _ location: IssueLocation
  ) {
    location.report(
      """
      The "Scope" at "\(location.fileID):\(location.line)" got an action for a case that the state \
      is not in.

        Action:
          \(debugCaseOutput(action))
        State:
          \(debugCaseOutput(state))

      The action was ignored. The likely causes:

      • A parent reducer put the state into another case before this reducer ran. Run "Scope" before \
      the parent's "Reduce", so that the child handles its actions while its state is still there.

      • An effect sent the action when the state was no longer there. Cancel effects when the state \
      changes case; "ifLet" and "ifCaseLet" do this by themselves.

      • The action was sent by a view or a test whose state is no longer in this case.
      """
    )
  }
}

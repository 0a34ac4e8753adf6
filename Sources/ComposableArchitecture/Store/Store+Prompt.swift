import IssueReporting

extension Store {
  /// Returns the store of an alert or a dialog that is a case of an enum reducer.
  ///
  /// The key path leads to the case of the state. The action case is the one that holds the
  /// prompt's actions. If several cases do, their order is that of the prompts with such actions in
  /// the state.
  ///
  /// - Parameters:
  ///   - path: The case of the state.
  /// - Returns: The store, `nil` if the state is in another case.
  package func prompt<Prompt: _EphemeralState>(
    _ path: KeyPath<State.AllCasePaths, AnyCasePath<State, Prompt>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<Prompt, Prompt.Action>? where State: CasePathable, Action: CasePathIterable {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let state: KeyPath<State, Prompt?> = \.[dynamicMember: path]
    core.access()
    guard core.withState({ $0.pointee[keyPath: state] != nil }) else { return nil }
    let statePath: CaseKeyPath<State, Prompt> = \Case<State>.[dynamicMember: path]
    guard let actionPath = promptActionPath(of: statePath) else {
      location.report(
        """
        A prompt cannot be presented, because the case of its actions is not known.

          State: \(typeName(State.self))
          Prompt: \(typeName(Prompt.self))
          Action: \(typeName(Action.self))

        No single case of "\(typeName(Action.self))" holds actions of the type \
        "\(typeName(Prompt.Action.self))" for the prompt. The likely causes:

        • The actions are written by hand, and have no case for the prompt. Add one, with the name of \
        the state's case.

        • A case for another feature holds actions of the same type. Give the prompt an action type of \
        its own.
        """
      )
      return nil
    }
    return optionalStore(
      .keyPaths(state: state, action: path),
      read: { $0[keyPath: state] },
      location
    ) {
      embedding(in: actionPath)
    }
  }

  /// Returns the case of the actions that belongs to a prompt in a case of the state.
  private func promptActionPath<Prompt: _EphemeralState>(
    of statePath: CaseKeyPath<State, Prompt>
  ) -> AnyCasePath<Action, Prompt.Action>? where State: CasePathable, Action: CasePathIterable {
    let actionPaths = Action.allCasePaths.compactMap { $0 as? CaseKeyPath<Action, Prompt.Action> }
    if actionPaths.count == 1 { return AnyCasePath(actionPaths[0]) }
    // Such as two alerts that share a type of actions.
    guard let allStatePaths = State.allCasePaths as? any Sequence<PartialCaseKeyPath<State>> else {
      return nil
    }
    let statePaths = allStatePaths.filter {
      (type(of: $0).valueType as? any PromptCase.Type)?.actionType == Prompt.Action.self
    }
    guard statePaths.count == actionPaths.count, let index = statePaths.firstIndex(of: statePath)
    else { return nil }
    return AnyCasePath(actionPaths[index])
  }
}

/// Returns a function that embeds a payload. Without constraints, so that it captures no
/// conformance, which might be isolated.
private func embedding<Root, Payload>(
  in path: AnyCasePath<Root, Payload>
) -> @Sendable (Payload) -> Root {
  path.embedding
}

/// A case of an enum that holds an alert or a dialog.
private protocol PromptCase {
  static var actionType: Any.Type { get }
}

extension Case: PromptCase where Value: _EphemeralState {
  static var actionType: Any.Type { Value.actionType }
}

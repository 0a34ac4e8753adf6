extension Store {
  /// The store of an alert or a dialog that is a case of an enum reducer, `nil` where the state is in another case.
  ///
  /// The case is known by its path in the state alone; that of the action is the one of the same name.
  package func prompt<Prompt: _EphemeralState>(
    _ path: KeyPath<State.AllCasePaths, AnyCasePath<State, Prompt>> & Sendable
  ) -> Store<Prompt, Prompt.Action>? where State: CasePathable, Action: CasePathIterable {
    let state: KeyPath<State, Prompt?> = \.[dynamicMember: path]
    let stateName = core.withState { caseName($0.pointee) }
    var actions: [AnyCasePath<Action, Prompt.Action>] = []
    for case let path as CaseKeyPath<Action, Prompt.Action> in Action.allCasePaths {
      actions.append(AnyCasePath(path))
    }
    return optionalStore(
      .keyPaths(state: state, action: path),
      read: { $0[keyPath: state] },
      SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    ) {
      embedding(inCaseNamed: stateName, of: actions)
    }
  }
}

/// The name of the case that an enum is in, where the case has a payload.
private func caseName(_ value: some Any) -> String? {
  Mirror(reflecting: value).children.first?.label
}

/// Embeds a payload in the case of a name. There is at least one case, and mostly not more.
private func embedding<Root, Payload>(
  inCaseNamed name: String?,
  of paths: [AnyCasePath<Root, Payload>]
) -> @Sendable (Payload) -> Root {
  { payload in
    for path in paths.dropLast() {
      let root = path.embed(payload)
      if caseName(root) == name { return root }
    }
    return paths[paths.count - 1].embed(payload)
  }
}

import DependencyInjection

extension RootCore {
  /// Performs an operation of an effect.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - action: The action that the effect was returned for.
  ///   - group: The group that waits for the operation.
  ///   - sets: The sets whose cancellation cancels the operation.
  ///   - completion: Called when the operation, and all that is part of it, has ended.
  final func perform(
    _ operation: Effect<Action>.Operation,
    for action: Action,
    in group: EffectGroup,
    sets: [EffectSet],
    then completion: (@MainActor () -> Void)?
  ) {
    switch operation {
    case .none:
      completion?()

    case .send(let next):
      // At once if no other action is being processed, as after an asynchronous effect of a
      // concatenation; otherwise after that.
      if !sets.contains(where: \.isCancelled) {
        _ = send(next, group: group, origin: .effect)
      }
      completion?()

    case .run(let run):
      start(run, for: action, in: group, sets: sets, then: completion)

    case .merge(let operations):
      performAtOnce(operations, for: action, in: group, sets: sets, then: completion)

    case .concatenate(let operations, let node):
      performInOrder(
        operations[...],
        of: node,
        for: action,
        in: group,
        sets: sets,
        then: completion
      )

    case .cancellable(let operation, let id, let cancelInFlight, let node):
      // An effect may be given the same id twice. Then the inner one must not cancel the outer one,
      // which it is part of.
      if cancelInFlight { node.cancel(id: id, sparing: sets) }
      guard !node.isUnmounted else {
        completion?()
        return
      }
      let effects = EffectSet()
      node.register(effects, id: id)
      perform(operation, for: action, in: group, sets: sets + [effects]) {
        node.unregister(effects, id: id)
        completion?()
      }

    case .cancel(let id, let node):
      node.cancel(id: id)
      completion?()

    case .mount(let node, let dismiss):
      node.setDismiss { [weak self] group in
        _ = self?.send(dismiss, group: group, origin: .effect)
      }
      completion?()

    case .unmount(let nodes):
      for node in nodes { node.unmount() }
      completion?()
    }
  }

  private func performAtOnce(
    _ operations: [Effect<Action>.Operation],
    for action: Action,
    in group: EffectGroup,
    sets: [EffectSet],
    then completion: (@MainActor () -> Void)?
  ) {
    guard let completion else {
      for operation in operations {
        perform(operation, for: action, in: group, sets: sets, then: nil)
      }
      return
    }
    var remaining = operations.count
    for operation in operations {
      perform(operation, for: action, in: group, sets: sets) {
        remaining -= 1
        if remaining == 0 { completion() }
      }
    }
  }

  private func performInOrder(
    _ operations: ArraySlice<Effect<Action>.Operation>,
    of node: FeatureNode,
    for action: Action,
    in group: EffectGroup,
    sets: [EffectSet],
    then completion: (@MainActor () -> Void)?
  ) {
    guard let first = operations.first, !node.isUnmounted, !group.effects.isCancelled,
      !sets.contains(where: \.isCancelled)
    else {
      completion?()
      return
    }
    group.beginWork()
    perform(first, for: action, in: group, sets: sets) { [weak self] in
      self?.performInOrder(
        operations.dropFirst(),
        of: node,
        for: action,
        in: group,
        sets: sets,
        then: completion
      )
      group.endWork()
    }
  }

  private func start(
    _ run: Effect<Action>.Run,
    for action: Action,
    in group: EffectGroup,
    sets: [EffectSet],
    then completion: (@MainActor () -> Void)?
  ) {
    let node = run.node
    guard !node.isUnmounted, !sets.contains(where: \.isCancelled) else {
      completion?()
      return
    }
    let effect = RunningEffect(group: group, location: run.location)
    node.effects.insert(effect)
    group.effects.insert(effect)
    for set in sets { set.insert(effect) }
    group.beginWork()
    let didEnd = effectDidStart(effect, for: action)
    let send = Send<Action> { [weak self] action in
      // A callback that the operation has left behind does not know that its task was cancelled.
      guard let self, !effect.isCancelled else { return }
      if effect.hasEnded { effect.reportSendAfterEnd(action) }
      _ = self.send(action, group: group, origin: .effect)
    }
    let context = FeatureContext(node: node, effect: effect)
    let operation = run.operation
    let turnsBefore = turnsBeforeEffects
    let task = DependencyValues.$_current.withValue(run.dependencies) {
      context.perform {
        // The task begins and ends on the main actor. Then an operation that sends its last action
        // at its end, as most do, does not go back to another thread only to end there, and the
        // threads of operations that start together are woken once, and not for each.
        Task(name: run.name, priority: run.priority) { @MainActor in
          for _ in 0..<turnsBefore { await Task.yield() }
          await operation(send)
          effect.markEnded()
          node.effects.remove(effect)
          group.effects.remove(effect)
          for set in sets { set.remove(effect) }
          didEnd?()
          completion?()
          group.endWork()
        }
      }
    }
    effect.start(task)
  }
}

import DependencyInjection
import IssueReporting

/// Work that a reducer asks its store to do: asynchronous operations, actions to send next, and the
/// cancellation of earlier work.
///
/// An effect is a description. Making one starts nothing; the ``Store`` that the reducer runs in
/// does.
public struct Effect<Action> {
  /// The primitives that a store performs; all effects are made of them.
  @usableFromInline
  indirect enum Operation {
    case none
    case send(Action)
    case run(Run)
    case merge([Operation])
    /// In order, until the node is unmounted.
    case concatenate([Operation], FeatureNode)
    case cancellable(Operation, id: AnyHashableSendable, cancelInFlight: Bool, FeatureNode)
    case cancel(id: AnyHashableSendable, FeatureNode)
    /// A feature is mounted: `dismiss` is the action that makes its parent remove it.
    case mount(FeatureNode, dismiss: Action)
    /// Features are unmounted: their effects and those of their children are cancelled.
    case unmount([FeatureNode])
  }

  /// An asynchronous operation, with the node and the dependencies of the reducer that asked for
  /// it.
  @usableFromInline
  struct Run {
    let priority: TaskPriority?
    let name: String?
    let node: FeatureNode
    let dependencies: DependencyValues
    let location: IssueLocation
    let operation: @Sendable (Send<Action>) async -> Void
  }

  @usableFromInline let operation: Operation

  @inlinable
  init(_ operation: Operation) {
    self.operation = operation
  }
}

// Safe for any action, because only a store takes an effect apart, on the main actor, where it
// sends the actions. With a condition (`where Action: Sendable`), the compiler could not infer the
// type of actions in `Effect.merge(…)`.
extension Effect: @unchecked Sendable {}
extension Effect.Operation: @unchecked Sendable {}
extension Effect.Run: @unchecked Sendable {}

/// The effect type of a reducer.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

extension Effect {
  /// Nothing to do.
  @inlinable
  public static var none: Self { Self(.none) }

  /// Whether there is nothing to do, as after most actions.
  @inlinable
  var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// Returns an effect that sends an action back into the store, after the current one and before
  /// any that comes later.
  ///
  /// To share logic, prefer a function that both actions call.
  ///
  /// - Parameter action: The action to send.
  public static func send(_ action: Action) -> Self {
    Self(.send(action))
  }

  /// Returns an effect that runs an asynchronous operation, which can send any number of actions
  /// back.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await event in events() {
  ///     await send(.received(event))
  ///   }
  /// } catch: { error, send in
  ///   await send(.failed(error.localizedDescription))
  /// }
  /// ```
  ///
  /// The operation has the dependencies that the reducer had. It is cancelled when the feature is
  /// unmounted.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task.
  ///   - name: The name of the task, for tools.
  ///   - operation: The work.
  ///   - handler: Called with an error that the operation throws, unless it is a
  ///     `CancellationError`. Without a handler, the error is reported as an issue, unless the
  ///     effect was cancelled.
  public static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(
      .run(
        Run(
          priority: priority,
          name: name,
          node: FeatureNode.current,
          dependencies: DependencyValues._current,
          location: location
        ) { send in
          do {
            try await operation(send)
          } catch is CancellationError {
            return
          } catch {
            guard let handler else {
              // Whoever cancelled the effect does not care.
              if Task.isCancelled { return }
              location.report(
                """
                The operation of the "Effect.run" at "\(fileID):\(line)" threw an error that nobody \
                handles:

                \(String(customDumping: error).indented(by: 4))

                Nobody heard of it. Handle errors in the "catch" closure of "Effect.run", or with "do" and \
                "catch" in its operation. Only the error of a cancelled task may be thrown.
                """
              )
              return
            }
            await handler(error, send)
          }
        }
      )
    )
  }

  /// Returns an effect that runs others at the same time.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Returns an effect that runs others at the same time.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    effects.reduce(.none) { $0.merge(with: $1) }
  }

  /// Returns an effect that runs this one and another at the same time.
  @inlinable
  public func merge(with other: Self) -> Self {
    if other.isNone { return self }
    return isNone ? other : mergeOperations(of: other)
  }

  @usableFromInline
  func mergeOperations(of other: Self) -> Self {
    switch (operation, other.operation) {
    case (.merge(let some), .merge(let others)): Self(.merge(some + others))
    case (.merge(let some), let other): Self(.merge(some + [other]))
    case (let one, let other): Self(.merge([one, other]))
    }
  }

  /// Returns an effect that runs others one after the other.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Returns an effect that runs others one after the other.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    effects.reduce(.none) { $0.concatenate(with: $1) }
  }

  /// Returns an effect that runs this one, and another when it is complete.
  public func concatenate(with other: Self) -> Self {
    switch (operation, other.operation) {
    case (.none, _): other
    case (_, .none): self
    case (.concatenate(let some, let node), let other) where node === FeatureNode.current:
      Self(.concatenate(some + [other], node))
    case (let one, let other): Self(.concatenate([one, other], FeatureNode.current))
    }
  }

  /// Returns the effect with its actions transformed.
  ///
  /// - Parameter transform: Makes an action of the new effect from one of this effect.
  public func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    if isNone { return .none }
    return Effect<T>(operation.map(transform))
  }

  /// Returns the effect of a parent that wraps this effect's actions in a case of its own.
  @inlinable
  func embedded<Parent>(in path: AnyCasePath<Parent, Action>) -> Effect<Parent> {
    isNone ? .none : map(path.embed)
  }
}

extension Effect.Operation {
  func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T>.Operation {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let run):
      .run(run.map(transform))
    case .merge(let operations): .merge(operations.map { $0.map(transform) })
    case .concatenate(let operations, let node):
      .concatenate(operations.map { $0.map(transform) }, node)
    case .cancellable(let operation, let id, let cancelInFlight, let node):
      .cancellable(operation.map(transform), id: id, cancelInFlight: cancelInFlight, node)
    case .cancel(let id, let node): .cancel(id: id, node)
    case .mount(let node, let action): .mount(node, dismiss: transform(action))
    case .unmount(let nodes): .unmount(nodes)
    }
  }
}

extension Effect.Run {
  func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T>.Run {
    let operation = operation
    return Effect<T>.Run(
      priority: priority,
      name: name,
      node: node,
      dependencies: dependencies,
      location: location
    ) { send in
      await operation(Send<Action>(send, transform))
    }
  }
}

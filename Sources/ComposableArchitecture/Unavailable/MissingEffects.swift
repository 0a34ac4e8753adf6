import DependencyInjection

// Operators that need Combine or Instruments, and do not exist here, with what to use instead.

extension Effect {
  @available(
    *,
    unavailable,
    message: """
      use 'debounce(id:for:clock:)' with the dependency 'continuousClock'
      """
  )
  public func debounce(id: some Hashable, for dueTime: Duration, scheduler: some Any) -> Self {
    self
  }

  @available(
    *,
    unavailable,
    message: """
      use 'debounce(id:for:clock:)' with the dependency 'continuousClock'
      """
  )
  public func debounce(id: some Hashable, for dueTime: Double, scheduler: some Any) -> Self { self }

  @available(
    *,
    unavailable,
    message: """
      use 'throttle(id:for:clock:latest:)' with the dependency 'continuousClock'
      """
  )
  public func throttle(id: some Hashable, for interval: Duration, scheduler: some Any, latest: Bool)
    -> Self
  { self }

  @available(
    *,
    unavailable,
    message: """
      use 'throttle(id:for:clock:latest:)' with the dependency 'continuousClock'
      """
  )
  public func throttle(id: some Hashable, for interval: Double, scheduler: some Any, latest: Bool)
    -> Self
  { self }
}

extension Reducer {
  @available(*, unavailable, message: "use '_printChanges()'")
  public func signpost(_ prefix: String = "") -> Self { self }

  @available(*, unavailable, message: "use '_printChanges()'")
  public func debug() -> Self { self }
}

@available(*, unavailable, renamed: "Reducer")
public typealias ReducerProtocol = Reducer

@available(*, unavailable, renamed: "ReducerOf")
public typealias ReducerProtocolOf<R: Reducer> = Reducer<R.State, R.Action>

@available(*, unavailable, renamed: "Effect")
public typealias EffectTask<Action> = Effect<Action>

extension Effect {
  @available(*, unavailable, message: "use 'Effect.run' and send the action from there")
  public static func task(_ operation: @escaping @Sendable () async throws -> Action) -> Self {
    .none
  }

  @available(*, unavailable, message: "use 'Effect.run'")
  public static func fireAndForget(_ work: @escaping @Sendable () async throws -> Void) -> Self {
    .none
  }

  @available(*, unavailable, message: "use 'Effect.send'")
  public init(value: Action) {
    self = .none
  }

  @available(*, unavailable, message: "merge one 'cancel(id:)' for each")
  public static func cancel(ids: [some Hashable]) -> Self { .none }
}

extension DependencyValues {
  @available(*, unavailable, message: "use '\\.continuousClock'")
  public var mainRunLoop: Never {
    fatalError("nobody can name it")
  }

  @available(*, unavailable, message: "use '\\.continuousClock'")
  public var mainQueue: Never {
    fatalError("nobody can name it")
  }
}

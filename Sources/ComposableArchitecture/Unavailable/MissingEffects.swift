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

extension DependencyValues {
  @available(*, unavailable, message: "use '\\.continuousClock'")
  public var mainQueue: Never {
    fatalError("nobody can name it")
  }
}

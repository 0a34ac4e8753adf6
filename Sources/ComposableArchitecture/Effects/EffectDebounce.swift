extension Effect {
  /// Returns the effect as one that begins after a time in which no other one with the id was
  /// returned. One that comes earlier takes its place, also when it has begun already.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.found(try await search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// The effect and its waiting can be cancelled by the id, and belong to the feature as those of
  /// ``cancellable(id:cancelInFlight:)`` do. An effect with nothing to do stays so, and takes no
  /// place.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - duration: How long it waits.
  ///   - clock: The clock, such as the dependency `continuousClock`. A test gives it a `TestClock`.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: any Clock<Duration>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    if isNone { return .none }
    let wait = Effect.run(
      operation: { _ in try await clock.sleep(for: duration) },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    return wait.concatenate(with: self).cancellable(id: id, cancelInFlight: true)
  }
}

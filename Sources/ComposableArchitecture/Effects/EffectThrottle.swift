import Synchronization

extension Effect {
  /// Returns the effect as one of which at most one with the id begins in an interval.
  ///
  /// The first effect begins at once. Of those that are returned within the interval after one has
  /// begun, a single one begins at its end, and with it the next interval. The others never begin.
  /// An effect that has begun goes on when the next one begins.
  ///
  /// ```swift
  /// case .pointerMoved(let position):
  ///   return .run { _ in try await save(position) }
  ///     .throttle(id: CancelID.save, for: .seconds(1), clock: clock, latest: true)
  /// ```
  ///
  /// The effects, also the one that waits, can be cancelled by the id, and belong to the feature as
  /// those of ``cancellable(id:cancelInFlight:)`` do. An effect with nothing to do stays so, and
  /// takes no place.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - interval: The time between the beginnings of two effects.
  ///   - clock: The clock, such as the dependency `continuousClock`. A test gives it a `TestClock`.
  ///   - latest: Whether the last one of those that are returned within the interval begins at its
  ///     end, rather than the first one.
  public func throttle(
    id: some Hashable & Sendable,
    for interval: Duration,
    clock: any Clock<Duration>,
    latest: Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let node = FeatureNode.current
    // A reducer that runs outside of any store has no past.
    guard !isNone, node !== FeatureNode.detached else { return cancellable(id: id) }
    let effectID = AnyHashableSendable(id)
    let waitID = AnyHashableSendable(WaitID(id: effectID))
    let throttle = node.throttle(id: effectID)
    let time = throttle.timeLeft(of: interval)
    // Who cancels by the id also ends the waiting.
    let isWaiting = node.hasEffects(id: waitID) && node.hasEffects(id: effectID)
    guard time > .zero || isWaiting else {
      throttle.begin(at: clock)
      return cancellable(id: id)
    }
    if isWaiting, !latest { return .none }
    let wait = Effect.run(
      operation: { _ in
        try await clock.sleep(for: time)
        throttle.begin(at: clock)
        // From now on, the next one that waits does not take the place of this one.
        node.unregisterEffects(id: waitID)
      },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    return wait.concatenate(with: self)
      .cancellable(id: WaitID(id: effectID), cancelInFlight: true)
      .cancellable(id: id)
  }
}

/// The id of an effect while it waits for the end of an interval.
private struct WaitID: Hashable, Sendable {
  let id: AnyHashableSendable
}

/// When the last effect with an id that is throttled has begun.
final class Throttle: Sendable {
  /// Returns how long ago the last effect has begun; `nil` if none has.
  private let elapsed = Mutex<(@Sendable () -> Duration)?>(nil)

  /// Notes that an effect begins now.
  func begin(at clock: some Clock<Duration>) {
    let start = clock.now
    elapsed.withLock { $0 = { start.duration(to: clock.now) } }
  }

  /// Returns what is left of an interval that has begun with the last effect.
  func timeLeft(of interval: Duration) -> Duration {
    guard let elapsed = elapsed.withLock({ $0 }) else { return .zero }
    return max(.zero, interval - elapsed())
  }
}

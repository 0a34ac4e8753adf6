/// Ticks of a clock.
///
/// Ticks keep the rhythm that the first one began. When somebody takes longer than the interval to
/// handle one, the ticks that were missed are left out. The sequence ends when its task is cancelled.
public struct AsyncTimerSequence<C: Clock>: AsyncSequence, Sendable {
  public typealias Element = C.Instant

  private let clock: C
  private let interval: C.Instant.Duration
  private let tolerance: C.Instant.Duration?

  /// Creates a sequence of ticks.
  ///
  /// - Parameters:
  ///   - interval: The time from tick to tick, and to the first.
  ///   - tolerance: How late a tick may be.
  ///   - clock: The clock.
  public init(interval: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C) {
    self.clock = clock
    self.interval = interval
    self.tolerance = tolerance
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(timer: self)
  }

  /// The next ticks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let timer: AsyncTimerSequence
    private var last: C.Instant?

    fileprivate init(timer: AsyncTimerSequence) {
      self.timer = timer
    }

    /// Waits for the next tick.
    ///
    /// - Returns: What time it is then, or `nil` when the task is cancelled.
    public mutating func next() async -> C.Instant? {
      let now = timer.clock.now
      let last = last ?? now
      var next = last.advanced(by: timer.interval)
      if next < now {
        next = timer.interval > .zero ? next.advanced(by: timer.interval * missed(next, now)) : now
      }
      do {
        try await timer.clock.sleep(until: next, tolerance: timer.tolerance)
      } catch {
        return nil
      }
      self.last = next
      return timer.clock.now
    }

    /// How many ticks come between the one that is due and now.
    private func missed(_ due: C.Instant, _ now: C.Instant) -> Int {
      Int((due.duration(to: now) / timer.interval).rounded(.up))
    }
  }
}

extension Clock where Duration: Hashable {
  /// Ticks of this clock.
  ///
  ///     for await _ in clock.timer(interval: .seconds(1)) {
  ///       await send(.tick)
  ///     }
  ///
  /// - Parameters:
  ///   - interval: The time from tick to tick, and to the first.
  ///   - tolerance: How late a tick may be.
  public func timer(
    interval: Duration,
    tolerance: Duration? = nil
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    AsyncTimerSequence(interval: interval, tolerance: tolerance, clock: AnyClock(self))
  }
}

/// The ticks of a clock at a fixed interval.
///
/// Each tick is due at a multiple of the interval after the start. When handling a tick takes
/// longer than the interval, the missed ticks are skipped. The sequence ends when its task is
/// cancelled.
public struct AsyncTimerSequence<C: Clock>: AsyncSequence, Sendable {
  public typealias Element = C.Instant

  private let clock: C
  private let interval: C.Instant.Duration
  private let tolerance: C.Instant.Duration?

  /// Creates a sequence of ticks.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, and before the first.
  ///   - tolerance: The time by which a tick may be late.
  ///   - clock: The clock.
  public init(interval: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C) {
    self.clock = clock
    self.interval = interval
    self.tolerance = tolerance
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(timer: self)
  }

  /// Iterates over the ticks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let timer: AsyncTimerSequence
    private var last: C.Instant?

    fileprivate init(timer: AsyncTimerSequence) {
      self.timer = timer
    }

    /// Waits for the next tick.
    ///
    /// - Returns: The time of the tick, or `nil` when the task is cancelled.
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

    /// Returns the number of ticks between the one that is due and now.
    private func missed(_ due: C.Instant, _ now: C.Instant) -> Int {
      Int((due.duration(to: now) / timer.interval).rounded(.up))
    }
  }
}

extension Clock where Duration: Hashable {
  /// Returns the ticks of this clock at a fixed interval.
  ///
  ///     for await _ in clock.timer(interval: .seconds(1)) {
  ///       await send(.tick)
  ///     }
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, and before the first.
  ///   - tolerance: The time by which a tick may be late.
  public func timer(
    interval: Duration,
    tolerance: Duration? = nil
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    AsyncTimerSequence(interval: interval, tolerance: tolerance, clock: AnyClock(self))
  }
}

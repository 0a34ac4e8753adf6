import Synchronization

/// A clock on which no sleep takes any time.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in the time of an immediate clock.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// Creates the instant that is a duration after the start of a clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  private let instant: Mutex<Instant>

  public let minimumResolution: Duration = .zero

  /// Creates a clock at an instant.
  public init(now: Instant) {
    instant = Mutex(now)
  }

  public var now: Instant {
    instant.withLock { $0 }
  }

  /// Advances the clock to the deadline, and returns after other tasks have had a chance to run.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    instant.withLock { $0 = max($0, deadline) }
    await Task.megaYield()
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock on which no sleep takes any time: `$0.continuousClock = .immediate`.
  public static var immediate: Self { Self() }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock at its start.
  public convenience init() {
    self.init(now: Instant(offset: .zero))
  }
}

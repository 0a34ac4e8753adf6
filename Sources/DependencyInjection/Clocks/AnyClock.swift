/// A type-erased clock.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, as the distance to the instant at which the ``AnyClock`` was created.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

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

  private let _minimumResolution: @Sendable () -> Duration
  private let _now: @Sendable () -> Instant
  private let _sleep: @Sendable (Instant, Duration?) async throws -> Void

  /// Erases the type of a clock.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    _minimumResolution = { clock.minimumResolution }
    _now = { Instant(offset: start.duration(to: clock.now)) }
    _sleep = { deadline, tolerance in
      try await clock.sleep(until: start.advanced(by: deadline.offset), tolerance: tolerance)
    }
  }

  public var minimumResolution: Duration {
    _minimumResolution()
  }

  public var now: Instant {
    _now()
  }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await _sleep(deadline, tolerance)
  }
}

import IssueReporting

/// A clock whose use is reported: the default clock of tests.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in the time of an unimplemented clock.
  public typealias Instant = AnyClock<Duration>.Instant

  private let base: AnyClock<Duration>
  private let name: String

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - base: The clock that is used after the report.
  ///   - name: The name of the clock in the report.
  public init(_ base: some Clock<Duration>, name: String = "Clock") {
    self.base = AnyClock(base)
    self.name = name
  }

  public var now: Instant {
    report("now")
    return base.now
  }

  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ function: StaticString) {
    reportIssue(
      """
      Unimplemented: \(name).\(function)

      A test must control the time. Override the clock with a 'TestClock' or an 'ImmediateClock'.
      """
    )
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// Creates a clock that never waits, after the report.
  ///
  /// - Parameter name: The name of the clock in the report.
  public init(name: String = "Clock") {
    self.init(ImmediateClock(), name: name)
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock whose use is reported, and which then never waits:
  /// `let clock: some Clock<Duration> = .unimplemented()`.
  ///
  /// - Parameter name: The name of the clock in the report.
  public static func unimplemented(name: String = "Clock") -> Self { Self(name: name) }
}

extension Clock {
  /// A clock whose use is reported.
  ///
  /// - Parameters:
  ///   - base: The clock that is used after the report.
  ///   - name: The name of the clock in the report.
  public static func unimplemented<Base: Clock>(
    _ base: Base,
    name: String = "Clock"
  ) -> Self where Self == UnimplementedClock<Base.Duration>, Base.Duration: Hashable {
    Self(base, name: name)
  }
}

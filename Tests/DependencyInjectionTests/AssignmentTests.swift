import DependencyInjection
import Testing

@Suite struct AssignmentTests {
  @Test func `a key path writes a dependency without creating its test value`() {
    withDependencies {
      $0[keyPath: \.tideGauge] = TideGauge(level: 7)
    } operation: {
      @Dependency(\.tideGauge) var gauge
      #expect(gauge.level == 7)
    }
  }

  @Test func `a key path that is a variable writes without creating the test value`() {
    func override<Value>(
      _ keyPath: WritableKeyPath<DependencyValues, Value>,
      with value: Value
    ) -> Int {
      withDependencies {
        $0[keyPath: keyPath] = value
      } operation: {
        @Dependency(\.tideGauge) var gauge
        return gauge.level
      }
    }
    #expect(override(\.tideGauge, with: TideGauge(level: 3)) == 3)
  }

  @Test func `a key path writes an existential without creating the test value`() {
    let keyPath: WritableKeyPath<DependencyValues, any Siren> = \.siren
    withDependencies {
      $0[keyPath: keyPath] = QuietSiren()
    } operation: {
      @Dependency(\.siren) var siren
      #expect(siren.sound() == "…")
    }
  }

  @Test func `a key path writes nil without creating the test value`() {
    let keyPath: WritableKeyPath<DependencyValues, TideGauge?> = \.spareGauge
    withDependencies {
      $0[keyPath: keyPath] = nil
    } operation: {
      @Dependency(\.spareGauge) var gauge
      #expect(gauge == nil)
    }
  }

  @Test func `a key path writes a part of a dependency and keeps the others`() {
    let keyPath: WritableKeyPath<DependencyValues, Int> = \.buoy.depth
    withDependencies {
      $0[keyPath: keyPath] = 9
      $0[keyPath: keyPath] += 1
    } operation: {
      @Dependency(\.buoy) var buoy
      #expect(buoy.depth == 10)
      #expect(buoy.names == ["test"])
    }
  }

  @Test func `a key path writes a part that has the type of the whole`() {
    let keyPath: WritableKeyPath<DependencyValues, Buoy> = \.buoy.deeper
    withDependencies {
      $0[keyPath: keyPath] = Buoy(depth: 6, names: ["a"])
    } operation: {
      @Dependency(\.buoy) var buoy
      #expect(buoy.depth == 5)
      #expect(buoy.names == ["test", "a"])
    }
  }

  @Test func `a live value is not created when another one is written in its place`() {
    withDependencies {
      $0.context = .live
      $0[keyPath: \.harbourLog] = HarbourLog(lines: ["open"])
    } operation: {
      @Dependency(\.harbourLog) var log
      #expect(log.lines == ["open"])
    }
    #expect(HarbourLog.liveCount.value == 0)
  }
}

// MARK: - Fixtures

struct TideGauge: Sendable, Equatable {
  var level: Int
}

private enum TideGaugeKey: TestDependencyKey {
  static var testValue: TideGauge {
    reportIssue("The tide gauge's test value was created.")
    return TideGauge(level: 0)
  }
}

private enum SpareGaugeKey: TestDependencyKey {
  static var testValue: TideGauge? {
    reportIssue("The spare gauge's test value was created.")
    return TideGauge(level: 0)
  }
}

private protocol Siren: Sendable {
  func sound() -> String
}

private struct QuietSiren: Siren {
  func sound() -> String { "…" }
}

private enum SirenKey: TestDependencyKey {
  static var testValue: any Siren {
    reportIssue("The siren's test value was created.")
    return QuietSiren()
  }
}

private struct Buoy: TestDependencyKey {
  var depth = 1
  var names = ["test"]

  static var testValue: Buoy { Buoy() }

  /// A buoy one metre below this one.
  var deeper: Buoy {
    get { Buoy(depth: depth + 1, names: names) }
    set {
      depth = newValue.depth - 1
      names += newValue.names
    }
  }
}

private struct HarbourLog: DependencyKey {
  var lines: [String] = []

  static let liveCount = LockIsolated(0)
  static var liveValue: HarbourLog {
    liveCount.withValue { $0 += 1 }
    return HarbourLog()
  }
}

extension DependencyValues {
  var tideGauge: TideGauge {
    get { self[TideGaugeKey.self] }
    set { self[TideGaugeKey.self] = newValue }
  }

  fileprivate var spareGauge: TideGauge? {
    get { self[SpareGaugeKey.self] }
    set { self[SpareGaugeKey.self] = newValue }
  }

  fileprivate var siren: any Siren {
    get { self[SirenKey.self] }
    set { self[SirenKey.self] = newValue }
  }

  fileprivate var buoy: Buoy {
    get { self[Buoy.self] }
    set { self[Buoy.self] = newValue }
  }

  fileprivate var harbourLog: HarbourLog {
    get { self[HarbourLog.self] }
    set { self[HarbourLog.self] = newValue }
  }
}

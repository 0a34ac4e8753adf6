import DependencyInjection
import Testing

/// Defaults that are read while dependencies are prepared.
@Suite struct PreparationTests {
  @Test func `a default that is read while others are prepared is kept`() {
    withDependencies {
      $0.thermostat.turn(21)
      #expect($0.thermostat.degrees() == 21)
    } operation: {
      @Dependency(\.thermostat) var thermostat
      #expect(thermostat.degrees() == 21)
    }
    @Dependency(\.thermostat) var thermostat
    #expect(thermostat.degrees() == 21)
  }

  @Test func `a default that is read while others are prepared asynchronously is kept`() async {
    await withDependencies {
      await Task.yield()
      $0.thermostat.turn(21)
      await Task.yield()
      #expect($0.thermostat.degrees() == 21)
    } operation: {
      @Dependency(\.thermostat) var thermostat
      #expect(thermostat.degrees() == 21)
    }
  }

  @Test func `a dependency property that is read while others are prepared is not reported`() {
    @Dependency(\.rainSensor) var sensor
    withDependencies { _ in
      #expect(sensor == "live rain")
    } operation: {
    }
    prepareDependencies { _ in
      #expect(sensor == "live rain")
    }
  }

  @Test func `the first use of a default that was read before is reported, once`() {
    withDependencies {
      $0.rainSensor += "!"
      _ = $0.windSensor
    } operation: {
    }
    @Dependency(\.rainSensor) var rain
    let line = #line - 1
    @Dependency(\.windSensor) var wind
    withKnownIssue {
      #expect(rain == "live rain")
    } matching: {
      $0.sourceLocation?.line == line
        && $0.comments.first?.rawValue.contains(#"@Dependency(\.rainSensor)"#) == true
    }
    withKnownIssue {
      #expect(wind == 0)
    } matching: {
      $0.comments.first?.rawValue == "The wind sensor is not overridden."
    }
    #expect(rain == "live rain")
    #expect(wind == 0)
  }

  @Test func `a test value that was asked for by name while others are prepared is silent`() {
    withDependencies {
      $0.windSensor = WindSensorKey.testValue + 1
    } operation: {
      @Dependency(\.windSensor) var wind
      #expect(wind == 1)
    }
  }

  @Test func `a copy of values that are prepared is not prepared itself`() {
    var copy = DependencyValues()
    withDependencies {
      copy = $0
    } operation: {
    }
    withKnownIssue { _ = copy.rainSensor }
  }

  @Test func `an operation uses dependencies even if it runs while others are prepared`() async {
    @Dependency(\.rainSensor) var rain
    @Dependency(\.windSensor) var wind
    withKnownIssue {
      withDependencies { _ in
        withDependencies { _ in
        } operation: {
          _ = rain
        }
      } operation: {
      }
    }
    await withKnownIssue {
      await withDependencies { _ in
        await withDependencies { _ in
          await Task.yield()
        } operation: {
          _ = wind
        }
      } operation: {
      }
    }
  }

  @Test func `a task that is started while dependencies are prepared uses them afterwards`() async {
    let rain = Dependency(\.rainSensor)
    let (signal, signaller) = AsyncStream<Void>.makeStream()
    let task = LockIsolated<Task<Void, Never>?>(nil)
    withDependencies { _ in
      task.setValue(
        Task {
          for await _ in signal {}
          withKnownIssue { _ = rain.wrappedValue }
        }
      )
    } operation: {
    }
    signaller.finish()
    await task.value?.value
  }

  @Test func `a default that was only read to be changed can be prepared`() {
    withDependencies {
      $0.thermostat.turn(20)
    } operation: {
    }
    prepareDependencies {
      #expect($0.thermostat.degrees() == 20)
      $0.thermostat = .constant(5)
    }
    @Dependency(\.thermostat) var thermostat
    #expect(thermostat.degrees() == 5)
  }

  @Test func `the report of a conflict names the dependencies`() {
    @Dependency(\.thermostat) var thermostat
    @Dependency(Valve.self) var valve
    _ = (thermostat, valve)
    withKnownIssue {
      prepareDependencies {
        $0.thermostat = .constant(5)
        $0[Valve.self] = Valve(isOpen: true)
      }
    } matching: {
      $0.comments.first?.rawValue.hasPrefix(
        #"""
        prepareDependencies: @Dependency(Valve.self), @Dependency(\.thermostat) were already used, \#
        or prepared, before.
        """#
      ) == true
    }
  }

  @Test func `the report of a key that is read by its type shows the caller's file`() {
    @Dependency(RainSensorKey.self) var rain
    let line = #line - 1
    withKnownIssue {
      _ = rain
    } matching: {
      $0.comments.first?.rawValue.contains("Declared: \(#fileID):\(line)\n") == true
    }
  }
}

// MARK: - Fixtures

private struct Thermostat: TestDependencyKey {
  var turn: @Sendable (Int) -> Void
  var degrees: @Sendable () -> Int

  static var testValue: Thermostat {
    let degrees = LockIsolated(18)
    return Thermostat(turn: { degrees.setValue($0) }, degrees: { degrees.value })
  }

  static func constant(_ degrees: Int) -> Thermostat {
    Thermostat(turn: { _ in }, degrees: { degrees })
  }
}

private struct Valve: TestDependencyKey {
  var isOpen = false
  static var testValue: Valve { Valve() }
}

private enum RainSensorKey: DependencyKey {
  static let liveValue = "live rain"
}

private enum WindSensorKey: TestDependencyKey {
  static var testValue: Int {
    if shouldReportUnimplemented { reportIssue("The wind sensor is not overridden.") }
    return 0
  }
}

extension DependencyValues {
  fileprivate var thermostat: Thermostat {
    get { self[Thermostat.self] }
    set { self[Thermostat.self] = newValue }
  }

  fileprivate var rainSensor: String {
    get { self[RainSensorKey.self] }
    set { self[RainSensorKey.self] = newValue }
  }

  fileprivate var windSensor: Int {
    get { self[WindSensorKey.self] }
    set { self[WindSensorKey.self] = newValue }
  }
}

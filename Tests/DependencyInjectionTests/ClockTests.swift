import DependencyInjection
import Testing

@Suite(.mainSerialExecutor) struct TestClockTests {
  @Test func `time stands still until it is advanced`() async throws {
    let clock = TestClock()
    let wakeUps = LockIsolated<[Int]>([])
    let tasks = [3, 1, 2].map { seconds in
      Task {
        try await clock.sleep(for: .seconds(seconds))
        wakeUps.withValue { $0.append(seconds) }
      }
    }
    await clock.advance(by: .milliseconds(999))
    #expect(wakeUps.value == [])
    await clock.advance(by: .milliseconds(1))
    try await tasks[1].value
    #expect(wakeUps.value == [1])
    await clock.advance(to: .init(offset: .seconds(3)))
    try await tasks[0].value
    try await tasks[2].value
    #expect(wakeUps.value == [1, 2, 3])
    #expect(clock.now == .init(offset: .seconds(3)))
  }

  @Test func `a sleep that follows a sleep ends in the same advance`() async throws {
    let clock = TestClock()
    let task = Task {
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(1))
      return clock.now
    }
    await clock.advance(by: .seconds(5))
    #expect(try await task.value <= clock.now)
  }

  @Test(.timeLimit(.minutes(20))) func `a deadline in the past does not sleep`() async throws {
    let clock = TestClock<Duration>(now: .init(offset: .seconds(10)))
    try await clock.sleep(until: .init(offset: .seconds(9)))
    try await clock.sleep(for: .seconds(-1))
    #expect(clock.now == .init(offset: .seconds(10)))
  }

  @Test func `a sleep for no time lasts until the clock is advanced`() async throws {
    let clock = TestClock<Duration>(now: .init(offset: .seconds(10)))
    let wakeUps = LockIsolated<[String]>([])
    let byDuration = Task {
      try await clock.sleep(for: .zero)
      wakeUps.withValue { $0.append("duration") }
    }
    let byDeadline = Task {
      try await clock.sleep(until: clock.now)
      wakeUps.withValue { $0.append("deadline") }
    }
    await Task.megaYield()
    #expect(wakeUps.value == [])
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    await clock.advance()
    try await byDuration.value
    try await byDeadline.value
    #expect(wakeUps.value.sorted() == ["deadline", "duration"])
    #expect(clock.now == .init(offset: .seconds(10)))
  }

  @Test func `cancelling ends a sleep for no time`() async throws {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .zero) }
    await Task.megaYield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await clock.checkSuspension()
  }

  @Test func `a sleep for no time that follows a sleep ends in the same advance`() async throws {
    let clock = TestClock()
    let task = Task {
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .zero)
      return clock.now
    }
    await clock.advance(by: .seconds(1))
    try await clock.checkSuspension()
    #expect(try await task.value == .init(offset: .seconds(1)))
  }

  @Test func `a task that wakes up can cancel one that sleeps until the same time`() async throws {
    let clock = TestClock()
    let ends = LockIsolated<[String]>([])
    let cancelSecond = LockIsolated<(@Sendable () -> Void)?>(nil)
    let first = Task {
      try await clock.sleep(for: .seconds(1))
      cancelSecond.value?()
    }
    let second = Task {
      do {
        try await clock.sleep(for: .seconds(1))
        ends.withValue { $0.append("slept") }
      } catch {
        ends.withValue { $0.append("cancelled") }
      }
    }
    cancelSecond.setValue { second.cancel() }
    await clock.advance(by: .seconds(1))
    try await first.value
    await second.value
    #expect(ends.value == ["cancelled"])
  }

  @Test func `run stops at its timeout while a task keeps sleeping for no time`() async {
    let clock = TestClock()
    let restless = Task {
      while !Task.isCancelled { try await clock.sleep(for: .zero) }
    }
    await withExpectedIssue {
      await clock.run(timeout: .milliseconds(20))
    }
    restless.cancel()
    _ = await restless.result
  }

  @Test func `cancelling ends a sleep`() async throws {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await clock.checkSuspension()
  }

  @Test func `run ends all sleeps`() async throws {
    let clock = TestClock()
    let task = Task {
      for _ in 1...3 { try await clock.sleep(for: .seconds(100)) }
    }
    await clock.run(timeout: .seconds(30))
    try await task.value
    #expect(clock.now == .init(offset: .seconds(300)))
  }

  @Test func `run reports when it exceeds its timeout`() async {
    let clock = TestClock()
    let timer = Task {
      for await _ in clock.timer(interval: .seconds(1)) {}
    }
    await withExpectedIssue {
      await clock.run(timeout: .milliseconds(20))
    }
    timer.cancel()
    await timer.value
  }

  @Test func `checkSuspension finds sleeping tasks`() async throws {
    let clock = TestClock()
    try await clock.checkSuspension()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    while (try? await clock.checkSuspension()) != nil { await Task.yield() }
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    await clock.advance(by: .seconds(1))
    try await task.value
    try await clock.checkSuspension()
  }

  @Test(.timeLimit(.minutes(20))) func `a thousand sleeps come to an end`() async throws {
    let clock = TestClock()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 1...1_000 {
        group.addTask { try await clock.sleep(until: .init(offset: .milliseconds(index % 7))) }
      }
      group.addTask {
        for _ in 1...7 { await clock.advance(by: .milliseconds(1)) }
      }
      try await group.waitForAll()
    }
    #expect(clock.now == .init(offset: .milliseconds(7)))
  }
}

@Suite(.mainSerialExecutor) struct OtherClockTests {
  @Test func `sleeping on an immediate clock takes no time`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(1_000_000))
    #expect(clock.now == .init(offset: .seconds(1_000_000)))
  }

  @Test func `sleeping on an immediate clock ends with its task`() async throws {
    let clock = ImmediateClock()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await clock.sleep(for: .seconds(1))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `using an unimplemented clock is reported`() async throws {
    let clock = UnimplementedClock()
    try await withKnownIssue {
      try await clock.sleep(for: .seconds(1_000))
    } matching: {
      $0.comments.first?.rawValue.contains("Unimplemented: Clock.sleep") == true
        || $0.comments.first?.rawValue.contains("Unimplemented: Clock.now") == true
    }
    withExpectedIssue { _ = clock.now }
    withExpectedIssue { _ = clock.minimumResolution }
    let some: some Clock<Duration> = .unimplemented()
    withExpectedIssue { _ = some.now }
    let named: UnimplementedClock<Duration> = .unimplemented(TestClock(), name: "Timer")
    withKnownIssue {
      _ = named.now
    } matching: {
      $0.comments.first?.rawValue.contains("Unimplemented: Timer.now") == true
    }
  }

  @Test func `a type-erased clock sleeps like the wrapped one`() async throws {
    let testClock = TestClock()
    let clock = AnyClock(testClock)
    let start = clock.now
    let task = Task { try await clock.sleep(for: .seconds(2)) }
    await testClock.advance(by: .seconds(2))
    try await task.value
    #expect(start.duration(to: clock.now) == .seconds(2))
    #expect(clock.minimumResolution == testClock.minimumResolution)
  }

  @Test func `a timer ticks`() async {
    let clock = TestClock()
    let existential: any Clock<Duration> = clock
    let ticks = LockIsolated(0)
    let task = Task {
      for await _ in existential.timer(interval: .seconds(1)) {
        ticks.withValue { $0 += 1 }
      }
    }
    await clock.advance(by: .seconds(1))
    await clock.advance(by: .seconds(3))
    await until { ticks.value == 4 }
    #expect(ticks.value == 4)
    task.cancel()
    await task.value
  }

  @Test func `a timer without an interval ticks whenever the clock is advanced`() async {
    let clock = TestClock()
    let ticks = LockIsolated<[TestClock<Duration>.Instant]>([])
    let task = Task {
      for await tick in AsyncTimerSequence(interval: .zero, clock: clock) {
        ticks.withValue { $0.append(tick) }
        try? await clock.sleep(for: .seconds(1))
      }
    }
    await clock.advance()
    #expect(ticks.value == [.init(offset: .zero)])
    await clock.advance(by: .seconds(2))
    #expect(ticks.value == [0, 1, 2].map { .init(offset: .seconds($0)) })
    task.cancel()
    await task.value
  }

  @Test func `a timer skips missed ticks and keeps its rhythm`() async {
    let clock = TestClock()
    let ticks = LockIsolated<[TestClock<Duration>.Instant]>([])
    let task = Task {
      for await tick in AsyncTimerSequence(interval: .seconds(2), clock: clock) {
        ticks.withValue { $0.append(tick) }
        try? await clock.sleep(for: .seconds(5))
      }
    }
    await clock.advance(by: .seconds(12))
    #expect(ticks.value == [.init(offset: .seconds(2)), .init(offset: .seconds(8))])
    task.cancel()
    await task.value
  }
}

/// Waits for a condition, for a minute at most. The expectations of the test then fail.
func until(_ condition: () -> Bool) async {
  let deadline = ContinuousClock.now.advanced(by: .seconds(60))
  while !condition(), ContinuousClock.now < deadline { await Task.yield() }
}

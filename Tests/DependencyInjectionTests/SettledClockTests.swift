import Foundation
import Testing

@testable import DependencyInjection

/// A test clock goes on when the tasks that it has resumed have settled: also on the main actor,
/// and without the main actor's serial executor.
@Suite(.timeLimit(.minutes(20))) struct SettledClockTests {
  @Test @MainActor func `a loop on the main actor gets all its ticks from run`() async {
    let clock = TestClock()
    let blinks = LockIsolated(0)
    let lighthouse = Task {
      for _ in 1...10 {
        try await clock.sleep(for: .seconds(1))
        blinks.withValue { $0 += 1 }
      }
    }
    await clock.run(timeout: .seconds(60))
    #expect(blinks.value == 10)
    lighthouse.cancel()
  }

  @Test func `a loop off the main actor gets all its ticks from run`() async {
    let clock = TestClock()
    let blinks = LockIsolated(0)
    let lighthouse = Task {
      for _ in 1...10 {
        try await clock.sleep(for: .seconds(1))
        blinks.withValue { $0 += 1 }
      }
    }
    await clock.run(timeout: .seconds(60))
    #expect(blinks.value == 10)
    lighthouse.cancel()
  }

  @Test func `a loop in a detached task gets all its ticks from advance`() async {
    let clock = TestClock()
    let blinks = LockIsolated(0)
    let lighthouse = Task.detached {
      while !Task.isCancelled {
        try await clock.sleep(for: .seconds(1))
        blinks.withValue { $0 += 1 }
      }
    }
    await clock.advance(by: .seconds(10))
    #expect(blinks.value == 10)
    lighthouse.cancel()
  }

  @Test @MainActor func `an endless timer on the main actor is reported by run`() async {
    let clock = TestClock()
    let timer = Task {
      for await _ in clock.timer(interval: .seconds(1)) {}
    }
    await withExpectedIssue {
      await clock.run(timeout: .milliseconds(50))
    }
    timer.cancel()
  }

  @Test func `what keeps the main queue busy does not count as time of the clock`() async {
    let clock = TestClock()
    let activity = TaskActivity.Watch(TestIdentity.current).activity
    let before = activity.timeBehindOthers
    let hasAdvanced = LockIsolated(false)
    @Sendable func keepBusy() {
      DispatchQueue.main.async {
        Thread.sleep(forTimeInterval: 0.02)
        if !hasAdvanced.value { keepBusy() }
      }
    }
    keepBusy()
    await clock.advance(by: .seconds(1))
    hasAdvanced.setValue(true)
    #expect(activity.timeBehindOthers - before >= .milliseconds(20))
  }

  @Test @MainActor func `a model with a timer misses no tick`() async {
    let clock = TestClock()
    let ferry = Ferry(clock: clock)
    let trip = Task { await ferry.sail() }
    for _ in 1...3 { await clock.advance(by: .seconds(1)) }
    await clock.run(timeout: .seconds(60))
    #expect(ferry.stops == [1, 2, 3])
    #expect(ferry.hasMoored)
    trip.cancel()
  }

  @Test func `the clock waits for work that a tick hands on to other tasks and actors`() async {
    let clock = TestClock()
    let office = PostOffice()
    let carrier = Task {
      while !Task.isCancelled {
        try await clock.sleep(for: .seconds(1))
        await withTaskGroup(of: Void.self) { group in
          for letter in 1...3 {
            group.addTask {
              let stamped = await office.stamp(letter)
              await Task { @MainActor in await office.deliver(stamped) }.value
            }
          }
        }
      }
    }
    await clock.advance(by: .seconds(4))
    #expect(await office.delivered == 12)
    carrier.cancel()
  }

  @Test @MainActor func `the clock waits for a tick that takes long`() async {
    let clock = TestClock()
    let grains = LockIsolated(0)
    let mill = Task.detached {
      for _ in 1...3 {
        try await clock.sleep(for: .seconds(1))
        let flour = (1...200_000).reduce(0) { $0 ^ $1 }
        grains.withValue { $0 += flour == 0 ? 0 : 1 }
      }
    }
    await clock.advance(by: .seconds(3))
    #expect(grains.value == 3)
    mill.cancel()
  }

  @Test func `sleeps with the same deadline end in the order in which they began`() async {
    let clock = TestClock()
    let order = LockIsolated<[Int]>([])
    var guests: [Task<Void, any Error>] = []
    for guest in 1...10 {
      guests.append(
        Task {
          try await clock.sleep(for: .seconds(1))
          await Task.yield()
          order.withValue { $0.append(guest) }
        }
      )
      // Returns once the task sleeps.
      await clock.advance()
    }
    await clock.advance(by: .seconds(1))
    #expect(order.value == Array(1...10))
    for guest in guests { guest.cancel() }
  }

  @Test func `a task that never suspends does not stop the clock`() async {
    let clock = TestClock()
    let isOver = LockIsolated(false)
    let spinner = Task { while !isOver.value { await Task.yield() } }
    let ticks = LockIsolated(0)
    let ticker = Task {
      for _ in 1...3 {
        try await clock.sleep(for: .seconds(1))
        ticks.withValue { $0 += 1 }
      }
    }
    await clock.advance(by: .seconds(3))
    isOver.setValue(true)
    #expect(ticks.value == 3)
    await spinner.value
    ticker.cancel()
  }

  @Test func `checkSuspension knows that a task has just begun to sleep`() async throws {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    await clock.advance(by: .seconds(1))
    try await clock.checkSuspension()
    try await task.value
  }
}

// MARK: - Fixtures

@MainActor private final class Ferry {
  private let clock: TestClock<Duration>
  private(set) var stops: [Int] = []
  private(set) var hasMoored = false

  init(clock: TestClock<Duration>) {
    self.clock = clock
  }

  func sail() async {
    for await _ in clock.timer(interval: .seconds(1)) {
      stops.append(stops.count + 1)
      guard stops.count == 3 else { continue }
      try? await clock.sleep(for: .milliseconds(400))
      hasMoored = true
      break
    }
  }
}

private actor PostOffice {
  private(set) var delivered = 0

  func stamp(_ letter: Int) async -> Int {
    await Task.yield()
    return letter
  }

  func deliver(_ letter: Int) {
    delivered += 1
  }
}

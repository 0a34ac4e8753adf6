import AccessTracking
import Observation
import Synchronization
import Testing

@Observable @MainActor
private final class Model {
  var name = "a"
  var other = 0
}

/// Counts from any thread.
private final class Count: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func increment() { count.wrappingAdd(1, ordering: .relaxed) }
}

@MainActor @Suite
struct AccessTrackerTests {
  private let count = Count()
  private let tracker: AccessTracker
  private let subject = AccessSubject()

  init() {
    tracker = AccessTracker { [count] in count.increment() }
  }

  @Test func `a tracker reports the first change of what was read, and no other change`() {
    tracker.track {
      subject.access(1)
      subject.access(1)
      subject.access(2)
    }
    subject.notify(3)
    #expect(count.value == 0 && tracker.isWaiting)
    subject.notify(1)
    subject.notify(2)
    subject.notify(1)
    #expect(count.value == 1 && !tracker.isWaiting)
  }

  @Test func `what an earlier evaluation has read is not observed`() {
    tracker.track { subject.access(1) }
    tracker.track { subject.access(2) }
    subject.notify(1)
    #expect(count.value == 0)
    subject.notify(2)
    #expect(count.value == 1)
  }

  @Test func `a cancelled tracker reports nothing`() {
    let model = Model()
    for _ in 1...3 {
      tracker.track {
        subject.access(1)
        _ = model.name
      }
      tracker.cancel()
      model.name += "b"
      subject.notify(1)
    }
    #expect(count.value == 0)
  }

  @Test func `observable objects are tracked, too, in each evaluation`() {
    let model = Model()
    for round in 1...3 {
      tracker.track { _ = model.name }
      model.other += 1
      #expect(count.value == round - 1)
      model.name += "b"
      model.name += "c"
      #expect(count.value == round)
    }
  }

  @Test func `nested trackers observe only their own reads`() {
    let innerCount = Count()
    let inner = AccessTracker { innerCount.increment() }
    tracker.track {
      inner.track { subject.access(1) }
      subject.access(2)
    }
    subject.notify(1)
    #expect(count.value == 0 && innerCount.value == 1)
    subject.notify(2)
    #expect(count.value == 1 && innerCount.value == 1)
  }

  @Test func `the standard library observes subjects where no tracker does`() {
    let count = count
    withObservationTracking {
      subject.access(1)
    } onChange: {
      count.increment()
    }
    subject.notify(2)
    #expect(count.value == 0)
    subject.notify(1)
    subject.notify(1)
    #expect(count.value == 1)
  }

  @Test func `reads on other threads are not tracked, but changes there are reported`() async {
    let subject = subject
    tracker.track { subject.access(1) }
    await Task.detached {
      subject.access(2)
      subject.notify(2)
    }.value
    #expect(count.value == 0)
    await Task.detached { subject.notify(1) }.value
    #expect(count.value == 1)
  }

  @Test func `repeated reads do not accumulate in a subject`() {
    weak var last: Token?
    for _ in 1...1_000 {
      let token = Token()
      last = token
      let tracker = AccessTracker { _ = token }
      tracker.track { subject.access(1) }
      tracker.cancel()
    }
    // Reads remove most of the old readers, and a change removes the rest.
    subject.notify(1)
    #expect(last == nil)
  }
}

private final class Token: Sendable {}

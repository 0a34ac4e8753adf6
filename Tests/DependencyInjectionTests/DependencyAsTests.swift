import DependenciesTestSupport
import DependencyInjection
import Testing

private protocol Tracker: Sendable {
  func track(_ event: String)
}

private final class MockTracker: Tracker {
  let events = LockIsolated<[String]>([])
  func track(_ event: String) { events.withValue { $0.append(event) } }
}

private enum TrackerKey: TestDependencyKey {
  static var testValue: any Tracker { MockTracker() }
}

extension DependencyValues {
  @DependencyEntry fileprivate var tracker: any Tracker = MockTracker()
}

@Suite struct DependencyAsTests {
  @Test func `a test reads a dependency as its actual type`() {
    @Dependency(\.tracker) var tracker
    @Dependency(\.tracker, as: MockTracker.self) var mock
    tracker.track("a")
    #expect(mock.events.value == ["a"])
    @Dependency(TrackerKey.self, as: MockTracker.self) var byKey
    #expect(withDependencies({ $0[TrackerKey.self] = mock }, operation: { byKey === mock }))
    let other = MockTracker()
    withDependencies {
      $0.tracker = other
    } operation: {
      #expect(mock === other)
    }
  }
}

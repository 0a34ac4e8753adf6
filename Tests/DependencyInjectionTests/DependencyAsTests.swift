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

extension DependencyValues {
  @DependencyEntry fileprivate var tracker: any Tracker = MockTracker()
}

@Suite struct DependencyAsTests {
  @Test func `a test reads a dependency as its actual type`() {
    @Dependency(\.tracker) var tracker
    @Dependency(\.tracker, as: MockTracker.self) var mock
    tracker.track("a")
    #expect(mock.events.value == ["a"])
    let other = MockTracker()
    withDependencies {
      $0.tracker = other
    } operation: {
      #expect(mock === other)
    }
  }
}

import DependencyInjection
import Testing
import XCTest

private let counter = PerTest(0)

private func count() -> Int {
  counter.withValue { count in
    defer { count += 1 }
    return count
  }
}

private func countThrice() -> [Int] {
  [count(), count(), count()]
}

// Each of these tests would fail if it saw the count of another one.

@Suite struct TestIdentityTests {
  @Test func `a test has its own value`() {
    #expect(countThrice() == [0, 1, 2])
    #expect(counter.value == 3)
  }

  @Test func `another test has its own value`() {
    #expect(countThrice() == [0, 1, 2])
  }

  @Test(arguments: 1...5)
  func `a value starts anew for each argument`(_: Int) {
    #expect(countThrice() == [0, 1, 2])
  }

  @Test(arguments: [1, 1, 1])
  func `a value starts anew for each argument of equal ones`(_: Int) {
    #expect(countThrice() == [0, 1, 2])
  }

  @Test func `the tasks of a test share its value`() async {
    #expect(count() == 0)
    let task = Task { count() }
    #expect(await task.value == 1)
    await withTaskGroup(of: Int.self) { group in
      group.addTask { count() }
      for await value in group { #expect(value == 2) }
    }
  }

  @Test func `the identity of a test stays the same`() async {
    let identity = TestIdentity.current
    #expect(identity != .none)
    await Task.yield()
    #expect(identity == .current)
  }
}

final class TestIdentityXCTests: XCTestCase {
  func testValueStartsAnewInATest() {
    XCTAssertEqual(countThrice(), [0, 1, 2])
  }

  func testValueStartsAnewInAnotherTest() {
    XCTAssertEqual(countThrice(), [0, 1, 2])
  }

  func testValueStartsAnewInAnAsynchronousTest() async {
    XCTAssertEqual(count(), 0)
    await Task.yield()
    XCTAssertEqual(count(), 1)
    let value = await Task.detached { count() }.value
    XCTAssertEqual(value, 2)
  }

  func testDefaultsAreMadeOnceInEachTest() {
    XCTAssertTrue(session === session)
    let isNew = Self.sessions.withValue { [session] sessions in
      defer { sessions.append(session) }
      return !sessions.contains { $0 === session }
    }
    XCTAssertTrue(isNew)
  }

  func testDefaultsAreMadeAnewInAnotherTest() {
    testDefaultsAreMadeOnceInEachTest()
  }

  @Dependency(\.session) private var session
  private static let sessions = LockIsolated<[Session]>([])
}

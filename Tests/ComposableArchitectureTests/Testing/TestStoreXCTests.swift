import ComposableArchitecture
import XCTest

@Reducer
private struct Ledger {
  @ObservableState
  struct State: Equatable {
    var path = StackState<Int>()
    var entry: UUID?
    var lastCount = 0
  }
  enum Action {
    case addEntry
    case count
    case counted(Int)
    case push
  }
  @Dependency(\.uuid) var uuid
  @Dependency(\.visits) var visits

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addEntry:
        state.entry = uuid()
        return .none
      case .count:
        return .run { send in await send(.counted(visits.next())) }
      case .counted(let count):
        state.lastCount = count
        return .none
      case .push:
        state.path.append(7)
        return .none
      }
    }
  }
}

/// Counts how often it was asked.
private struct Visits: TestDependencyKey {
  let count = LockIsolated(0)

  func next() -> Int {
    count.withValue {
      $0 += 1
      return $0
    }
  }

  static var testValue: Visits { Visits() }
}

extension DependencyValues {
  fileprivate var visits: Visits { self[Visits.self] }
}

/// What tests of XCTest expect: each begins with nothing left of those before it.
final class TestStoreXCTests: XCTestCase {
  @MainActor func testTheFirstIDOfATestIsZero() async {
    let store = TestStore(initialState: Ledger.State()) { Ledger() }
    await store.send(.push) {
      $0.path[id: 0] = 7
    }
    await store.send(.push) {
      $0.path[id: 1] = 7
    }
  }

  @MainActor func testTheFirstIDOfAnotherTestIsZero() async {
    let store = TestStore(initialState: Ledger.State()) { Ledger() }
    await store.send(.push) {
      $0.path[id: 0] = 7
    }
  }

  @MainActor func testDependenciesBeginAnew() async {
    await countTwice()
  }

  @MainActor func testDependenciesBeginAnewAgain() async {
    await countTwice()
  }

  @MainActor private func countTwice() async {
    let store = TestStore(initialState: Ledger.State()) { Ledger() }
    for count in 1...2 {
      await store.send(.count)
      await store.receive(\.counted, count) {
        $0.lastCount = count
      }
    }
  }

  @MainActor func testDependenciesAreOverridden() async {
    let store = TestStore(initialState: Ledger.State()) {
      Ledger()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addEntry) {
      $0.entry = UUID(0)
    }
  }
}

/// A test that fails, run by the one below and by nobody else.
final class FailingTestCase: XCTestCase {
  static let line = LockIsolated(0)

  func fail() async {
    await Self.fail()
  }

  @MainActor private static func fail() async {
    let store = TestStore(initialState: Ledger.State()) { Ledger() }
    line.setValue(#line + 1)
    await store.send(.push) { $0.lastCount = 1 }
  }
}

final class FailureXCTests: XCTestCase {
  func testAFailureNamesTheFileAndTheLineOfTheCall() {
    let failures = Failures()
    XCTestObservationCenter.shared.addTestObserver(failures)
    defer { XCTestObservationCenter.shared.removeTestObserver(failures) }
    let test = FailingTestCase(name: "fail") {
      // The only test cases that the closure gets are the one that it is made for.
      try asyncTest { (test: FailingTestCase) in test.fail }($0 as! FailingTestCase)()
    }
    test.run()
    XCTAssertEqual(failures.places, ["\(#filePath):\(FailingTestCase.line.value)"])
  }

  private final class Failures: XCTestObservation {
    var places: [String] = []

    func testCase(
      _ testCase: XCTestCase,
      didFailWithDescription description: String,
      inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      places.append("\(filePath ?? "nowhere"):\(lineNumber)")
    }
  }
}

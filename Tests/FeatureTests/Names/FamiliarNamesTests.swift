import CasePaths
import Clocks
import ComposableArchitecture
import ConcurrencyExtras
import CustomDump
import Dependencies
import DependenciesMacros
import DependenciesTestSupport
import IdentifiedCollections
import IssueReporting
import OrderedCollections
import Perception
import Sharing
import SwiftNavigation
import Testing
import XCTestDynamicOverlay

/// A target that depends only on `ComposableArchitecture` can import the small modules under their
/// familiar names.
@Suite struct FamiliarNamesTests {
  @Test func `the modules' names qualify what is in them`() async {
    let path: CasePaths.CaseKeyPath<Int?, Int> = \.some
    #expect(path(1) == 1)
    let users: IdentifiedCollections.IdentifiedArray<Int, Int> = [1].reduce(into: .init(id: \.self))
    {
      $0.append($1)
    }
    #expect(users.count == 1)
    let clock = Clocks.TestClock<Duration>()
    await clock.advance()
    #expect(ConcurrencyExtras.LockIsolated(1).value == 1)
    #expect(SwiftNavigation.TextState("a") == ComposableArchitecture.TextState("a"))
    Dependencies.withDependencies {
      $0.uuid = .incrementing
    } operation: {
      @ComposableArchitecture.Dependency(\.uuid) var uuid
      #expect(uuid() == UUID(0))
    }
  }
}

@Suite struct ReexportTests {
  @Test func `old names of reports are those of the library`() {
    let isTesting = [ComposableArchitecture._XCTIsTesting, Dependencies._XCTIsTesting]
    #expect(isTesting == [true, true])
    withExpectedIssue { ComposableArchitecture.XCTFail("Aground") }
    withExpectedIssue { Dependencies.XCTFail("Aground") }
  }
}

@DependencyClient
struct Interpreter {
  var spell: @Sendable (_ number: Int) async throws -> String
}

extension Interpreter: TestDependencyKey {
  static let testValue = Self()
}

extension Interpreter {
  static let terse = Interpreter { "\($0)" }
}

@Suite(
  .dependencies {
    $0.uuid = .incrementing
    $0.date = .constant(Date(timeIntervalSince1970: 1))
  }
)
struct DependenciesTraitTests {
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid
  @Dependency(Interpreter.self) var interpreter

  @Test func `a suite's dependencies are those of its tests`() {
    #expect(now == Date(timeIntervalSince1970: 1))
    #expect(uuid() == UUID(0))
  }

  @Test(arguments: [1, 2]) func `each test case has its own`(_: Int) {
    #expect(uuid() == UUID(0))
  }

  @Test(.dependency(\.date, .constant(Date(timeIntervalSince1970: 2))))
  func `a test's dependencies come after its suite's`() {
    #expect(now == Date(timeIntervalSince1970: 2))
    #expect(uuid() == UUID(0))
  }

  @Test(.dependency(Interpreter.terse))
  func `a dependency is overridden by its type`() async throws {
    #expect(try await interpreter.spell(42) == "42")
  }

  @Suite(.dependency(\.uuid, .constant(UUID(7)))) struct Nested {
    @Dependency(\.date.now) var now
    @Dependency(\.uuid) var uuid

    @Test func `a nested suite has its own overrides and those of enclosing suites`() {
      #expect(uuid() == UUID(7))
      #expect(now == Date(timeIntervalSince1970: 1))
    }
  }

  @Test(.dependencies) func `a test store starts with the overrides`() async {
    let store = await TestStore(initialState: Stamped.State()) { Stamped() }
    await store.send(.stamp) {
      $0.id = UUID(0)
      $0.date = Date(timeIntervalSince1970: 1)
    }
  }
}

@Reducer
private struct Stamped {
  @ObservableState
  struct State: Equatable {
    var date: Date?
    var id: UUID?
  }

  enum Action { case stamp }

  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .stamp:
        state.date = now
        state.id = uuid()
        return .none
      }
    }
  }
}

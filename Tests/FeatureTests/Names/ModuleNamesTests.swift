import ComposableArchitecture
import Testing

/// Names of modules before names from them, in a file that imports none of these modules.
@Suite struct ModuleNamesTests {
  @CasePaths.CasePathable
  enum Signal { case whistle(Int) }

  @DependenciesMacros.DependencyClient
  struct Foghorn {
    var sound: @Sendable () -> Int = { 3 }
  }

  @Test func `each module's name qualifies what is in it`() async {
    let path: CasePaths.AnyCasePath<Signal, Int> = Signal.allCasePaths.whistle
    #expect(path.extract(from: .whistle(2)) == 2)
    let buoys: IdentifiedCollections.IdentifiedArray<Int, Int> = .init(
      uniqueElements: [],
      id: \.self
    )
    #expect(buoys.isEmpty)
    let clock = Clocks.ImmediateClock<Duration>()
    await #expect(throws: Never.self) { try await clock.sleep(for: .seconds(1)) }
    #expect(ConcurrencyExtras.LockIsolated(1).value == 1)
    #expect(SwiftNavigation.TextState("a") == TextState("a"))
    #expect(
      Perception.withPerceptionTracking {
        1
      } onChange: {
      } == 1
    )
    #expect(Foghorn(sound: { 4 }).sound() == 4)
    Dependencies.withDependencies {
      $0.uuid = .incrementing
    } operation: {
      @Dependencies.Dependency(\.uuid) var uuid
      #expect(uuid() == UUID(0))
    }
  }
}

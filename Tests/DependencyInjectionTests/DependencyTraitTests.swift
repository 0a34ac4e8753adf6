import DependenciesTestSupport
import DependencyInjection
import Testing

@Suite struct DependencyTraitTests {
  @Test(.dependency(\.tideGauge, TideGauge(level: 4)))
  func `a trait overrides a dependency without creating its test value`() {
    @Dependency(\.tideGauge) var gauge
    #expect(gauge.level == 4)
  }

  @Test(.dependencies { $0.tideGauge = TideGauge(level: 5) })
  func `a trait with a closure overrides a dependency without creating its test value`() {
    @Dependency(\.tideGauge) var gauge
    #expect(gauge.level == 5)
  }

  @Test(
    .dependencies {
      await Task.yield()
      $0.tideGauge = TideGauge(level: 6)
    }
  )
  func `a trait overrides dependencies asynchronously`() {
    @Dependency(\.tideGauge) var gauge
    #expect(gauge.level == 6)
  }
}

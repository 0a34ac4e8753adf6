import ComposableGtk
import GtkKit
import Testing

extension ComposableGtkTests {
  @MainActor
  struct DrawingArticleTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `the highest water touches the margin, and no water is at the bottom`() {
      let points = TideChart.points(of: [0, 2, 4], width: 100, height: 132)
      #expect(points.map(\.x) == [0, 50, 100])
      #expect(points.map(\.y) == [132, 82, 32])
      #expect(TideChart.points(of: [], width: 100, height: 132).isEmpty)
    }

    @Test func `the beam turns while the lamp is lit`() async {
      let clock = TestClock()
      let store = TestStore(initialState: Lighthouse.State()) {
        Lighthouse()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.switchTapped) { $0.isLit = true }
      await clock.advance(by: .milliseconds(40))
      await store.receive(\.ticked) { $0.angle = 0.05 }
      await store.send(.switchTapped) { $0.isLit = false }
      await clock.advance(by: .milliseconds(40))
    }

    @Test func `the lamp gets the class of the style sheet, and fades in`() async throws {
      let store = Store(initialState: Lighthouse.State()) {
        Lighthouse()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      let window = TestWindow(
        VStack {
          LighthouseView(store: store)
          TideChart(heights: [1, 2, 3, 2, 1])
          LevelRing(level: 0.7)
          Compass(direction: .degrees(45))
        }
      )
      defer { window.close() }
      let lamp = try #require(
        window.content.family.first { gtk_widget_has_css_class($0, "lamp") != 0 }
      )
      #expect(gtk_widget_has_css_class(lamp, "lit") == 0)
      #expect(await eventually { window.content.button("Switch on") != nil })
      try #require(window.content.button("Switch on")).click()
      #expect(await eventually { gtk_widget_has_css_class(lamp, "lit") != 0 })
      #expect(gtk_widget_has_css_class(lamp, "lamp") != 0)
      #expect(await eventually { window.content.button("Switch off") != nil })
    }
  }
}

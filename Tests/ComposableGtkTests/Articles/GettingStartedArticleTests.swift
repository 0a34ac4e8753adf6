import ComposableGtk
import GtkKit
import Testing

// The test of the articles "Getting started" and "Testing", and of the README.
@MainActor @Test func `a passenger comes aboard`() async {
  let store = TestStore(initialState: Ferry.State()) { Ferry() }
  await store.send(.boardButtonTapped) { $0.aboard = 1 }
}

extension ComposableGtkTests {
  @MainActor
  struct GettingStartedArticleTests {
    @Test func `each window of the ferry has a tally of its own`() async throws {
      try #require(Display.isAvailable, "No display: run under a virtual one")
      let application = Application(id: FerryApp.id, options: .notUnique)
      #expect(application.activateForTesting())
      let scene = FerryApp().body
      scene.open(in: application)
      scene.open(in: application)
      let windows = application.windows.map { WidgetPointer($0.cast()) }
      defer { for window in application.windows { gtk_window_close(window) } }
      try #require(windows.count == 2)
      #expect(
        await eventually { windows.allSatisfy { $0.visibleTexts.contains("0 aboard") } }
      )
      try #require(windows[0].button("Board")).click()
      #expect(await eventually { windows[0].visibleTexts.contains("1 aboard") })
      #expect(windows[1].visibleTexts.contains("0 aboard"))
    }
  }
}

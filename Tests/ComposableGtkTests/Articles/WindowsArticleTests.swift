import ComposableGtk
import GtkKit
import Testing

extension ComposableGtkTests {
  @MainActor
  struct WindowsArticleTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `the program of the article opens windows, each with its own state`() async throws {
      try await withProgram(named: "Windows") { program in
        #expect(program.windows.count == 1)
        program.application.onOpen(["harbor://berth/7"])
        program.openWindow()
        try #require(program.windows.count == 2)
        let roots = program.windows.map(\.window.window.widget)
        #expect(await eventually { roots[0].visibleTexts.contains("Berth 7") })
        #expect(await eventually { roots[1].visibleTexts.contains("Berth 1") })
      }
    }

    @Test func `a link that leads nowhere is reported in the window`() async throws {
      try await withProgram(named: "Links") { program in
        program.application.onOpen(["harbor://berth/99"])
        let store = try #require(program.windows.first?.store)
        #expect(store.alert != nil)
        #expect(store.berth == 1)
        #expect(await eventually { dialogs.count == 1 })
        store.send(.alert(.dismiss))
        #expect(await eventually { dialogs.isEmpty })
      }
    }

    @Test func `a window with a note asks before it closes`() async throws {
      try await withProgram(named: "Closing") { program in
        let window = try #require(program.windows.first)
        window.store.note = "Rope is worn"
        window.window.requestClose()
        #expect(window.store.alert != nil)
        #expect(!program.windows.isEmpty)
        window.store.send(.alert(.presented(.discardNote)))
        #expect(await eventually { program.windows.isEmpty && window.window.window.isDestroyed })
      }
    }

    /// Starts the program of the article under a name of its own, and closes its windows at the
    /// end.
    private func withProgram(
      named name: String,
      _ body: (HarborProgram) async throws -> Void
    ) async throws {
      let application = Application(
        id: "org.example.Harbor.\(name)",
        options: [.opensFiles, .notUnique]
      )
      let program = HarborProgram(application: application)
      try #require(program.application.activateForTesting())
      defer { for window in program.windows { window.window.destroy() } }
      try await body(program)
    }
  }
}

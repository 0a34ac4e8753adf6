import ComposableGtk
import ComposableGtkTestSupport
import GtkKit
import Testing

@testable import Gallery

extension ComposableGtkTests {
  @MainActor
  struct GalleryTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test(arguments: GalleryPage.allCases)
    func `a page of the gallery opens by itself, and leads back to the list`(
      page: GalleryPage
    ) async throws {
      let store = Store(initialState: GalleryFeature.State(page: page)) {
        GalleryFeature()
      } withDependencies: {
        $0.continuousClock = ImmediateClock()
      }
      let window = TestWindow(GalleryView(store: store))
      defer { window.close() }

      #expect(
        await eventually { window.headerBar.widget.button(icon: "go-previous-symbolic") != nil }
      )
      #expect(window.window.title != "Gallery")
      store.send(.path(.popFrom(id: try #require(store.path.ids.first))))
      #expect(await eventually { window.window.title == "Gallery" })
    }

    @Test func `a search finds pages and groups by their titles`() async throws {
      let window = TestWindow(
        GalleryView(store: Store(initialState: GalleryFeature.State()) { GalleryFeature() })
      )
      defer { window.close() }
      func rows() -> [String] {
        window.content.visibleTexts.filter { !$0.isEmpty && $0 != "No Results Found" }
      }
      #expect(await eventually { rows().contains("Toggle") && rows().contains("ZStack") })
      let entry = try #require(
        window.content.family.first { $0.isA(gtk_search_entry_get_type()) }
      )
      gtk_editable_set_text(OpaquePointer(entry), "toggl")
      #expect(await eventually { rows().contains("Toggle") && !rows().contains("ZStack") })
      gtk_editable_set_text(OpaquePointer(entry), "layout")
      #expect(await eventually { rows().contains("ZStack") && !rows().contains("Toggle") })
    }

    @Test(arguments: GalleryPage.allCases)
    func `each page has the code of its example`(page: GalleryPage) {
      #expect(page.code.contains(": View {"))
      #expect(page.code.hasSuffix("}"))
    }

    @Test func `a button shows the code of the page in another window`() async throws {
      let application = Application(id: "org.example.Gallery", options: .notUnique)
      try #require(application.activateForTesting())
      let store = Store(initialState: GalleryFeature.State(page: .toggle)) { GalleryFeature() }
      GalleryWindows(store: store).scenes.open(in: application)
      defer { for window in application.windows { gtk_window_close(window) } }
      let gallery = WidgetPointer(try #require(application.windows.first).cast())
      func codeButton() -> WidgetPointer? {
        gallery.family.first {
          $0.isOnTop && gtk_widget_get_tooltip_text($0).map { String(cString: $0) } == "Code"
        }
        .flatMap { gtk_widget_get_ancestor($0, gtk_button_get_type()) }
      }
      #expect(await eventually { codeButton() != nil })
      try #require(codeButton()).click()
      try #require(application.windows.count == 2)
      let code = GalleryPage.toggle.code
      #expect(
        await eventually {
          application.windows.contains {
            WidgetPointer($0.cast()).visibleTexts.contains(code)
          }
        }
      )
    }

    @Test func `widgets made by hand change a model through bindings, and follow it`() async throws
    {
      let state = GalleryFeature.State(page: .viewController)
      let window = TestWindow(GalleryView(store: Store(initialState: state) { GalleryFeature() }))
      defer { window.close() }

      #expect(await eventually { window.content.visibleTexts.contains("2 cups of Assam") })
      let entry = try #require(window.content.family.first { $0.isA(gtk_entry_get_type()) })
      gtk_editable_set_text(OpaquePointer(entry), "Darjeeling")
      #expect(await eventually { window.content.visibleTexts.contains("2 cups of Darjeeling") })
    }

    @Test func `rows of a list over pages are loaded as they come into sight`() async throws {
      let state = GalleryFeature.State(page: .listPages)
      let clock = TestClock()
      let store = Store(initialState: state) {
        GalleryFeature()
      } withDependencies: {
        $0.continuousClock = clock
      }
      let window = TestWindow(GalleryView(store: store))
      defer { window.close() }

      #expect(await eventually { window.content.visibleTexts.contains("…") })
      // The list asks for other rows once it knows how high they are.
      let time = Task {
        while !Task.isCancelled { await clock.advance(by: .milliseconds(150)) }
      }
      defer { time.cancel() }
      #expect(await eventually { window.content.visibleTexts.contains("Star 1") })
      // Rows out of sight follow.
      #expect(await eventually { !window.content.visibleTexts.contains("…") })
    }

    @Test func `the list has a link to each page`() async {
      let store = Store(initialState: GalleryFeature.State()) { GalleryFeature() }
      let window = TestWindow(GalleryView(store: store))
      defer { window.close() }

      #expect(await eventually { window.content.button("Text") != nil })
      for page in GalleryPage.allCases {
        #expect(window.content.button(page.title) != nil, "\(page.title) is missing")
      }
    }
  }
}

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

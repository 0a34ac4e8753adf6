import ComposableGtk
import Foundation
import GtkKit
import Testing

extension ComposableGtkTests {
  @MainActor
  struct FormsArticleTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `the form of the article says what is wrong, and then saves`() async throws {
      let day = Date(timeIntervalSince1970: 1_750_000_000)
      let store = Store(initialState: BoatRental.State(day: day)) { BoatRental() }
      let window = TestWindow(BoatRentalView(store: store))
      defer { window.close() }
      #expect(await eventually { window.headerBar.widget.button("Save") != nil })
      #expect(!window.content.visibleTexts.contains("Enter the name of the guest."))
      try #require(window.headerBar.widget.button("Save")).click()
      #expect(
        await eventually { window.content.visibleTexts.contains("Enter the name of the guest.") }
      )
      let name = try #require(window.content.family.first { $0.isA(gtk_text_get_type()) })
      gtk_editable_set_text(OpaquePointer(name), "Ida")
      #expect(
        await eventually { !window.content.visibleTexts.contains("Enter the name of the guest.") }
      )
      #expect(store.name == "Ida")
    }

    @Test func `the form of the article asks for no more people than there are seats`() async {
      let day = Date(timeIntervalSince1970: 1_750_000_000)
      let store = TestStore(initialState: BoatRental.State(day: day)) { BoatRental() }
      await store.send(.binding(.set(\.name, "Ida"))) { $0.name = "Ida" }
      await store.send(.binding(.set(\.people, 3))) { $0.people = 3 }
      await store.send(.saveButtonTapped) { $0.hasTriedToSave = true }
      await store.send(.binding(.set(\.boat, .rowingBoat))) { $0.boat = .rowingBoat }
      await store.send(.saveButtonTapped)
      await store.receive(\.delegate.saved)
    }
  }
}

import ComposableGtk
import GtkKit
import Testing

extension ComposableGtkTests {
  @MainActor
  struct MenusArticleTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `the keys of the article add a song, undo and redo`() async throws {
      let store = Store(initialState: Playlist.State()) { Playlist() }
      let window = TestWindow(PlaylistView(store: store))
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts.contains("Naima") })
      let toolbar = window.headerBar.widget
      let add = try #require(
        toolbar.family.first { $0.press(shortcut: GDK_KEY_n, GDK_CONTROL_MASK) }
      )
      #expect(add.isA(gtk_button_get_type()))
      #expect(await eventually { window.content.visibleTexts.contains("Song 4") })

      store.send(.removeButtonTapped("Naima"))
      #expect(await eventually { !window.content.visibleTexts.contains("Naima") })
      let control = GDK_CONTROL_MASK
      let both = GdkModifierType(rawValue: control.rawValue | GDK_SHIFT_MASK.rawValue)
      #expect(window.content.family.contains { $0.press(shortcut: GDK_KEY_z, control) })
      #expect(store.songs.contains("Naima"))
      #expect(window.content.family.contains { $0.press(shortcut: GDK_KEY_z, both) })
      #expect(!store.songs.contains("Naima"))
    }

    @Test func `the menu of the article numbers the songs, and reverses them`() async throws {
      let store = Store(initialState: Playlist.State()) { Playlist() }
      let window = TestWindow(PlaylistView(store: store))
      defer { window.close() }
      let toolbar = window.headerBar.widget
      var found: WidgetPointer?
      #expect(
        await eventually {
          found = toolbar.family.first { $0.isA(gtk_menu_button_get_type()) }
          return found.map { gtk_widget_get_mapped($0) != 0 } ?? false
        }
      )
      let menu = try #require(found)
      #expect(gtk_menu_button_get_primary(OpaquePointer(menu)) != 0)
      gtk_menu_button_popup(OpaquePointer(menu))
      #expect(await eventually { menu.button("Reverse") != nil })
      try #require(menu.button("Reverse")).click()
      #expect(await eventually { store.songs == ["Naima", "So What", "Round Midnight"] })
      store.isNumbered = true
      #expect(await eventually { window.content.visibleTexts.contains("1. Naima") })
    }

    @Test func `songs are removed and come back`() async {
      let store = TestStore(initialState: Playlist.State()) { Playlist() }
      await store.send(.removeButtonTapped("So What")) {
        $0.songs = ["Round Midnight", "Naima"]
        $0.removed = ["So What"]
      }
      await store.send(.undoCommanded) {
        $0.songs = ["Round Midnight", "Naima", "So What"]
        $0.removed = []
        $0.undone = ["So What"]
      }
      await store.send(.redoCommanded) {
        $0.songs = ["Round Midnight", "Naima"]
        $0.removed = ["So What"]
        $0.undone = []
      }
    }
  }
}

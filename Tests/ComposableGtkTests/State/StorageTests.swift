import ComposableGtk
import ComposableGtkTestSupport
import Foundation
import GtkKit
import Testing

@testable import GtkViews

private enum Order: String {
  case name, price
}

private struct Preferences: View {
  @AppStorage("isOn") private var isOn = true
  @AppStorage("order") private var order = Order.name
  @AppStorage("note") private var note: String?

  var body: some View {
    VStack {
      Text("\(isOn) \(order.rawValue) \(note ?? "none")")
      Toggle("On", isOn: $isOn)
      Button("Price") { order = .price }
      Button("Note") { note = "kept" }
      Button("Forget") { note = nil }
    }
  }
}

private struct Tabs: View {
  @SceneStorage("tab") private var tab = 1
  @SceneStorage("order") private var order: Order?

  var body: some View {
    VStack {
      Text("\(tab) \(order?.rawValue ?? "none")")
      Tab(title: "Next")
      Button("Order") { order = .name }
    }
  }
}

/// Another view of the window, with the same value.
private struct Tab: View {
  let title: String
  @SceneStorage("tab") private var tab = 1

  var body: some View {
    VStack {
      Button(title) { tab += 1 }
      Stepper("Tab", value: $tab, in: 0...100)
    }
  }
}

extension ComposableGtkTests {
  @MainActor
  struct StorageTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `preferences of a view are stored, and all views and features see a change`()
      async throws
    {
      @Shared(.appStorage("isOn")) var isOn = true
      @Shared(.appStorage("order")) var order = Order.name
      @Shared(.appStorage("note")) var note: String?
      let first = TestWindow(Preferences())
      let second = TestWindow(Preferences())
      defer {
        first.close()
        second.close()
      }
      #expect(await eventually { first.content.visibleTexts.first == "true name none" })
      try #require(first.content.button("Price")).click()
      try #require(first.content.button("Note")).click()
      let toggle = try #require(
        first.content.family.first { $0.isA(gtk_check_button_get_type()) }
      )
      gtk_check_button_set_active(toggle.cast(), 0)
      for window in [first, second] {
        #expect(await eventually { window.content.visibleTexts.first == "false price kept" })
      }
      #expect(!isOn && order == .price && note == "kept")
      $isOn.withLock { $0 = true }
      try #require(second.content.button("Forget")).click()
      for window in [first, second] {
        #expect(await eventually { window.content.visibleTexts.first == "true price none" })
      }
      @Dependency(\.defaultAppStorage) var store
      #expect(store.string(forKey: "order") == "price" && store.string(forKey: "note") == nil)
    }

    @Test func `preferences can be in a store of their own`() async throws {
      struct Root: View {
        @AppStorage private var count: Int

        init(_ store: UserDefaults) { _count = AppStorage(wrappedValue: 2, "count", store: store) }

        var body: some View { Button("\(count)") { count += 1 } }
      }
      let store = UserDefaults.inMemory
      let window = TestWindow(Root(store))
      defer { window.close() }
      #expect(await eventually { window.content.button("2") != nil })
      try #require(window.content.button("2")).click()
      #expect(store.integer(forKey: "count") == 3)
      @Dependency(\.defaultAppStorage) var other
      #expect(other.object(forKey: "count") == nil)
    }

    @Test func `each window has its value, and a new one begins with what was stored last`()
      async throws
    {
      let program = AppWindows(WindowGroup("Tabs", id: "tabs") { Tabs() }, nil)
      func open() throws -> WidgetPointer {
        let before = Toplevels.all
        program.openFirst()
        return try #require(Toplevels.all.first { !before.contains($0) }).cast()
      }
      let first = try open()
      let second = try open()
      defer { for window in [first, second] { gtk_window_close(window.cast()) } }
      #expect(await eventually { first.button("Next") != nil && second.button("Next") != nil })
      try #require(first.button("Next")).click()
      try #require(first.button("Order")).click()
      #expect(await eventually { first.visibleTexts.contains("2 name") })
      #expect(second.visibleTexts.contains("1 none"))
      try #require(second.button("Next")).click()
      try #require(second.button("Next")).click()
      #expect(await eventually { second.visibleTexts.contains("3 none") })
      #expect(first.visibleTexts.contains("2 name"))
      let third = try open()
      defer { gtk_window_close(third.cast()) }
      #expect(await eventually { third.visibleTexts.contains("3 name") })
      // A window that belongs to no scene has a value of its own.
      let own = ViewWindow("Own") { Tabs() }
      own.present()
      defer { own.destroy() }
      #expect(await eventually { own.window.widget.visibleTexts.contains("1 none") })
      @Dependency(\.defaultAppStorage) var store
      #expect(store.integer(forKey: "SceneStorage.tabs.tab") == 3)
    }
  }
}

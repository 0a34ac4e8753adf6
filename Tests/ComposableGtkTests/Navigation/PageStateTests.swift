import ComposableGtk
import GtkKit
import Observation
import Testing

/// Pages with something to type, to scroll and to press in each.
private struct FormPages: View {
  @Bindable var store: StoreOf<BookFeature>
  var searches = Searches()

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      RootPage().navigationTitle("Root")
    } destination: { store in
      switch store.case {
      case .page(let store): FormPage(store: store)
      case .other(let store): SearchPage(store: store, searches: searches)
      }
    }
  }
}

@Observable
@MainActor
private final class Searches {
  var text = ""
}

private struct RootPage: View {
  @State private var name = "Desk lamp"
  @State private var notes = ""

  var body: some View {
    VStack {
      Button("First button") {}
      TextField("Name", text: $name)
      TextField("Notes", text: $notes)
      ScrollView {
        VStack { ForEach(0..<100, id: \.self) { Text("Row \($0)") } }
      }
    }
  }
}

private struct FormPage: View {
  let store: StoreOf<PageFeature>
  @State private var text = ""

  var body: some View {
    VStack {
      Button("Button of \(store.name)") {}
      TextField("Field of \(store.name)", text: $text)
    }
    .navigationTitle(store.name)
    .navigationSubtitle("Subtitle of \(store.name)")
    .toolbar {
      ToolbarItem(placement: .leading) { Button("Leading \(store.name)") {} }
      ToolbarItem(placement: .primaryAction) { Button("Trailing \(store.name)") {} }
    }
  }
}

private struct SearchPage: View {
  let store: StoreOf<PageFeature>
  @Bindable var searches: Searches

  var body: some View {
    Button("Only button") {}
      .searchable(text: $searches.text, prompt: "Find")
      .navigationTitle(store.name)
  }
}

extension ComposableGtkTests {
  @MainActor
  struct PageStateTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func makeStore(_ path: [BookFeature.Path.State] = []) -> StoreOf<BookFeature> {
      Store(initialState: BookFeature.State(path: StackState(path))) { BookFeature() }
    }

    private func focus(in window: TestWindow) -> WidgetPointer? {
      gtk_window_get_focus(window.window.pointer)
    }

    /// The placeholder of the entry that has the focus.
    private func focusedField(in window: TestWindow) -> String? {
      guard let focus = focus(in: window), focus.isA(gtk_text_get_type()) else { return nil }
      return gtk_text_get_placeholder_text(focus.cast(to: GtkText.self))
        .map { String(cString: $0) }
    }

    private func field(_ placeholder: String, in window: TestWindow) -> WidgetPointer? {
      window.content.family.first {
        $0.isA(gtk_text_get_type())
          && gtk_text_get_placeholder_text($0.cast(to: GtkText.self))
            .map { String(cString: $0) } == placeholder
      }
    }

    @Test func `a page gives the focus to its first field, the first page and a pushed one alike`()
      async throws
    {
      let store = makeStore()
      let window = TestWindow(FormPages(store: store))
      defer { window.close() }
      #expect(await eventually { focusedField(in: window) == "Name" })
      store.send(.set(StackState([.page(PageFeature.State(name: "One"))])))
      #expect(await eventually { focusedField(in: window) == "Field of One" })
      // Also when the focus was in the header bar.
      let trailing = try #require(window.headerBar.widget.button("Trailing One"))
      gtk_widget_grab_focus(trailing)
      store.send(.set(StackState([.page(PageFeature.State(name: "Two"))])))
      #expect(await eventually { focusedField(in: window) == "Field of Two" })
    }

    @Test
    func `the focus comes to a new page with the frame that shows it, or with a key before that`()
      async throws
    {
      let store = makeStore()
      let window = TestWindow(FormPages(store: store))
      defer { window.close() }
      #expect(await eventually { focusedField(in: window) == "Name" })
      store.send(.set(StackState([.page(PageFeature.State(name: "One"))])))
      updateViewsNow()
      #expect(focus(in: window) == nil)
      _ = window.window.widget.press(key: GDK_KEY_a)
      #expect(focusedField(in: window) == "Field of One")
    }

    @Test func `a page without a field gives it to what takes it first, never to the header bar`()
      async throws
    {
      let store = makeStore()
      let window = TestWindow(FormPages(store: store))
      defer { window.close() }
      #expect(await eventually { focusedField(in: window) == "Name" })
      store.send(.set(StackState([.other(PageFeature.State(name: "Search"))])))
      // The entry of a search bar that is closed is no field.
      #expect(await eventually { focus(in: window)?.visibleTexts == ["Only button"] })
    }

    @Test func `text, cursor, selection, scroll position and focus are as they were left`()
      async throws
    {
      let store = makeStore()
      let window = TestWindow(FormPages(store: store))
      defer { window.close() }
      #expect(await eventually { focusedField(in: window) == "Name" })
      let name = try #require(field("Name", in: window))
      let notes = try #require(field("Notes", in: window))
      gtk_editable_set_text(OpaquePointer(notes), "Left to right")
      gtk_editable_select_region(OpaquePointer(name), 2, 5)
      let scrolled = try #require(
        window.content.family.first { $0.isA(gtk_scrolled_window_get_type()) }
      )
      let adjustment = try #require(gtk_scrolled_window_get_vadjustment(OpaquePointer(scrolled)))
      #expect(await eventually { gtk_adjustment_get_upper(adjustment) > 1_000 })
      gtk_adjustment_set_value(adjustment, 700)

      store.send(
        .set(StackState(["One", "Two"].map { .page(PageFeature.State(name: $0)) }))
      )
      #expect(
        await eventually { focusedField(in: window) == "Field of Two" && window.stackIsStill }
      )
      try WayBack.escape.go(in: window)
      #expect(
        await eventually { focusedField(in: window) == "Field of One" && window.stackIsStill }
      )
      try WayBack.button.go(in: window)
      #expect(await eventually { focus(in: window) == name && window.stackIsStill })
      var (start, end): (Int32, Int32) = (0, 0)
      #expect(gtk_editable_get_selection_bounds(OpaquePointer(name), &start, &end) != 0)
      #expect((start, end) == (2, 5))
      #expect(String(cString: gtk_editable_get_text(OpaquePointer(notes))) == "Left to right")
      #expect(gtk_adjustment_get_value(adjustment) == 700)
    }

    @Test func `title, subtitle and tool-bar items travel with their page`() async throws {
      let store = makeStore()
      let window = TestWindow(FormPages(store: store))
      defer { window.close() }
      let bar = window.headerBar
      #expect(await eventually { window.window.title == "Root" })
      #expect(bar.headerBar.subtitle == "")
      store.send(.set(StackState(["One", "Two"].map { .page(PageFeature.State(name: $0)) })))
      for name in ["Two", "One"] {
        #expect(await eventually { bar.headerBar.title == name })
        #expect(bar.headerBar.subtitle == "Subtitle of \(name)")
        #expect(bar.widget.button("Leading \(name)") != nil)
        #expect(bar.widget.button("Trailing \(name)") != nil)
        #expect(bar.widget.family.count { $0.isA(gtk_button_get_type()) && isItem($0) } == 2)
        try WayBack.altLeft.go(in: window)
      }
      #expect(await eventually { bar.headerBar.title == "Root" })
      #expect(bar.headerBar.subtitle == "")
      #expect(!bar.widget.family.contains { $0.isA(gtk_button_get_type()) && isItem($0) })
    }

    private func isItem(_ button: WidgetPointer) -> Bool {
      button.visibleTexts.contains { $0.hasPrefix("Leading") || $0.hasPrefix("Trailing") }
    }

    @Test
    func `a search bar belongs to its page, and keeps what is searched for while others are above`()
      async throws
    {
      let store = makeStore([.other(PageFeature.State(name: "Search"))])
      let searches = Searches()
      let window = TestWindow(FormPages(store: store, searches: searches))
      defer { window.close() }
      let button = { window.headerBar.widget.button(icon: "system-search-symbolic") }
      #expect(await eventually { button() != nil })
      searches.text = "lamp"
      let bar = try #require(window.content.family.first { $0.isA(gtk_search_bar_get_type()) })
      #expect(await eventually { gtk_search_bar_get_search_mode(OpaquePointer(bar)) != 0 })
      var path = store.path
      path.append(.page(PageFeature.State(name: "One")))
      store.send(.set(path))
      #expect(await eventually { window.window.title == "One" && button() == nil })
      try WayBack.altLeft.go(in: window)
      #expect(await eventually { window.window.title == "Search" && button() != nil })
      #expect(searches.text == "lamp")
      #expect(gtk_search_bar_get_search_mode(OpaquePointer(bar)) != 0)
    }

    @Test
    func `several windows have their own stacks: what happens in one leaves the others alone`()
      async throws
    {
      let stores = [makeStore(), makeStore([.page(PageFeature.State(name: "Mine"))])]
      let windows = stores.map { TestWindow(FormPages(store: $0)) }
      defer { for window in windows { window.close() } }
      let titles = { windows.map(\.window.title) }
      #expect(await eventually { titles() == ["Root", "Mine"] })
      stores[0].send(.set(StackState([.page(PageFeature.State(name: "Other"))])))
      #expect(await eventually { titles() == ["Other", "Mine"] })
      try WayBack.escape.go(in: windows[1])
      #expect(await eventually { titles() == ["Other", "Root"] })
      #expect(stores.map(\.pops) == [0, 1])
      windows[1].close()
      try WayBack.button.go(in: windows[0])
      #expect(await eventually { titles()[0] == "Root" })
      #expect(stores.map(\.pops) == [1, 1])
    }

    @Test
    func
      `A path that is shown by two stacks at once is reported, once; one after the other is not`()
      async throws
    {
      let store = makeStore([.page(PageFeature.State(name: "One"))])
      let first = TestWindow(FormPages(store: store))
      updateViewsNow()
      withExpectedIssue {
        let second = TestWindow(FormPages(store: store))
        updateViewsNow()
        second.close()
      }
      first.close()
      let third = TestWindow(FormPages(store: store))
      updateViewsNow()
      third.close()
    }
  }
}

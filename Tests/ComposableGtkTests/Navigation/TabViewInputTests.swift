import ComposableGtk
import GtkKit
import Testing

/// Three rooms of a mill.
@Reducer
private struct Mill {
  enum Room: Hashable { case stones, sacks, office }

  @ObservableState
  struct State: Equatable {
    var room = Room.stones
    var flour = ""
    var sacks = (1...50).map { "Sack \($0)" }
    var selections: [Room] = []
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case roomSelected(Room)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .roomSelected(let room) = action {
        state.room = room
        state.selections.append(room)
      }
      return .none
    }
  }
}

private struct MillView: View {
  @Bindable var store: StoreOf<Mill>

  var body: some View {
    TabView(selection: $store.room.sending(\.roomSelected)) {
      Tab("Stones", systemImage: "gear", value: .stones) {
        TextField("Flour", text: $store.flour).padding(24)
      }
      Tab("Sacks", systemImage: "tray", value: .sacks) {
        List(store.sacks, id: \.self) { Text($0) }
      }
      Tab("Office", systemImage: "person", value: .office) { Text("Nobody is here.") }
    }
    .navigationTitle("Mill")
  }
}

extension ComposableGtkTests {
  /// Tabs under a real pointer and real keys.
  @MainActor
  @Suite(.withWindowReport)
  struct TabViewInputTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func with(
      _ body: @MainActor (StoreOf<Mill>, TestWindow, RealInput) async throws -> Void
    ) async throws {
      let store = Store(initialState: Mill.State()) { Mill() }
      let window = TestWindow(MillView(store: store))
      defer { window.close() }
      #expect(await eventually { window.window.title == "Mill" && tab("Sacks", in: window) != nil })
      let input = try await RealInput(window)
      try await body(store, window, input)
    }

    private func tab(_ title: String, in window: TestWindow) -> WidgetPointer? {
      window.window.widget.family.first {
        gtk_widget_has_css_class($0, "tab-button") != 0 && gtk_widget_get_mapped($0) != 0
          && gtk_widget_get_width($0) > 0 && $0.visibleTexts.contains(title)
      }
    }

    private func focus(_ window: TestWindow) -> WidgetPointer? {
      gtk_root_get_focus(OpaquePointer(window.window.widget))
    }

    @Test func `typing goes on in a page after a click on its tab`() async throws {
      try await with { store, window, input in
        try await input.press("a")
        #expect(await eventually { store.flour == "a" })
        let sacks: WidgetPointer = try #require(tab("Sacks", in: window))
        try await input.click(sacks)
        #expect(await eventually { store.room == .sacks })
        // The focus is in the list, not on the tab.
        #expect(
          await eventually { focus(window).map { !$0.isInside(sacks) } ?? false }
        )
        let stones: WidgetPointer = try #require(tab("Stones", in: window))
        try await input.click(stones)
        #expect(await eventually { store.room == .stones })
        #expect(
          await eventually { focus(window).map { $0.isA(gtk_text_get_type()) } ?? false }
        )
        try await input.press("b")
        #expect(await eventually { store.flour == "ab" })
        #expect(store.selections == [.sacks, .stones])
      }
    }

    @Test func `keys lead from tab to tab out of a text and out of a list`() async throws {
      try await with { store, window, input in
        #expect(
          await eventually { focus(window).map { $0.isA(gtk_text_get_type()) } ?? false }
        )
        try await input.press("ctrl+Next")
        #expect(await eventually { store.room == .sacks })
        #expect(
          await eventually {
            focus(window).map { gtk_widget_get_ancestor($0, gtk_list_view_get_type()) != nil }
              ?? false
          }
        )
        try await input.press("ctrl+Next")
        #expect(await eventually { store.room == .office })
        try await input.press("ctrl+Tab")
        #expect(await eventually { store.room == .stones })
        try await input.press("alt+2")
        #expect(await eventually { store.room == .sacks })
        try await input.press("ctrl+Prior")
        #expect(await eventually { store.room == .stones })
        #expect(store.selections == [.sacks, .office, .stones, .sacks, .stones])
      }
    }
  }
}

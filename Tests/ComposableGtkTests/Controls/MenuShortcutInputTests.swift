import ComposableGtk
import GtkKit
import Testing

@Reducer
private struct Darkroom {
  @ObservableState
  struct State: Equatable {
    var prints = 0
    var isLampOn = false
    var canPrint = true
    var label = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case printTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .printTapped = action { state.prints += 1 }
      return .none
    }
  }
}

private struct DarkroomView: View {
  @Bindable var store: StoreOf<Darkroom>

  var body: some View {
    VStack {
      Menu("Darkroom") {
        Button("Print") { store.send(.printTapped) }
          .keyboardShortcut("p")
          .disabled(!store.canPrint)
        Toggle("Lamp", isOn: $store.isLampOn)
          .keyboardShortcut("l")
      }
      DisclosureGroup("Chemicals") {
        Button("Pour") { store.send(.printTapped) }
          .keyboardShortcut("u")
      }
      Button("Rest") {}
    }
  }
}

private struct NegativesView: View {
  @Bindable var store: StoreOf<Darkroom>

  var body: some View {
    VStack {
      TextField("Label", text: $store.label)
      Button("Rest") {}
      Menu("Negatives") {
        Button("Select All") { store.send(.printTapped) }
          .keyboardShortcut("a")
      }
    }
  }
}

extension ComposableGtkTests {
  @MainActor
  @Suite(.withWindowReport)
  struct MenuShortcutInputTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `the keys of a menu's items work before the menu is first opened, and after`()
      async throws
    {
      let store = Store(initialState: Darkroom.State()) { Darkroom() }
      let window = TestWindow(DarkroomView(store: store))
      defer { window.close() }
      let input = try await RealInput(window)
      try await input.press("ctrl+p")
      #expect(await eventually { store.prints == 1 })
      try await input.press("ctrl+l")
      #expect(await eventually { store.isLampOn })

      let menu = try #require(window.content.family.first { $0.isA(gtk_menu_button_get_type()) })
      gtk_menu_button_popup(OpaquePointer(menu))
      #expect(await eventually { !window.content.openPopovers.isEmpty })
      gtk_menu_button_popdown(OpaquePointer(menu))
      #expect(await eventually { window.content.openPopovers.isEmpty })
      try await input.press("ctrl+p")
      #expect(await eventually { store.prints == 2 })
      try await input.press("ctrl+l")
      #expect(await eventually { !store.isLampOn })
    }

    @Test func `the keys of an item that is disabled, or of a closed group, do nothing`()
      async throws
    {
      let store = Store(initialState: Darkroom.State(canPrint: false)) { Darkroom() }
      let window = TestWindow(DarkroomView(store: store))
      defer { window.close() }
      let input = try await RealInput(window)
      try await input.press("ctrl+p")
      try await input.press("ctrl+u")
      try await input.finish()
      #expect(store.prints == 0)
    }

    @Test func `the keys that select all belong to a text with the focus, also to an empty one`()
      async throws
    {
      let store = Store(initialState: Darkroom.State()) { Darkroom() }
      let window = TestWindow(NegativesView(store: store))
      defer { window.close() }
      let input = try await RealInput(window)
      try await input.press("ctrl+a")
      try await input.press("x")
      #expect(await eventually { store.label == "x" })
      try await input.press("ctrl+a")
      try await input.press("y")
      #expect(await eventually { store.label == "y" })
      #expect(store.prints == 0)
      try await input.press("Tab")
      try await input.press("ctrl+a")
      #expect(await eventually { store.prints == 1 })
    }
  }
}

import ComposableGtk
import GtkKit
import GtkTestSupport
import PagedArrays
import Testing

/// Keys on a board, which are taken one by one, or many at once.
@Reducer
private struct KeyBoard {
  struct Key: Equatable, Identifiable {
    let id: Int
  }

  @ObservableState
  struct State: Equatable {
    var keys: PagedArray<Key> = {
      var keys = PagedArray<Key>(count: 6)
      keys.load((0..<6).map(Key.init), at: 0)
      return keys
    }()
    var click = ListRowClick.activates
    var opened: [Int] = []
    var pressed: [String] = []
    var selection = PagedSelection<Int>.none
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case opened(Int)
    case pressed(Character, Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .opened(let id): state.opened.append(id)
      case .pressed(let character, let id): state.pressed.append("\(character)\(id)")
      }
      return .none
    }
  }
}

private struct KeyBoardView: View {
  @Bindable var store: StoreOf<KeyBoard>

  var body: some View {
    List(store.keys, selection: $store.selection) { _ in
    } row: { key in
      HStack {
        Text("Key \(key?.id ?? -1)")
        Button("Lend \(key?.id ?? -1)") {}
      }
    }
    .onRowActivate { store.send(.opened($0.id)) }
    .onRowKeyPress(characters: "+", "-") { store.send(.pressed($1, $0.id)) }
    .listRowClick(store.click)
    .navigationTitle("Board")
  }
}

extension ComposableGtkTests {
  /// What clicks and keys do in lists whose rows are opened by a click.
  @MainActor
  @Suite(.withWindowReport)
  struct RowClickInputTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func withBoard(
      _ body: (StoreOf<KeyBoard>, TestWindow, RealInput) async throws -> Void
    ) async throws {
      let store = Store(initialState: KeyBoard.State()) { KeyBoard() }
      let window = TestWindow(KeyBoardView(store: store))
      defer { window.close() }
      #expect(await eventually { label("Key 5", in: window) != nil })
      try await body(store, window, try await RealInput(window))
    }

    private func label(_ text: String, in window: TestWindow) -> WidgetPointer? {
      window.content.family.first {
        $0.isA(gtk_label_get_type()) && gtk_widget_get_mapped($0) != 0
          && gtk_widget_get_width($0) > 0
          && String(cString: gtk_label_get_text(OpaquePointer($0))) == text
      }
    }

    @Test func `a click opens, and Ctrl, Shift and Space select`() async throws {
      try await withBoard { store, window, input in
        try await input.click(#require(label("Key 1", in: window)))
        #expect(await eventually { store.opened == [1] })
        #expect(store.selection == .none)
        try await input.hold("ctrl") {
          try await input.click(#require(label("Key 2", in: window)))
        }
        #expect(await eventually { store.selection == .only([2]) })
        try await input.hold("shift") {
          try await input.click(#require(label("Key 4", in: window)))
        }
        #expect(await eventually { store.selection == .only([2, 3, 4]) })
        try await input.press("Down", "space")
        #expect(await eventually { store.selection == .only([2, 3, 4, 5]) })
        try await input.press("Escape")
        #expect(await eventually { store.selection == .none })
        #expect(store.opened == [1])
      }
    }

    @Test func `arrow keys move the focus alone, and with Shift they select`() async throws {
      try await withBoard { store, window, input in
        try await input.click(#require(label("Key 0", in: window)))
        #expect(await eventually { store.opened == [0] })
        try await input.press("Down", "Down", "Return")
        #expect(await eventually { store.opened == [0, 2] })
        #expect(store.selection == .none)
        try await input.press("shift+Down")
        #expect(await eventually { store.selection == .only([2, 3]) })
        try await input.press("shift+Down")
        #expect(await eventually { store.selection == .only([2, 3, 4]) })
        try await input.press("ctrl+a")
        #expect(await eventually { store.selection == .all })
      }
    }

    @Test func `characters are for the row with the focus`() async throws {
      try await withBoard { store, window, input in
        try await input.click(#require(label("Key 0", in: window)))
        try await input.press("Down", "plus", "minus", "KP_Add", "Down", "x", "ctrl+plus", "minus")
        #expect(await eventually { store.pressed == ["+1", "-1", "+1", "-2"] })
      }
    }

    @Test func `clicks take rows in and out, and those on controls do not`() async throws {
      try await withBoard { store, window, input in
        store.send(.binding(.set(\.click, .toggles)))
        try await input.click(#require(label("Key 1", in: window)))
        #expect(await eventually { store.selection == .only([1]) })
        try await input.click(#require(label("Key 3", in: window)))
        #expect(await eventually { store.selection == .only([1, 3]) })
        try await input.click(#require(label("Lend 4", in: window)))
        try await input.doubleClick(#require(label("Key 5", in: window)), interval: 60)
        try await input.click(#require(label("Key 1", in: window)))
        #expect(await eventually { store.selection == .only([3]) })
        #expect(store.opened.isEmpty)
      }
    }
  }
}

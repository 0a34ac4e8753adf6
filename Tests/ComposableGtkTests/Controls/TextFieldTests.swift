import ComposableGtk
import ComposableGtkTestSupport
import GtkKit
import Testing

@Reducer
struct NameFeature {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var code = ""
    var isOn = false
    var level = 0.0
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case codeChanged(String)
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.name):
        // Digits are declined.
        state.name.removeAll(where: \.isNumber)
        return .none
      case .codeChanged(let code):
        state.code = code.uppercased()
        return .none
      case .binding:
        return .none
      }
    }
  }
}

@MainActor
private final class Evaluations {
  var names = 0
  var levels = 0
}

private struct NameView: View {
  @Bindable var store: StoreOf<NameFeature>
  let evaluations: Evaluations

  var body: some View {
    VStack {
      TextField("Name", text: $store.name)
      TextField("Code", text: $store.code.sending(\.codeChanged))
      Toggle("On", isOn: $store.isOn)
      NameLabel(store: store, evaluations: evaluations)
      LevelLabel(store: store, evaluations: evaluations)
    }
  }
}

private struct NameLabel: View {
  let store: StoreOf<NameFeature>
  let evaluations: Evaluations

  var body: some View {
    evaluations.names += 1
    return Text("Name: \(store.name)")
  }
}

private struct LevelLabel: View {
  let store: StoreOf<NameFeature>
  let evaluations: Evaluations

  var body: some View {
    evaluations.levels += 1
    return Text("Level: \(store.level)")
  }
}

extension ComposableGtkTests {
  @MainActor
  struct TextFieldTests {
    private let store = Store(initialState: NameFeature.State()) { NameFeature() }
    private let evaluations = Evaluations()

    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func with(_ body: @MainActor ([WidgetPointer]) async throws -> Void) async throws {
      let window = TestWindow(NameView(store: store, evaluations: evaluations))
      defer { window.close() }
      #expect(await eventually { gtk_widget_get_mapped(window.content) != 0 })
      try await body(window.content.family.filter { $0.isA(gtk_entry_get_type()) })
    }

    /// Types as GtkText does it for a key.
    private func type(_ text: String, into entry: WidgetPointer) {
      let delegate = gtk_editable_get_delegate(OpaquePointer(entry))!
      text.withCString { emit(delegate, "insert-at-cursor", $0) }
    }

    private func text(_ entry: WidgetPointer) -> String {
      String(cString: gtk_editable_get_text(OpaquePointer(entry)))
    }

    @Test func `typing in the midst of a text leaves the cursor behind what was typed`()
      async throws
    {
      try await with { entries in
        type("Lmp", into: entries[0])
        #expect(store.name == "Lmp")
        gtk_editable_set_position(OpaquePointer(entries[0]), 1)
        type("a", into: entries[0])
        MainLoop.pump()
        #expect(store.name == "Lamp")
        #expect(gtk_editable_get_position(OpaquePointer(entries[0])) == 2)
      }
    }

    @Test
    func `a reducer that rewrites what is typed is obeyed, and the cursor stays with the typist`()
      async throws
    {
      try await with { entries in
        for key in ["a", "b", "c"] {
          type(key, into: entries[1])
          MainLoop.pump()
        }
        #expect(await eventually { text(entries[1]) == "ABC" })
        #expect(gtk_editable_get_position(OpaquePointer(entries[1])) == 3)
        gtk_editable_set_position(OpaquePointer(entries[1]), 1)
        type("x", into: entries[1])
        #expect(await eventually { text(entries[1]) == "AXBC" })
        #expect(gtk_editable_get_position(OpaquePointer(entries[1])) == 2)
      }
    }

    @Test func `a reducer that declines what is typed has it taken back`() async throws {
      try await with { entries in
        type("ab", into: entries[0])
        gtk_editable_set_position(OpaquePointer(entries[0]), 1)
        type("7", into: entries[0])
        #expect(await eventually { text(entries[0]) == "ab" })
        #expect(store.name == "ab")
        #expect(gtk_editable_get_position(OpaquePointer(entries[0])) == 1)
      }
    }

    @Test func `a change of another part of the text keeps the selection`() async throws {
      try await with { entries in
        store.send(.codeChanged("ABCDEF"))
        #expect(await eventually { text(entries[1]) == "ABCDEF" })
        gtk_editable_select_region(OpaquePointer(entries[1]), 1, 3)
        store.send(.codeChanged("ABCDEFGH"))
        #expect(await eventually { text(entries[1]) == "ABCDEFGH" })
        var start: Int32 = 0
        var end: Int32 = 0
        #expect(gtk_editable_get_selection_bounds(OpaquePointer(entries[1]), &start, &end) != 0)
        #expect(start == 1)
        #expect(end == 3)
      }
    }

    @Test func `a view that reads one property is not evaluated when another one changes`()
      async throws
    {
      try await with { entries in
        let (names, levels) = (evaluations.names, evaluations.levels)
        type("a", into: entries[0])
        MainLoop.pump()
        type("b", into: entries[0])
        MainLoop.pump()
        #expect(evaluations.names == names + 2)
        #expect(evaluations.levels == levels)
        store.send(.binding(.set(\.level, 1)))
        MainLoop.pump()
        #expect(evaluations.names == names + 2)
        #expect(evaluations.levels == levels + 1)
      }
    }
  }
}

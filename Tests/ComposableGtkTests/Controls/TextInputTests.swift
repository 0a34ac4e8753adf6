import ComposableGtk
import GtkKit
import Testing

/// Texts of which some are rewritten or declined.
@Reducer
private struct LetterFeature {
  @ObservableState
  struct State: Equatable {
    var name = "Ada"
    var code = ""
    var secret = ""
    var letter = "Dear"
    var ticks = 0
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case tick
    case prefixed
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.code):
        state.code = state.code.uppercased()
      case .binding(\.letter):
        state.letter.removeAll(where: \.isNumber)
      case .binding:
        break
      case .tick:
        state.ticks += 1
      case .prefixed:
        state.name = "Dr " + state.name
        state.letter = "Oh! " + state.letter
        state.secret = "0" + state.secret
      }
      return .none
    }
  }
}

private struct LetterView: View {
  @Bindable var store: StoreOf<LetterFeature>

  var body: some View {
    VStack {
      Text("Ticks: \(store.ticks)")
      Text("Serial 4711").textSelection()
      TextField("Name", text: $store.name)
      TextField("Code", text: $store.code)
      SecureField("Secret", text: $store.secret)
      TextEditor(text: $store.letter)
    }
  }
}

extension ComposableGtkTests {
  @MainActor
  struct TextInputTests {
    private let store = Store(initialState: LetterFeature.State()) { LetterFeature() }

    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private struct Fields {
      let name: WidgetPointer
      let code: WidgetPointer
      let secret: WidgetPointer
      let letter: WidgetPointer
      let serial: WidgetPointer
    }

    private func with(_ body: @MainActor (Fields, RealInput) async throws -> Void) async throws {
      let window = TestWindow(LetterView(store: store))
      defer { window.close() }
      let input = try await RealInput(window)
      let texts = window.content.family.filter { $0.isA(gtk_text_get_type()) }
      try #require(texts.count == 3)
      let fields = Fields(
        name: texts[0],
        code: texts[1],
        secret: texts[2],
        letter: try #require(window.content.family.first { $0.isA(gtk_text_view_get_type()) }),
        serial: try #require(
          window.content.family.first {
            $0.isA(gtk_label_get_type()) && gtk_label_get_selectable(OpaquePointer($0)) != 0
          }
        )
      )
      try await body(fields, input)
    }

    private func focus(_ field: WidgetPointer) async {
      gtk_widget_grab_focus(field)
      #expect(await eventually { gtk_widget_has_focus(field) != 0 })
      if field.isA(gtk_text_get_type()) {
        gtk_editable_set_position(OpaquePointer(field), -1)
      } else {
        var end = GtkTextIter()
        let buffer = gtk_text_view_get_buffer(field.cast())
        gtk_text_buffer_get_end_iter(buffer, &end)
        gtk_text_buffer_place_cursor(buffer, &end)
      }
    }

    @Test func `Tab leads out of a text with several lines as well, and writes nothing`()
      async throws
    {
      try await with { fields, input in
        await focus(fields.letter)
        try await input.press("Return")
        #expect(await eventually { store.letter == "Dear\n" })
        try await input.press("shift+Tab")
        #expect(await eventually { gtk_widget_has_focus(fields.secret) != 0 })
        try await input.press("Tab")
        #expect(await eventually { gtk_widget_has_focus(fields.letter) != 0 })
        try await input.press("Tab")
        #expect(await eventually { gtk_widget_has_focus(fields.serial) != 0 })
        #expect(store.letter == "Dear\n")
      }
    }

    // MARK: Undo

    @Test func `what was accepted is undone and done again, and the state goes along`() async throws
    {
      try await with { fields, input in
        await focus(fields.name)
        try await input.type(" Byron")
        #expect(await eventually { store.name == "Ada Byron" })
        try await input.press("ctrl+z")
        #expect(await eventually { store.name != "Ada Byron" })
        let undone = store.name
        #expect(undone.hasPrefix("Ada"))
        try await input.press("ctrl+shift+z")
        #expect(await eventually { store.name == "Ada Byron" })

        // The value that the field began with is no step of its own.
        for _ in 1...5 { try await input.press("ctrl+z") }
        #expect(await eventually { store.name == "Ada" })
      }
    }

    @Test func `undoing passes over what a reducer has rewritten`() async throws {
      try await with { fields, input in
        await focus(fields.code)
        try await input.type("ab cd")
        #expect(await eventually { store.code == "AB CD" })
        var seen: Set<String> = []
        for _ in 1...10 where !store.code.isEmpty {
          #expect(seen.insert(store.code).inserted, "\(store.code) comes back")
          let old = store.code
          try await input.press("ctrl+z")
          #expect(await eventually { store.code != old })
        }
        #expect(store.code == "")
      }
    }

    @Test func `undoing in an editor passes over what a reducer has declined`() async throws {
      try await with { fields, input in
        await focus(fields.letter)
        try await input.type(" Ada1")
        #expect(await eventually { store.letter == "Dear Ada" })
        try await input.type("2")
        var old = store.letter
        for _ in 1...10 where store.letter != "Dear" {
          try await input.press("ctrl+z")
          #expect(await eventually { store.letter != old }, "\(old) comes back")
          old = store.letter
        }
        #expect(store.letter == "Dear")
        try await input.press("ctrl+z")
        MainLoop.pump()
        #expect(store.letter == "Dear")
      }
    }

    @Test func `what was taken out of a secret is brought back`() async throws {
      try await with { fields, input in
        await focus(fields.secret)
        try await input.type("abc")
        #expect(await eventually { store.secret == "abc" })
        try await input.press("BackSpace")
        #expect(await eventually { store.secret == "ab" })
        try await input.press("ctrl+z")
        #expect(await eventually { store.secret == "abc" })
        try await input.press("ctrl+shift+z")
        #expect(await eventually { store.secret == "ab" })
        try await input.press("ctrl+z")
        #expect(await eventually { store.secret == "abc" })
        try await input.type("d")
        #expect(await eventually { store.secret == "abcd" })
      }
    }

    @Test func `a secret field may go with the focus in it`() async throws {
      try await with { fields, input in
        await focus(fields.secret)
        try await input.type("a")
        #expect(await eventually { store.secret == "a" })
      }
      // What the window that has gone held as its focus is told of the next one's.
      try await with { fields, input in await focus(fields.name) }
    }

    // MARK: Input methods

    @Test(arguments: ["name", "secret", "letter"])
    func `what is being composed is not interrupted by changes of state`(name: String) async throws
    {
      try await with { fields, input in
        let field =
          switch name {
          case "name": fields.name
          case "secret": fields.secret
          default: fields.letter
          }
        @MainActor func value() -> String {
          switch name {
          case "name": store.name
          case "secret": store.secret
          default: store.letter
          }
        }
        let old = value()
        let new = ["name": "Dr Adaé", "secret": "é0", "letter": "Oh! Dearé"][name]
        await focus(field)
        var preedits: [String] = []
        let connection = Signal.connect(field, "preedit-changed", .string) { preedits.append($0) }
        defer { connection.disconnect() }

        try await input.press("ctrl+shift+u", "e")
        #expect(await eventually { preedits.last == "ue" })
        #expect(value() == old)
        store.send(.tick)
        store.send(.prefixed)
        #expect(await eventually { value() != old })
        try await input.press("9")
        #expect(await eventually { preedits.last == "ue9" })
        try await input.press("space")
        // Both changes are made.
        #expect(await eventually { value() == new })
        #expect(preedits.last == "")
      }
    }

    @Test func `a change of state during a composition is shown when it is given up`() async throws
    {
      try await with { fields, input in
        await focus(fields.name)
        try await input.press("ctrl+shift+u", "e")
        store.send(.prefixed)
        try await input.press("Escape")
        #expect(
          await eventually {
            String(cString: gtk_editable_get_text(OpaquePointer(fields.name))) == "Dr Ada"
          }
        )
        await focus(fields.letter)
        try await input.press("ctrl+shift+u", "e")
        store.send(.prefixed)
        try await input.press("Escape")
        let buffer = gtk_text_view_get_buffer(fields.letter.cast())
        #expect(
          await eventually {
            var start = GtkTextIter()
            var end = GtkTextIter()
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            let text = gtk_text_buffer_get_text(buffer, &start, &end, 1)
            defer { g_free(text) }
            return text.map { String(cString: $0) } == "Oh! Oh! Dear"
          }
        )
      }
    }

    // MARK: Selection

    @Test func `a text that can be selected is not selected by getting the focus`() async throws {
      try await with { fields, input in
        @MainActor func isSelected() -> Bool {
          gtk_label_get_selection_bounds(OpaquePointer(fields.serial), nil, nil) != 0
        }
        #expect(await eventually { gtk_widget_has_focus(fields.serial) != 0 })
        #expect(!isSelected())
        try await input.press("Tab")
        #expect(await eventually { gtk_widget_has_focus(fields.name) != 0 })
        try await input.press("shift+Tab")
        #expect(await eventually { gtk_widget_has_focus(fields.serial) != 0 })
        #expect(!isSelected())
        try await input.press("ctrl+a")
        #expect(await eventually { isSelected() })
      }
    }
  }
}

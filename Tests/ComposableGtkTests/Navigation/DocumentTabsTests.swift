import ComposableGtk
import Foundation
import GtkKit
import Testing

/// Letters that are being written, each in a tab.
@Reducer
private struct WritingFeature {
  struct Letter: Equatable, Identifiable {
    let id: Int
    var text = ""
    var isChanged = false
  }

  @ObservableState
  struct State: Equatable {
    var letters: IdentifiedArrayOf<Letter> = [Letter(id: 1), Letter(id: 2), Letter(id: 3)]
    var shown: Int? = 1
    var moves: [String] = []
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case letterClosed(IndexSet)
    case letterMoved(IndexSet, Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        break
      case .letterClosed(let offsets):
        // A letter that has changed stays open.
        guard let index = offsets.first, !state.letters[index].isChanged else { return .none }
        let id = state.letters.remove(at: index).id
        if state.shown == id {
          state.shown = state.letters.isEmpty ? nil : state.letters[max(index - 1, 0)].id
        }
      case .letterMoved(let offsets, let destination):
        state.moves.append("\(Array(offsets)) to \(destination)")
        state.letters.move(fromOffsets: offsets, toOffset: destination)
      }
      return .none
    }
  }
}

private struct WritingView: View {
  @Bindable var store: StoreOf<WritingFeature>

  var body: some View {
    TabView(selection: $store.shown) {
      ForEach(store.letters) { letter in
        Tab("Letter \(letter.id)", value: letter.id) {
          TextField("Text", text: .constant("Dear \(letter.id)"))
        }
        .badge(letter.isChanged ? "•" : nil)
      }
      .onDelete { store.send(.letterClosed($0)) }
      .onMove { store.send(.letterMoved($0, $1)) }
    }
    .tabViewStyle(.documents)
    .navigationTitle("Desk")
  }
}

extension ComposableGtkTests {
  @MainActor
  struct DocumentTabsTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func with(
      _ change: (inout WritingFeature.State) -> Void = { _ in },
      _ body: @MainActor (StoreOf<WritingFeature>, WidgetPointer) async throws -> Void
    ) async throws {
      var state = WritingFeature.State()
      change(&state)
      let store = Store(initialState: state) { WritingFeature() }
      let window = TestWindow(WritingView(store: store))
      defer { window.close() }
      let widget = window.window.widget
      #expect(await eventually { window.window.title == "Desk" && !cells(widget).isEmpty })
      try await body(store, widget)
    }

    /// The tabs in the strip.
    private func cells(_ widget: WidgetPointer) -> [WidgetPointer] {
      widget.family.filter {
        gtk_widget_has_css_class($0, "tab-cell") != 0 && gtk_widget_get_mapped($0) != 0
      }
    }

    private func titles(_ widget: WidgetPointer) -> [String] {
      cells(widget).compactMap { $0.visibleTexts.first }
    }

    private func closeButton(_ cell: WidgetPointer) throws -> WidgetPointer {
      try #require(cell.family.first { gtk_widget_has_css_class($0, "tab-close") != 0 })
    }

    private let control = GDK_CONTROL_MASK
    private let controlShift = GdkModifierType(
      rawValue: GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue
    )

    @Test func `each document has a tab above the page`() async throws {
      try await with { store, widget in
        #expect(titles(widget) == ["Letter 1", "Letter 2", "Letter 3"])
        store.send(.binding(.set(\.letters, store.letters + [WritingFeature.Letter(id: 4)])))
        store.send(.binding(.set(\.shown, 4)))
        #expect(await eventually { titles(widget).count == 4 })
        #expect(
          await eventually {
            widget.family.contains { $0.isA(gtk_text_get_type()) && gtk_widget_get_mapped($0) != 0 }
          }
        )
      }
    }

    @Test func `a document is closed by its button, by the middle button and by keys`()
      async throws
    {
      try await with { store, widget in
        try closeButton(cells(widget)[2]).click()
        #expect(store.letters.map(\.id) == [1, 2])
        #expect(await eventually { titles(widget) == ["Letter 1", "Letter 2"] })
        // The shown one stays.
        #expect(store.shown == 1)
        cells(widget)[1].press(button: 2)
        #expect(store.letters.map(\.id) == [1])
        #expect(await eventually { titles(widget) == ["Letter 1"] })
        #expect(widget.press(key: GDK_KEY_w, control))
        #expect(store.letters.isEmpty)
        #expect(await eventually { cells(widget).isEmpty })
      }
    }

    @Test func `closing may be declined`() async throws {
      try await with {
        $0.letters[0].isChanged = true
      } _: { store, widget in
        #expect(cells(widget)[0].visibleTexts == ["Letter 1", "•"])
        #expect(widget.press(key: GDK_KEY_w, control))
        updateViewsNow()
        #expect(titles(widget) == ["Letter 1", "Letter 2", "Letter 3"])
        #expect(store.shown == 1)
      }
    }

    @Test func `a document moves by keys as far as there are others`() async throws {
      try await with { store, widget in
        #expect(widget.press(key: GDK_KEY_Page_Down, controlShift))
        #expect(store.letters.map(\.id) == [2, 1, 3])
        #expect(await eventually { titles(widget) == ["Letter 2", "Letter 1", "Letter 3"] })
        #expect(widget.press(key: GDK_KEY_Page_Down, controlShift))
        #expect(await eventually { titles(widget) == ["Letter 2", "Letter 3", "Letter 1"] })
        #expect(widget.press(key: GDK_KEY_Page_Down, controlShift))
        #expect(widget.press(key: GDK_KEY_Page_Up, controlShift))
        #expect(await eventually { titles(widget) == ["Letter 2", "Letter 1", "Letter 3"] })
        #expect(store.moves == ["[0] to 2", "[1] to 3", "[2] to 1"])
        #expect(store.shown == 1)
      }
    }

    @Test func `the page of a document that moves keeps its widgets`() async throws {
      try await with { _, widget in
        let field = widget.family.first { $0.isA(gtk_text_get_type()) }
        #expect(widget.press(key: GDK_KEY_Page_Down, controlShift))
        #expect(await eventually { titles(widget) == ["Letter 2", "Letter 1", "Letter 3"] })
        let shown = widget.family.first {
          $0.isA(gtk_text_get_type()) && gtk_widget_get_mapped($0) != 0
        }
        #expect(shown == field)
      }
    }

    @Test func `many documents scroll, and a menu has all of them`() async throws {
      try await with {
        $0.letters = IdentifiedArray(uniqueElements: (1...30).map { WritingFeature.Letter(id: $0) })
        $0.shown = 20
      } _: { store, widget in
        let strip = try #require(
          widget.family.first { gtk_widget_has_css_class($0, "tab-strip") != 0 }
        )
        #expect(await eventually { isInSight(cells(widget)[19], of: strip) })
        #expect(gtk_widget_get_width(widget) < 1_000)
        store.send(.binding(.set(\.shown, 2)))
        #expect(await eventually { isInSight(cells(widget)[1], of: strip) })
        #expect(await eventually { widget.button(icon: "pan-down-symbolic") != nil })
        widget.button(icon: "pan-down-symbolic")?.click()
        #expect(await eventually { widget.openPopovers.first?.button("Letter 30") != nil })
        widget.openPopovers.first?.button("Letter 30")?.click()
        #expect(store.shown == 30)
        #expect(await eventually { isInSight(cells(widget)[29], of: strip) })
      }
    }

    private func isInSight(_ cell: WidgetPointer, of strip: WidgetPointer) -> Bool {
      var (x, y) = (0.0, 0.0)
      gtk_widget_translate_coordinates(cell, strip, 0, 0, &x, &y)
      return x >= 0
        && x + Double(gtk_widget_get_width(cell)) <= Double(gtk_widget_get_width(strip))
    }
  }
}

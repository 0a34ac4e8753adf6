import ComposableGtk
import GtkKit
import Testing

/// Wells of a village, of which one is looked into.
@Reducer
private struct Village {
  @ObservableState
  struct State: Equatable {
    var wells = (1...6).map { "Well \($0)" }
    var well: String?
    var widths = NavigationSplitViewWidths()
    var selections: [String] = []
  }

  enum Action: BindableAction { case binding(BindingAction<State>) }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .binding(\.well) = action { state.selections.append(state.well ?? "none") }
      return .none
    }
  }
}

private struct VillageView: View {
  @Bindable var store: StoreOf<Village>
  /// How wide each column has to be, in pixels.
  let minimum: Double

  var body: some View {
    NavigationSplitView {
      List(store.wells, id: \.self, selection: $store.well) { Text($0) }
        .navigationTitle("Wells")
        .navigationSplitViewColumnWidth(min: minimum, ideal: minimum, max: 2 * minimum)
    } detail: {
      // At the root of a stack, the ways back are those of the columns.
      NavigationStack {
        Text("Water of \(store.well ?? "no well")")
          .frame(maxWidth: .infinity, maxHeight: .infinity)
          .navigationTitle("Well")
      }
      .navigationSplitViewColumnWidth(min: minimum, ideal: minimum)
    }
    .columnWidths($store.widths)
  }
}

extension ComposableGtkTests {
  /// Split views under a real pointer and real keys.
  @MainActor
  @Suite(.withWindowReport)
  struct SplitViewInputTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    /// - Parameter minimum: How wide each column has to be. The window has some 600 pixels.
    private func with(
      minimum: Double,
      _ body: (StoreOf<Village>, TestWindow, RealInput) async throws -> Void
    ) async throws {
      let store = Store(initialState: Village.State()) { Village() }
      let window = TestWindow(VillageView(store: store, minimum: minimum))
      defer { window.close() }
      // The views give the window its title, by which the real input then finds it.
      #expect(
        await eventually {
          label("Well 1", in: window) != nil && window.window.title.hasPrefix("Well")
        }
      )
      let input = try await RealInput(window)
      try await body(store, window, input)
    }

    private func label(_ text: String, in window: TestWindow) -> WidgetPointer? {
      window.content.family.first {
        $0.isA(gtk_label_get_type()) && gtk_widget_get_mapped($0) != 0
          && gtk_widget_get_width($0) > 0
          && String(cString: gtk_label_get_text(OpaquePointer($0))) == text
      }
    }

    /// Waits until one column is shown, and nothing moves any more.
    private func waitForColumn(with text: String, in window: TestWindow) async {
      #expect(
        await eventually {
          window.content.family.filter {
            gtk_widget_has_css_class($0, "split-column") != 0 && gtk_widget_get_mapped($0) != 0
          }.count == 1 && label(text, in: window) != nil
        },
        "The column with \"\(text)\" is not shown alone"
      )
    }

    @Test func `a double click on a row selects it once, at any interval`() async throws {
      try await with(minimum: 320) { store, window, input in
        for (number, interval) in [0, 30, 100, 200, 350].enumerated() {
          let well = "Well \(number + 1)"
          let row: WidgetPointer = try #require(label(well, in: window))
          try await input.doubleClick(row, interval: interval)
          #expect(store.selections == [well], "after \(interval) ms")
          await waitForColumn(with: "Water of \(well)", in: window)
          try await input.press("Escape")
          #expect(await eventually { store.selections == [well, "none"] }, "after \(interval) ms")
          await waitForColumn(with: "Well 1", in: window)
          store.send(.binding(.set(\.selections, [])))
        }
      }
    }

    @Test func `the arrow keys and Return lead from the list to the detail`() async throws {
      try await with(minimum: 320) { store, window, input in
        try await input.press("Down", "Down")
        #expect(store.selections.isEmpty)
        try await input.press("Return")
        #expect(await eventually { store.well != nil })
        let well = try #require(store.well)
        await waitForColumn(with: "Water of \(well)", in: window)
        // The focus comes back to the row, so the next key goes on from there.
        try await input.press("alt+Left")
        #expect(await eventually { store.well == nil })
        await waitForColumn(with: "Well 1", in: window)
        try await input.press("Return")
        #expect(await eventually { store.well == well })
      }
    }

    // The compositor passes on only the first buttons of the X server's mouse.
    @Test(.enabled(if: !RealInput.isWayland))
    func `the back button of the mouse leads back`() async throws {
      try await with(minimum: 320) { store, window, input in
        let row: WidgetPointer = try #require(label("Well 3", in: window))
        try await input.click(row)
        #expect(await eventually { store.well == "Well 3" })
        await waitForColumn(with: "Water of Well 3", in: window)
        let text: WidgetPointer = try #require(label("Water of Well 3", in: window))
        try await input.click(text, button: 8)
        #expect(await eventually { store.well == nil })
        await waitForColumn(with: "Well 1", in: window)
        #expect(store.selections == ["Well 3", "none"])
      }
    }

    @Test func `a click beside the detail selects in place, and the line follows the pointer`()
      async throws
    {
      try await with(minimum: 200) { store, window, input in
        let row: WidgetPointer = try #require(label("Well 2", in: window))
        try await input.click(row)
        #expect(await eventually { store.well == "Well 2" })
        #expect(await eventually { label("Water of Well 2", in: window) != nil })
        #expect(label("Well 1", in: window) != nil, "The list stays beside the detail")

        let handle: WidgetPointer = try #require(
          window.content.family.first { gtk_widget_has_css_class($0, "split-handle") != 0 }
        )
        let detail: WidgetPointer = try #require(
          window.content.family.first { gtk_widget_has_css_class($0, "split-detail") != 0 }
        )
        try await input.drag(handle, x: 0.5, to: detail, x: 0.2, y: 0.5)
        let width = try #require(store.widths.sidebar)
        #expect((240.0...320).contains(width))
        #expect(
          await eventually {
            window.content.family.contains {
              gtk_widget_has_css_class($0, "split-sidebar") != 0
                && Double(gtk_widget_get_width($0)) == width
            }
          }
        )
      }
    }
  }
}

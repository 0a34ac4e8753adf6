import CGtk
import ComposableGtk
import GtkKit
import Testing

private struct Pages: View {
  @Bindable var store: StoreOf<BookFeature>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      Button("Focus of the root") {}.navigationTitle("Book")
    } destination: { store in
      switch store.case {
      case .page(let store), .other(let store): Page(store: store)
      }
    }
  }

  struct Page: View {
    let store: StoreOf<PageFeature>

    var body: some View {
      Button("Focus of \(store.name)") {}.navigationTitle("\(store.name) \(store.count)")
    }
  }
}

/// All ways in which a user can go back, as what sends the same.
enum WayBack: String, CaseIterable {
  case button, altLeft, escape, backKey, mouseButton, touchSwipe, touchpadSwipe

  /// Goes this way; gives whether it was there.
  @MainActor
  func go(in window: TestWindow) throws {
    let stack = try #require(window.stack)
    switch self {
    case .button:
      try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
    case .altLeft: _ = window.window.widget.press(key: GDK_KEY_Left, GDK_ALT_MASK)
    case .escape: _ = window.window.widget.press(key: GDK_KEY_Escape)
    case .backKey: _ = window.window.widget.press(key: GDK_KEY_Back)
    case .mouseButton: stack.press(button: 8)
    case .touchSwipe:
      let swipe = try #require(stack.controllers(gtk_gesture_swipe_get_type()).first)
      emit(swipe, "swipe", 800.0, 10.0)
    case .touchpadSwipe:
      let scroll = try #require(stack.controllers(gtk_event_controller_scroll_get_type()).first)
      emit(scroll, "scroll-begin")
      for _ in 0..<20 { _ = emitForResult(scroll, "scroll", -1.0, 0.0) }
      emit(scroll, "scroll-end")
    }
  }
}

extension ComposableGtkTests {
  @MainActor
  struct WaysBackTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func makeStore(_ names: String...) -> StoreOf<BookFeature> {
      Store(
        initialState: BookFeature.State(
          path: StackState(names.map { .page(PageFeature.State(name: $0)) })
        )
      ) {
        BookFeature()
      }
    }

    private func with(
      _ store: StoreOf<BookFeature>,
      _ body: (TestWindow) async throws -> Void
    ) async rethrows {
      let window = TestWindow(Pages(store: store))
      defer { window.close() }
      try await body(window)
    }

    private func back(in window: TestWindow) throws -> WidgetPointer {
      try #require(window.headerBar.widget.button(icon: "go-previous-symbolic"))
    }

    private func tooltip(_ widget: WidgetPointer) -> String? {
      gtk_widget_get_tooltip_text(widget).map { String(cString: $0) }
    }

    /// The titles in the open menu of the pages below.
    private func history(_ window: TestWindow) -> [WidgetPointer] {
      guard let back = try? back(in: window),
        let popover = back.family.first(where: { $0.isA(gtk_popover_get_type()) })
      else { return [] }
      return popover.family.filter { $0.isA(gtk_button_get_type()) }
    }

    private func titles(_ buttons: [WidgetPointer]) -> [String] {
      buttons.map { $0.visibleTexts.joined() }
    }

    @Test("Every way back sends one pop, also when it is gone twice", arguments: WayBack.allCases)
    func once(way: WayBack) async throws {
      let store = makeStore("One", "Two")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" })
        try way.go(in: window)
        #expect(store.pops == 1)
        #expect(store.path.count == 1)
        try way.go(in: window)
        #expect(store.pops == 1)
        #expect(await eventually { window.window.title == "One 0" && window.stackIsStill })
        try way.go(in: window)
        #expect(await eventually { window.window.title == "Book" && window.stackIsStill })
        if way != .button { try way.go(in: window) }
        #expect(store.pops == 2)
      }
    }

    @Test(
      "A reducer that declines leaves all as it was, whichever way",
      arguments: WayBack.allCases
    )
    func veto(way: WayBack) async throws {
      let store = makeStore("One", "Two")
      store.send(.lock)
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" })
        let focus = gtk_window_get_focus(window.window.pointer)
        try way.go(in: window)
        #expect(store.pops == 1)
        updateViewsNow()
        #expect(window.stackIsStill)
        #expect(window.window.title == "Two 0")
        #expect(window.pageCount == 3)
        #expect(gtk_window_get_focus(window.window.pointer) == focus)
      }
    }

    @Test("Where text runs from right to left, keys and swipes are mirrored")
    func rightToLeft() async throws {
      gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      let store = makeStore("One", "Two")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" })
        for way in [WayBack.altLeft, .touchSwipe, .touchpadSwipe] { try way.go(in: window) }
        #expect(store.pops == 0)
        #expect(window.window.widget.press(key: GDK_KEY_Right, GDK_ALT_MASK))
        #expect(store.pops == 1)
        #expect(await eventually { window.window.title == "One 0" && window.stackIsStill })
        let stack = try #require(window.stack)
        let swipe = try #require(stack.controllers(gtk_gesture_swipe_get_type()).first)
        emit(swipe, "swipe", -800.0, 10.0)
        #expect(store.pops == 2)
      }
    }

    @Test("Fingers that go the other way, across, or hardly at all do not go back")
    func otherSwipes() async throws {
      let store = makeStore("One")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "One 0" })
        let stack = try #require(window.stack)
        let swipe = try #require(stack.controllers(gtk_gesture_swipe_get_type()).first)
        for (x, y) in [(-800.0, 0.0), (400.0, 390.0), (50.0, 0.0)] { emit(swipe, "swipe", x, y) }
        // A wheel that is tilted has no beginning and no end.
        let scroll = try #require(stack.controllers(gtk_event_controller_scroll_get_type()).first)
        for _ in 0..<50 { _ = emitForResult(scroll, "scroll", -1.0, 0.0) }
        emit(scroll, "scroll-end")
        #expect(store.pops == 0)
      }
    }

    @Test("The tooltip of the back button is the title of the page below, also when that changes")
    func tooltip() async throws {
      let store = makeStore("One", "Two")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" })
        let back = try back(in: window)
        #expect(tooltip(back) == "One 0")
        store.send(.path(.element(id: store.path.ids[0], action: .page(.increment))))
        #expect(await eventually { tooltip(back) == "One 1" })
        back.click()
        #expect(await eventually { tooltip(back) == "Book" })
      }
    }

    @Test("A secondary click shows all pages below, and leads to any of them with one pop")
    func history() async throws {
      let store = makeStore("One", "Two", "Three")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Three 0" })
        try back(in: window).press(button: guint(GDK_BUTTON_SECONDARY))
        #expect(await eventually { titles(history(window)) == ["Two 0", "One 0", "Book"] })
        history(window)[1].click()
        #expect(store.pops == 1)
        #expect(store.path.count == 1)
        #expect(await eventually { window.window.title == "One 0" && history(window).isEmpty })
        // The focus is on the page, not left behind on the back button.
        #expect(
          await eventually {
            gtk_window_get_focus(window.window.pointer)?.visibleTexts == ["Focus of One"]
          }
        )
      }
    }

    @Test("A long press and the menu key show the pages below, too")
    func historyByTouchAndKey() async throws {
      let store = makeStore("One", "Two")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" })
        let back = try back(in: window)
        let press = try #require(back.controllers(gtk_gesture_long_press_get_type()).first)
        emit(press, "pressed", 1.0, 1.0)
        #expect(await eventually { titles(history(window)) == ["One 0", "Book"] })
        #expect(back.press(key: GDK_KEY_Menu))
        #expect(titles(history(window)) == ["One 0", "Book"])
        #expect(back.press(key: GDK_KEY_F10, GDK_SHIFT_MASK))
        #expect(!back.press(key: GDK_KEY_F10))
        history(window).last?.click()
        #expect(store.pops == 1)
        #expect(await eventually { window.window.title == "Book" })
      }
    }

    @Test("A reducer that declines keeps the page that the menu was to leave")
    func historyVeto() async throws {
      let store = makeStore("One", "Two")
      store.send(.lock)
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" })
        try back(in: window).press(button: guint(GDK_BUTTON_SECONDARY))
        #expect(await eventually { history(window).count == 2 })
        history(window).last?.click()
        #expect(store.pops == 1)
        #expect(await eventually { history(window).isEmpty })
        #expect(window.window.title == "Two 0")
      }
    }

    @Test(
      "The menu waits for the release, which it would take: the button would look pressed ever after"
    )
    func historyAtRelease() async throws {
      try await with(makeStore("One", "Two")) { window in
        #expect(await eventually { window.window.title == "Two 0" })
        let click = try #require(
          try back(in: window).controllers(gtk_gesture_click_get_type())
            .first { gtk_gesture_single_get_button($0) == guint(GDK_BUTTON_SECONDARY) }
        )
        emit(click, "pressed", Int32(1), 1.0, 1.0)
        MainLoop.pump()
        #expect(history(window).isEmpty)
        emit(click, "released", Int32(1), 1.0, 1.0)
        #expect(await eventually { history(window).count == 2 })
      }
    }

    @Test("The menu goes with its window, and leaves nothing behind")
    func historyLifetime() async throws {
      let handlers = Signal.liveHandlers
      let widget: WeakReference
      do {
        let window = TestWindow(Pages(store: makeStore("One")))
        #expect(await eventually { window.window.title == "One 0" })
        try back(in: window).press(button: guint(GDK_BUTTON_SECONDARY))
        #expect(await eventually { history(window).count == 1 })
        widget = WeakReference(try #require(history(window).first))
        window.close()
      }
      #expect(await eventually { !widget.isAlive && Signal.liveHandlers == handlers })
    }
  }
}

import ComposableGtk
import GtkKit
import Testing

private struct Pages: View {
  @Bindable var store: StoreOf<BookFeature>
  var appearances = Appearances()

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      Button("Focus of the root") {}.navigationTitle("Book")
    } destination: { store in
      switch store.case {
      case .page(let store), .other(let store): Page(store: store, appearances: appearances)
      }
    }
  }

  struct Page: View {
    let store: StoreOf<PageFeature>
    let appearances: Appearances

    var body: some View {
      Button("Focus of \(store.name)") {}
        .navigationTitle("\(store.name) \(store.count)")
        .onAppear { appearances.log.append("+\(store.name)") }
        .onDisappear { appearances.log.append("-\(store.name)") }
    }
  }
}

/// Which pages have come into sight and left it, in order.
@MainActor
private final class Appearances {
  var log: [String] = []
}

/// All ways in which a user can go back, as what sends the same.
enum WayBack: String, CaseIterable {
  case button, altLeft, escape, backKey, mouseButton, touchSwipe, touchpadSwipe

  /// Goes back in this way.
  @MainActor
  func go(in window: TestWindow) throws {
    let stack = try #require(window.stackSurface)
    switch self {
    case .button:
      try #require(window.headerBar.widget.button(icon: "go-previous-symbolic")).click()
    case .altLeft: _ = window.window.widget.press(key: GDK_KEY_Left, GDK_ALT_MASK)
    case .escape: _ = window.window.widget.press(key: GDK_KEY_Escape)
    case .backKey: _ = window.window.widget.press(key: GDK_KEY_Back)
    case .mouseButton: stack.press(button: 8)
    case .touchSwipe:
      try Touch(on: stack).swipe((100, 2), (250, 10))
    case .touchpadSwipe:
      let touchpad = try Touchpad(on: stack)
      touchpad.begin()
      for _ in 0..<20 { touchpad.move(10) }
      touchpad.end()
    }
  }
}

/// A finger on a touch screen, as the signals that GTK emits for it.
@MainActor
private struct Touch {
  private let drag: OpaquePointer

  init(on stack: WidgetPointer) throws {
    drag = try #require(stack.controllers(gtk_gesture_drag_get_type()).first)
  }

  func swipe(_ places: (x: Double, y: Double)...) {
    emit(drag, "drag-begin", 10.0, 10.0)
    for (x, y) in places { emit(drag, "drag-update", x, y) }
    let (x, y) = places.last ?? (0, 0)
    emit(drag, "drag-end", x, y)
  }

  /// A swipe that something else takes over before it ends.
  func swipeUntilCancelled(_ x: Double) {
    emit(drag, "drag-begin", 10.0, 10.0)
    emit(drag, "drag-update", x, 0.0)
    emit(drag, "cancel", 0)
    emit(drag, "drag-end", x, 0.0)
  }
}

/// Two fingers on a touchpad, as the signals that GTK emits for them.
@MainActor
private struct Touchpad {
  private let scroll: OpaquePointer

  init(on stack: WidgetPointer) throws {
    scroll = try #require(stack.controllers(gtk_event_controller_scroll_get_type()).first)
  }

  func begin() { emit(scroll, "scroll-begin") }

  /// Moves the fingers to the right, in steps of ten pixels. Returns whether the stack handled the
  /// gesture.
  @discardableResult
  func move(_ x: Double) -> Bool { emitForResult(scroll, "scroll", -x / 10, 0.0) }

  func end() { emit(scroll, "scroll-end") }
}

extension ComposableGtkTests {
  @MainActor
  struct WaysBackTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
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

    @Test(arguments: WayBack.allCases)
    func `every way back sends one pop, also when it is gone twice`(way: WayBack) async throws {
      let store = makeBook("One", "Two")
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

    /// The compositor of the tests on Wayland knows three buttons of the mouse.
    @Test(
      .enabled(if: !RealInput.isWayland),
      arguments: [true, false]
    )
    func `a click after one of the mouse's back button goes where the pointer is`(declines: Bool)
      async throws
    {
      let store = makeBook("One", "Two")
      if declines { store.send(.lock) }
      try await with(store) { window in
        #expect(await eventually { window.content.button("Focus of Two") != nil })
        let input = try await RealInput(window)
        try await input.click(try #require(window.content.button("Focus of Two")), button: 8)
        #expect(await eventually { store.pops == 1 && window.stackIsStill })
        #expect(store.path.count == (declines ? 2 : 1))
        try await input.click(try back(in: window))
        #expect(await eventually { store.pops == 2 && window.stackIsStill })
      }
    }

    @Test(arguments: WayBack.allCases)
    func `a reducer that declines leaves all as it was, whichever way`(way: WayBack) async throws {
      let store = makeBook("One", "Two")
      store.send(.lock)
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" })
        let focus = gtk_window_get_focus(window.window.pointer)
        try way.go(in: window)
        #expect(store.pops == 1)
        updateViewsNow()
        #expect(window.window.title == "Two 0")
        #expect(await eventually { window.stackIsStill })
        #expect(window.window.title == "Two 0")
        #expect(window.pageCount == 3)
        #expect(left(of: "Focus of Two", in: window) == 0)
        #expect(gtk_window_get_focus(window.window.pointer) == focus)
      }
    }

    @Test func `where text runs from right to left, keys and swipes are mirrored`() async throws {
      gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      let store = makeBook("One", "Two")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" })
        for way in [WayBack.altLeft, .touchSwipe, .touchpadSwipe] { try way.go(in: window) }
        #expect(store.pops == 0)
        #expect(window.window.widget.press(key: GDK_KEY_Right, GDK_ALT_MASK))
        #expect(store.pops == 1)
        #expect(await eventually { window.window.title == "One 0" && window.stackIsStill })
        try Touch(on: try #require(window.stackSurface)).swipe((-250, 10))
        #expect(store.pops == 2)
      }
    }

    @Test func `fingers that go the other way, across, or hardly at all do not go back`()
      async throws
    {
      let store = makeBook("One")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "One 0" })
        let stack = try #require(window.stackSurface)
        let touch = try Touch(on: stack)
        touch.swipe((-200, 0), (200, 0))
        touch.swipe((100, 90), (300, 90))
        touch.swipe((0, 30), (300, 30))
        touch.swipe((9, 0))
        touch.swipeUntilCancelled(300)
        // A wheel that is tilted has no beginning and no end.
        let touchpad = try Touchpad(on: stack)
        for _ in 0..<50 { #expect(!touchpad.move(10)) }
        touchpad.end()
        #expect(store.pops == 0)
        #expect(await eventually { left(of: "Focus of One", in: window) == 0 })
      }
    }

    /// The left edge of the page with a text, in pixels from the left edge of the stack; `nil` if
    /// the page is not visible.
    private func left(of text: String, in window: TestWindow) -> Double? {
      guard let stack = window.stack,
        let page = window.pages.first(where: { $0.visibleTexts.contains(text) }),
        gtk_widget_get_mapped(page) != 0
      else { return nil }
      var x = 0.0
      guard gtk_widget_translate_coordinates(page, stack, 0, 0, &x, nil) != 0 else { return nil }
      return x
    }

    /// Where the image of the moved page begins; `nil` if there is none.
    private func leftOfImage(in window: TestWindow) -> Double? {
      guard let stack = window.stack, let image = window.content.movedPageImage else { return nil }
      var x = 0.0
      guard gtk_widget_translate_coordinates(image, stack, 0, 0, &x, nil) != 0 else { return nil }
      return x
    }

    @Test func `pages follow the fingers, and nothing is sent before these leave`() async throws {
      let store = makeBook("One", "Two")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" && window.stackIsStill })
        let stack = try #require(window.stack)
        let width = Double(gtk_widget_get_width(stack))
        let touchpad = try Touchpad(on: try #require(window.stackSurface))
        touchpad.begin()
        #expect(!touchpad.move(5))
        #expect(touchpad.move(105))
        // A touchpad swipe over a page counts as at most 400 pixels wide, whatever its width on the
        // screen. This swipe is 100 of them.
        let expected = (100 / min(width, 400) * width).rounded()
        #expect(await eventually { leftOfImage(in: window) == expected })
        #expect(left(of: "Focus of One", in: window) == 0)
        #expect(store.pops == 0 && window.window.title == "Two 0")
        #expect(left(of: "Focus of the root", in: window) == nil)
        touchpad.move(200)
        #expect(
          await eventually {
            leftOfImage(in: window) == (300 / min(width, 400) * width).rounded()
          }
        )
        // On they go from where they are.
        gtk_stack_set_transition_duration(OpaquePointer(stack), 60_000)
        touchpad.end()
        #expect(store.pops == 1)
        updateViewsNow()
        #expect(window.window.title == "One 0" && !window.stackIsStill)
        #expect(await eventually { leftOfImage(in: window) ?? 0 >= expected * 3 - 1 })
        #expect(store.pops == 1)
      }
    }

    @Test func `a page whose swipe is taken back returns to its place, and all is as it was`()
      async throws
    {
      let store = makeBook("One", "Two")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" && window.stackIsStill })
        let focus = gtk_window_get_focus(window.window.pointer)
        let touchpad = try Touchpad(on: try #require(window.stackSurface))
        touchpad.begin()
        touchpad.move(150)
        #expect(await eventually { left(of: "Focus of One", in: window) != nil })
        touchpad.move(-120)
        touchpad.end()
        #expect(store.pops == 0)
        #expect(await eventually { left(of: "Focus of One", in: window) == nil })
        #expect(await eventually { left(of: "Focus of Two", in: window) == 0 })
        #expect(window.pages.allSatisfy { gtk_widget_get_can_target($0) != 0 })
        #expect(gtk_window_get_focus(window.window.pointer) == focus)
      }
    }

    @Test
    func `pages appear and disappear when it is decided that they do, not while fingers move one`()
      async throws
    {
      let store = makeBook("One", "Two")
      let appearances = Appearances()
      let window = TestWindow(Pages(store: store, appearances: appearances))
      defer { window.close() }
      #expect(await eventually { appearances.log == ["+Two"] && window.stackIsStill })
      let touchpad = try Touchpad(on: try #require(window.stackSurface))
      for (way, log) in [(-345.0, ["+Two"]), (0, ["+Two", "-Two", "+One"])] {
        touchpad.begin()
        touchpad.move(350)
        #expect(await eventually { left(of: "Focus of One", in: window) == 0 })
        #expect(appearances.log == ["+Two"])
        touchpad.move(way)
        touchpad.end()
        #expect(await eventually { window.stackIsStill })
        #expect(Set(appearances.log) == Set(log) && appearances.log.count == log.count)
      }
    }

    @Test func `a page whose reducer declines returns to its place when the fingers leave it`()
      async throws
    {
      let store = makeBook("One", "Two")
      store.send(.lock)
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" && window.stackIsStill })
        let touchpad = try Touchpad(on: try #require(window.stackSurface))
        touchpad.begin()
        touchpad.move(350)
        #expect(await eventually { left(of: "Focus of One", in: window) != nil })
        touchpad.end()
        #expect(store.pops == 1)
        #expect(await eventually { left(of: "Focus of One", in: window) == nil })
        #expect(await eventually { left(of: "Focus of Two", in: window) == 0 })
        #expect(window.window.title == "Two 0")
      }
    }

    @Test func `fingers that are there when other pages come do not go back from those`()
      async throws
    {
      let store = makeBook("One", "Two")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "Two 0" && window.stackIsStill })
        let touchpad = try Touchpad(on: try #require(window.stackSurface))
        touchpad.begin()
        touchpad.move(350)
        var path = store.path
        path.append(.page(PageFeature.State(name: "Three")))
        store.send(.set(path))
        updateViewsNow()
        touchpad.move(50)
        touchpad.end()
        #expect(store.pops == 0)
        #expect(await eventually { window.window.title == "Three 0" && window.stackIsStill })
        #expect(await eventually { left(of: "Focus of Three", in: window) == 0 })
      }
    }

    @Test
    func `fingers that have not moved yet when other pages come do not go back from those, either`()
      async throws
    {
      let store = makeBook("One")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "One 0" && window.stackIsStill })
        let touchpad = try Touchpad(on: try #require(window.stackSurface))
        touchpad.begin()
        touchpad.move(5)
        var path = store.path
        path.append(.page(PageFeature.State(name: "Two")))
        store.send(.set(path))
        updateViewsNow()
        #expect(await eventually { window.window.title == "Two 0" && window.stackIsStill })
        touchpad.move(350)
        touchpad.end()
        #expect(store.pops == 0)
        // New fingers are about it.
        touchpad.begin()
        touchpad.move(350)
        touchpad.end()
        #expect(store.pops == 1)
      }
    }

    @Test func `a page returns to its place when other fingers come before the first have left`()
      async throws
    {
      let store = makeBook("One")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "One 0" && window.stackIsStill })
        let touchpad = try Touchpad(on: try #require(window.stackSurface))
        touchpad.begin()
        touchpad.move(300)
        #expect(await eventually { left(of: "Focus of the root", in: window) != nil })
        touchpad.begin()
        #expect(await eventually { left(of: "Focus of the root", in: window) == nil })
        touchpad.end()
        #expect(store.pops == 0)
      }
    }

    @Test
    func
      `With animations turned off pages do not follow the fingers, and a swipe goes back all the same`()
      async throws
    {
      defer { DesktopSettings.areAnimationsEnabled = true }
      let store = makeBook("One")
      try await with(store) { window in
        #expect(await eventually { window.window.title == "One 0" && window.stackIsStill })
        DesktopSettings.areAnimationsEnabled = false
        let touchpad = try Touchpad(on: try #require(window.stackSurface))
        touchpad.begin()
        touchpad.move(300)
        #expect(left(of: "Focus of the root", in: window) == nil)
        touchpad.end()
        #expect(store.pops == 1)
      }
    }

    @Test
    func `the tooltip of the back button is the title of the page below, also when that changes`()
      async throws
    {
      let store = makeBook("One", "Two")
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

    @Test func `a secondary click shows all pages below, and leads to any of them with one pop`()
      async throws
    {
      let store = makeBook("One", "Two", "Three")
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

    @Test func `a long press and the menu key show the pages below, too`() async throws {
      let store = makeBook("One", "Two")
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

    @Test func `a reducer that declines keeps the page that the menu was to leave`() async throws {
      let store = makeBook("One", "Two")
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

    @Test
    func
      `The menu waits for the release, which it would take: the button would look pressed ever after`()
      async throws
    {
      try await with(makeBook("One", "Two")) { window in
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

    @Test func `a back button that had the focus is gone with its window, also before a frame`()
      async throws
    {
      let handlers = Signal.liveHandlers
      let widget: WeakReference
      do {
        let store = makeBook("One")
        let window = TestWindow(Pages(store: store))
        #expect(await eventually { window.window.title == "One 0" && window.stackIsStill })
        let back = try back(in: window)
        widget = WeakReference(back)
        gtk_widget_grab_focus(back)
        #expect(gtk_window_get_focus(window.window.pointer) == back)
        store.send(.set(StackState()))
        updateViewsNow()
        #expect(gtk_widget_get_visible(back) == 0)
        window.close()
      }
      #expect(await eventually { !widget.isAlive && Signal.liveHandlers <= handlers })
    }

    @Test func `the menu goes with its window, and leaves nothing behind`() async throws {
      let handlers = Signal.liveHandlers
      let widget: WeakReference
      do {
        let window = TestWindow(Pages(store: makeBook("One")))
        #expect(await eventually { window.window.title == "One 0" })
        try back(in: window).press(button: guint(GDK_BUTTON_SECONDARY))
        #expect(await eventually { history(window).count == 1 })
        widget = WeakReference(try #require(history(window).first))
        window.close()
      }
      #expect(await eventually { !widget.isAlive && Signal.liveHandlers <= handlers })
    }

    @Test
    func `the menu of many pages with long titles scrolls and stays on the monitor`() async throws {
      let title = String(repeating: "A long title ", count: 25)
      let store = Store(
        initialState: BookFeature.State(
          path: StackState((0..<40).map { .page(PageFeature.State(name: "\(title)\($0)")) })
        )
      ) {
        BookFeature()
      }
      try await with(store) { window in
        #expect(await eventually { window.window.title.hasSuffix("39 0") && window.stackIsStill })
        let back = try back(in: window)
        #expect(back.press(key: GDK_KEY_Menu))
        let popover = try #require(back.family.first { $0.isA(gtk_popover_get_type()) })
        // GTK scrolls to what has the focus only if it has its place by then.
        #expect(
          await eventually {
            gtk_widget_get_mapped(popover) != 0
              && history(window).last.map { gtk_widget_get_height($0) > 0 } == true
          }
        )
        #expect(history(window).count == 40)
        let monitor = try #require(monitorSize(of: back))
        #expect(gtk_widget_get_height(popover) < monitor.height / 2)
        #expect(gtk_widget_get_width(popover) < 480)
        // What has the focus is scrolled to, and so the last entry can be reached.
        let last = try #require(history(window).last)
        gtk_widget_grab_focus(last)
        #expect(
          await eventually {
            var y = 0.0
            gtk_widget_translate_coordinates(last, popover, 0, 0, nil, &y)
            return y > 0 && y < Double(gtk_widget_get_height(popover))
          }
        )
        gtk_popover_popdown(popover.cast())
        #expect(await eventually { history(window).isEmpty })
      }
    }

    private func monitorSize(of widget: WidgetPointer) -> (width: Int32, height: Int32)? {
      guard let native = gtk_widget_get_native(widget),
        let surface = gtk_native_get_surface(native),
        let monitor = gdk_display_get_monitor_at_surface(gdk_display_get_default(), surface)
      else { return nil }
      var area = GdkRectangle()
      gdk_monitor_get_geometry(monitor, &area)
      return (area.width, area.height)
    }

    @Test
    func `the back button stays where it is while the pages have other tool bars`()
      async throws
    {
      struct Tools: View {
        @Bindable var store: StoreOf<BookFeature>

        var body: some View {
          NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
            Text("Root").navigationTitle("Book")
          } destination: { store in
            switch store.case {
            case .page(let store):
              Text(store.name).navigationTitle(store.name)
                .toolbar {
                  ToolbarItem(placement: .leading) { Button("Lead") {} }
                  ToolbarItem(placement: .primaryAction) { Button("Edit") {} }
                }
            case .other(let store): Text(store.name).navigationTitle(store.name)
            }
          }
        }
      }
      let pages: [BookFeature.Path.State] = [
        .page(PageFeature.State(name: "One")), .other(PageFeature.State(name: "Two")),
        .page(PageFeature.State(name: "Three")),
      ]
      let store = Store(initialState: BookFeature.State(path: StackState(pages))) { BookFeature() }
      let window = TestWindow(Tools(store: store))
      defer { window.close() }
      #expect(await eventually { window.window.title == "Three" && window.stackIsStill })
      let back = try back(in: window)
      var unmaps = 0
      let connection = Signal.connect(back, "unmap") { unmaps += 1 }
      defer { connection.disconnect() }
      back.click()
      #expect(await eventually { store.path.count == 2 && window.stackIsStill })
      back.click()
      #expect(await eventually { store.path.count == 1 && window.stackIsStill })
      // A button that is removed for a moment would not receive the next click of a pointer above
      // it.
      #expect(unmaps == 0)
    }
  }
}

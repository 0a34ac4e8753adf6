import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

/// Clicks, the pointer and identity.
extension ViewTests {
  /// Emits the release of the first button on a widget, as the last of a number of clicks.
  private func click(_ widget: WidgetPointer, times: Int32 = 1, x: Double = 1, y: Double = 1) {
    for gesture in widget.controllers(gtk_gesture_click_get_type()) {
      emit(gesture, "released", times, x, y)
    }
  }

  @Test func `a click performs the action of a view, and one outside of it does not`() async throws
  {
    var taps = 0
    var doubleTaps = 0
    let view = VStack {
      Text("Once").onTapGesture { taps += 1 }
      Text("Twice").onTapGesture(count: 2) { doubleTaps += 1 }
    }
    try await withWindow(view, width: 300, height: 200) { content in
      let once = try #require(content.label("Once"))
      click(once)
      click(once, times: 2)
      #expect(taps == 2)
      click(once, x: 900)
      #expect(taps == 2)
      let twice = try #require(content.label("Twice"))
      click(twice)
      #expect(doubleTaps == 0)
      click(twice, times: 2)
      click(twice, times: 3)
      #expect(doubleTaps == 1)
    }
  }

  @Test
  func `a view that takes clicks is a button for the keyboard and for assistive technologies`()
    async throws
  {
    var taps = 0
    let view = HStack {
      Text("Open")
      Image(systemName: "star")
    }
    .onTapGesture { taps += 1 }
    try await withWindow(view, width: 300, height: 200) { content in
      let label = try #require(content.label("Open"))
      let box = try #require(gtk_widget_get_parent(label))
      #expect(gtk_accessible_get_accessible_role(box.opaque) == GTK_ACCESSIBLE_ROLE_BUTTON)
      #expect(gtk_widget_grab_focus(box) != 0)
      #expect(await eventually { gtk_widget_has_focus(box) != 0 })
      #expect(box.press(key: GDK_KEY_Return))
      #expect(box.press(key: GDK_KEY_space))
      #expect(!box.press(key: GDK_KEY_Return, GDK_CONTROL_MASK))
      #expect(!box.press(key: GDK_KEY_a))
      #expect(taps == 2)
    }
  }

  @Test func `a control in a view that takes clicks keeps the focus and its role`() throws {
    try withHost(HStack { Button("Inside") {} }.onTapGesture {}) { host in
      let button = try #require(host.widget.button(labelled: "Inside"))
      let box = try #require(gtk_widget_get_parent(button))
      #expect(gtk_widget_get_focusable(box) == 0)
      #expect(gtk_accessible_get_accessible_role(box.opaque) != GTK_ACCESSIBLE_ROLE_BUTTON)
    }
  }

  @Test func `a covered view takes no clicks and no pointer`() throws {
    var calls = 0
    var isCovered = true
    let coverage = Coverage { isCovered }
    var environment = EnvironmentValues()
    environment.coverage = coverage
    let view = Text("Text").onTapGesture { calls += 1 }.onHover { _ in calls += 1 }
    try withHost(view, environment: environment) { host in
      let label = try #require(host.widget.label("Text"))
      let motion = try #require(label.controllers(gtk_event_controller_motion_get_type()).first)
      emit(motion, "enter", 1.0, 1.0)
      #expect(calls == 0)
      isCovered = false
      emit(motion, "enter", 1.0, 1.0)
      #expect(calls == 1)
      isCovered = true
      emit(motion, "leave")
      #expect(calls == 2, "the pointer has left a covered view, too")
      #expect(!label.press(key: GDK_KEY_Return))
      #expect(calls == 2)
    }
  }

  @Test func `a view is told once when the pointer comes and when it leaves`() throws {
    var changes: [Bool] = []
    try withHost(Text("Text").onHover { changes.append($0) }) { host in
      let label = try #require(host.widget.label("Text"))
      let motion = try #require(label.controllers(gtk_event_controller_motion_get_type()).first)
      emit(motion, "enter", 1.0, 1.0)
      emit(motion, "motion", 2.0, 1.0)
      #expect(changes == [true])
      emit(motion, "leave")
      emit(motion, "leave")
      #expect(changes == [true, false])
    }
  }

  @Test func `a view with another identity is a new one`() throws {
    struct Counter: View {
      let log: (String) -> Void
      @State private var count = 0

      var body: some View {
        Button("Count \(count)") { count += 1 }
          .onAppear { log("appear") }
          .onDisappear { log("disappear") }
      }
    }
    struct Root: View {
      let settings: Settings

      var body: some View {
        VStack {
          Text(settings.name)
          Counter { settings.log.append($0) }.id(settings.count)
          Text("After")
        }
      }
    }
    let settings = Settings()
    try withHost(Root(settings: settings)) { host in
      try #require(host.widget.button(labelled: "Count 0")).click()
      MainLoop.pump()
      settings.name = "Desk"
      MainLoop.pump()
      #expect(host.widget.texts == ["Desk", "Count 1", "After"])
      settings.count = 4
      MainLoop.pump()
      #expect(host.widget.texts == ["Desk", "Count 0", "After"])
    }
  }
}

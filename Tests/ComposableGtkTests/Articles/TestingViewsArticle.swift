// The test of the article "Testing", as its readers copy it. It runs with `--no-parallel`, like all
// tests of widgets.

import ComposableGtk
import GtkKit
import Testing

@MainActor
struct FerryViewTests {
  @Test func `a click on the button takes a passenger aboard`() async throws {
    try #require(Display.isAvailable, "There is no display: run the tests under xvfb-run")
    let store = Store(initialState: Ferry.State()) { Ferry() }
    let window = ViewWindow("Ferry") { FerryView(store: store) }
    window.present()
    defer { window.destroy() }

    let root = window.window.widget
    #expect(await eventually { texts(in: root).contains("0 aboard") })
    let button = try #require(
      widgets(in: root).first { $0.isA(gtk_button_get_type()) && texts(in: $0) == ["Board"] }
    )
    Signal.emit(button, "clicked")
    #expect(await eventually { texts(in: root).contains("1 aboard") })
    #expect(store.aboard == 1)
  }

  /// Runs GLib's main loop until a condition holds, and returns whether it does.
  private func eventually(
    within timeout: Duration = .seconds(10),
    _ condition: () -> Bool
  ) async -> Bool {
    let deadline = ContinuousClock.now + timeout
    while true {
      MainLoop.pump(limit: 100)
      if condition() { return true }
      if ContinuousClock.now > deadline { return false }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Returns a widget and all widgets in it, from the outermost to the innermost.
  private func widgets(in widget: WidgetPointer) -> [WidgetPointer] {
    var found = [widget]
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      found += widgets(in: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return found
  }

  /// Returns the texts of the visible labels in a widget.
  private func texts(in widget: WidgetPointer) -> [String] {
    widgets(in: widget)
      .filter { $0.isA(gtk_label_get_type()) && gtk_widget_is_visible($0) != 0 }
      .map { String(cString: gtk_label_get_text(OpaquePointer($0))) }
  }
}

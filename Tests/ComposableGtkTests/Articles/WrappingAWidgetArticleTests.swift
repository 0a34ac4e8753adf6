import ComposableGtk
import GtkKit
import Testing

extension ComposableGtkTests {
  @MainActor
  struct WrappingAWidgetArticleTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `a meter shows its fraction`() {
      let window = TestWindow(Meter(fraction: 0.25))
      defer { window.close() }
      let meter = window.content.family.first { $0.isA(gtk_level_bar_get_type()) }
      #expect(meter.map { gtk_level_bar_get_value(OpaquePointer($0)) } == 0.25)
    }

    @Test func `a title is shown, and changes when it is edited`() throws {
      var title = "Lamp"
      let window = TestWindow(
        EditableTitle(title: Binding(get: { title }, set: { title = $0 }))
      )
      defer { window.close() }
      let label = try #require(
        window.content.family.first { $0.isA(gtk_entry_get_type()) }
      )
      #expect(String(cString: gtk_editable_get_text(OpaquePointer(label))) == "Lamp")
      gtk_editable_set_text(OpaquePointer(label), "Desk lamp")
      #expect(title == "Desk lamp")
    }
  }
}

import ComposableGtk
import ComposableGtkTestSupport
import GtkKit
import Testing

private struct AppearanceView: View {
  let warning: Warning
  let delete: () -> Void

  var body: some View {
    VStack {
      Text("Low on stock")
        .foregroundStyle(warning.isUrgent ? .red : Color(red: 0, green: 0.5, blue: 1))
      Divider()
      HStack {
        Image(icon: "dialog-warning-symbolic").accessibilityLabel(
          warning.isUrgent ? "Urgent" : "Warning"
        )
        Divider()
        Text("Order").swipeActions { Button("Delete", action: delete) }
      }
    }
  }
}

@MainActor @Observable
private final class Warning {
  var isUrgent = false
}

extension ComposableGtkTests {
  @MainActor
  struct AppearanceTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func text(_ owned: UnsafeMutablePointer<CChar>) -> String {
      defer { g_free(owned) }
      return String(cString: owned)
    }

    private func color(of widget: WidgetPointer) -> String {
      var color = GdkRGBA()
      gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
      return text(gdk_rgba_to_string(&color))
    }

    @Test func `Colours of text and labels for those who do not see follow their values`()
      async throws
    {
      let warning = Warning()
      let window = TestWindow(AppearanceView(warning: warning) {})
      defer { window.close() }
      let label = try #require(window.content.family.first { $0.isA(gtk_label_get_type()) })
      let image = try #require(window.content.family.first { $0.isA(gtk_image_get_type()) })
      #expect(await eventually { color(of: label) == "rgb(0,128,255)" })
      #expect(Accessibility.label(of: image) == "Warning")
      #expect(
        String(cString: gtk_image_get_icon_name(OpaquePointer(image))) == "dialog-warning-symbolic"
      )
      warning.isUrgent = true
      #expect(await eventually { color(of: label) == "rgb(224,27,36)" })
      #expect(Accessibility.label(of: image) == "Urgent")
    }

    @Test func `A divider lies across the direction of its stack`() {
      let window = TestWindow(AppearanceView(warning: Warning()) {})
      defer { window.close() }
      let directions = window.content.family.filter { $0.isA(gtk_separator_get_type()) }
        .map { gtk_orientable_get_orientation(OpaquePointer($0)) }
      #expect(directions == [GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL])
    }

    @Test func `The actions of a row stand in its context menu`() async throws {
      var deletions = 0
      let window = TestWindow(AppearanceView(warning: Warning()) { deletions += 1 })
      defer { window.close() }
      let row = try #require(
        window.content.family.first {
          $0.isA(gtk_label_get_type())
            && String(cString: gtk_label_get_text(OpaquePointer($0))) == "Order"
        }
      )
      #expect(await eventually { gtk_widget_get_mapped(row) != 0 })
      row.press(button: guint(GDK_BUTTON_SECONDARY))
      #expect(await eventually { window.window.widget.button("Delete") != nil })
      window.window.widget.button("Delete")?.click()
      #expect(deletions == 1)
      #expect(await eventually { window.window.widget.button("Delete") == nil })
    }
  }
}

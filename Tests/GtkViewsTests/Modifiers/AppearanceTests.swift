import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

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

@Observable
private final class Warning {
  var isUrgent = false
}

extension ViewTests {
  private func text(_ owned: UnsafeMutablePointer<CChar>) -> String {
    defer { g_free(owned) }
    return String(cString: owned)
  }

  private func color(of widget: WidgetPointer) -> String {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    return text(gdk_rgba_to_string(&color))
  }

  @Test func `colours of text and labels for those who do not see follow their values`()
    async throws
  {
    let warning = Warning()
    let window = ViewWindow("Appearance", width: 600, height: 390) {
      AppearanceView(warning: warning) {}
    }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    let label = try #require(content.family.first { $0.isA(gtk_label_get_type()) })
    let image = try #require(content.family.first { $0.isA(gtk_image_get_type()) })
    #expect(await eventually { color(of: label) == "rgb(0,128,255)" })
    #expect(Accessibility.label(of: image) == "Warning")
    #expect(
      String(cString: gtk_image_get_icon_name(OpaquePointer(image))) == "dialog-warning-symbolic"
    )
    warning.isUrgent = true
    // As distinct as texts have to be, in the look that is shown.
    let red = try #require(StyleSheet.shownTokens?.colors.hueTexts[.red]).css
    #expect(await eventually { color(of: label) == red })
    #expect(Accessibility.label(of: image) == "Urgent")
  }

  @Test func `a divider lies across the direction of its stack`() throws {
    let window = ViewWindow("Appearance", width: 600, height: 390) {
      AppearanceView(warning: Warning()) {}
    }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    let directions = content.family.filter { $0.isA(gtk_separator_get_type()) }
      .map { gtk_orientable_get_orientation(OpaquePointer($0)) }
    #expect(directions == [GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL])
  }

  @Test func `the actions of a row stand in its context menu`() async throws {
    var deletions = 0
    let window = ViewWindow("Appearance", width: 600, height: 390) {
      AppearanceView(warning: Warning()) { deletions += 1 }
    }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    let row = try #require(
      content.family.first {
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

  @Test func `opacity, names and hints reach each widget`() throws {
    try withHost(
      Group {
        Text("One")
        Text("Two")
      }
      .opacity(0.5)
      .widgetName("shelf")
      .accessibilityHint("What is on the shelf")
    ) { host in
      let labels = host.widget.all(gtk_label_get_type())
      try #require(labels.count == 2)
      for label in labels {
        #expect(abs(gtk_widget_get_opacity(label) - 0.5) < 0.01)
        #expect(String(gtk: gtk_widget_get_name(label)) == "shelf")
        #expect(Accessibility.description(of: label) == "What is on the shelf")
      }
    }
  }

  @Test func `a font is a class of the style sheet`() throws {
    let fonts: [(Font, name: String)] = [
      (.largeTitle, "large-title"), (.title, "title-1"), (.title2, "title-2"),
      (.title3, "title-3"), (.headline, "heading"), (.subheadline, "subheadline"),
      (.caption2, "caption-2"),
      (.body, "body"), (.callout, "body"), (.caption, "caption"), (.footnote, "caption"),
      (.monospaced, "monospace"),
    ]
    for (font, name) in fonts {
      try withHost(Text("Text").font(font)) { host in
        let label = try #require(host.widget.label("Text"))
        #expect(gtk_widget_has_css_class(label, name) == 1, "\(name)")
      }
    }
  }

  @Test func `a background is drawn, and its corners can be round`() async throws {
    let window = ViewWindow("Main", width: 200, height: 200) {
      VStack {
        Text("A").frame(width: 60, height: 60).background(.blue)
        Text("B").frame(width: 60, height: 60).background(.blue).cornerRadius(30)
      }
    }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    #expect(await eventually { content.label("B").map { gtk_widget_get_width($0) > 0 } ?? false })
    let boxes = try ["A", "B"].map { try #require(gtk_widget_get_parent(content.label($0))) }
    let blue: UInt32 = 0xFF35_84E4
    #expect(await eventually { boxes[0].pixel(x: 30, y: 3) == blue })
    #expect(boxes[1].pixel(x: 30, y: 3) == blue)
    #expect(boxes[0].pixel(x: 1, y: 1) == blue)
    #expect(boxes[1].pixel(x: 1, y: 1) != blue)
  }

  @Test func `texts are aligned, and limited in lines`() throws {
    try withHost(Text("A text of some length").multilineTextAlignment(.trailing).lineLimit(2)) {
      host in
      let label = try #require(host.widget.label("A text of some length")).opaque
      #expect(gtk_label_get_justify(label) == GTK_JUSTIFY_RIGHT)
      #expect(gtk_label_get_xalign(label) == 1)
      #expect(gtk_label_get_lines(label) == 2)
      #expect(gtk_label_get_ellipsize(label) == PANGO_ELLIPSIZE_END)
    }
    try withHost(Text("A text of some length")) { host in
      let label = try #require(host.widget.label("A text of some length")).opaque
      #expect(gtk_label_get_justify(label) == GTK_JUSTIFY_LEFT)
      #expect(gtk_label_get_lines(label) == -1)
      #expect(gtk_label_get_ellipsize(label) == PANGO_ELLIPSIZE_NONE)
    }
  }

  @Test func `symbols have the size that is asked for`() throws {
    try withHost(Image(systemName: "trash").imageScale(32)) { host in
      let image = try #require(host.widget.all(gtk_image_get_type()).first)
      #expect(gtk_image_get_pixel_size(image.opaque) == 32)
    }
  }

  @Test func `hidden labels of controls are still read aloud`() throws {
    struct Root: View {
      var body: some View {
        Form { Toggle("Airplane mode", isOn: .constant(true)) }
      }
    }
    withHost(Root()) { host in
      #expect(host.widget.texts.contains("Airplane mode"))
    }
    try withHost(Root().labelsHidden()) { host in
      #expect(!host.widget.visibleTexts.contains("Airplane mode"))
      let toggle = try #require(host.widget.all(gtk_switch_get_type()).first)
      #expect(Accessibility.label(of: toggle) == "Airplane mode")
    }
  }

  @Test func `a style of buttons is a set of classes`() throws {
    let styles: [(ButtonStyle, names: [String])] = [
      (.bordered, ["raised"]), (.borderedProminent, ["suggested-action"]),
      (.borderless, ["flat"]), (.plain, ["flat", "plain-button"]), (.link, ["flat", "link"]),
      (.circular, ["circular"]), (.pill, ["pill", "suggested-action"]),
      (.cssClasses("opaque"), ["opaque"]),
    ]
    for (style, names) in styles {
      try withHost(Button("Add") {}.buttonStyle(style)) { host in
        let button = try #require(host.widget.button(labelled: "Add"))
        for name in names { #expect(gtk_widget_has_css_class(button, name) == 1, "\(name)") }
      }
    }
  }
}

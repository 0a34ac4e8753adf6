import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

/// Views in front of others and behind them, and colours as views.
extension ViewTests {
  private static let blue: UInt32 = 0xFF35_84E4
  private static let red: UInt32 = 0xFFE0_1B24

  /// The box of a view with a name, which contains the view and its layers.
  private func layers(_ name: String, in content: WidgetPointer) throws -> WidgetPointer {
    try #require(content.contents.first { String(gtk: gtk_widget_get_name($0)) == name })
  }

  private func frame(_ widget: WidgetPointer, in other: WidgetPointer) -> [Int] {
    var bounds = graphene_rect_t()
    #expect(gtk_widget_compute_bounds(widget, other, &bounds) != 0)
    return [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height].map { Int($0) }
  }

  @Test func `a layer lies in front of a view or behind it, and has no part in its size`()
    async throws
  {
    let view = HStack {
      Text("Front").frame(width: 60, height: 60).overlay { Color.blue }
        .widgetName("front")
      Text("Behind").frame(width: 60, height: 60).background { Color.blue }
        .widgetName("behind")
      Text("Small").frame(width: 60, height: 60)
        .overlay(Color.blue.frame(width: 20, height: 20), alignment: .bottomTrailing)
        .widgetName("small")
      Text("a").overlay { Text("A text that is much longer").lineLimit(1) }.widgetName("narrow")
    }
    try await withWindow(view, width: 400, height: 300) { content in
      let front = try layers("front", in: content)
      let behind = try layers("behind", in: content)
      let small = try layers("small", in: content)
      for layers in [front, behind, small] {
        #expect(frame(layers, in: layers) == [0, 0, 60, 60])
      }
      #expect(await eventually { front.pixel(x: 30, y: 30) == Self.blue })
      #expect(behind.pixel(x: 1, y: 1) == Self.blue)
      #expect(front.children.first?.label("Front") != nil, "the layer is drawn after the text")
      #expect(behind.children.last?.label("Behind") != nil, "the layer is drawn before the text")
      #expect(small.pixel(x: 39, y: 59) != Self.blue)
      #expect(small.pixel(x: 41, y: 41) == Self.blue)
      let narrow = try layers("narrow", in: content)
      let long = try #require(content.label("A text that is much longer"))
      #expect(gtk_widget_get_width(long) >= gtk_widget_get_width(narrow))
    }
  }

  @Test func `a layer at the leading edge is on the right from right to left`() async throws {
    let view = Text("Text").frame(width: 80, height: 40)
      .overlay(alignment: .topLeading) { Color.blue.frame(width: 10, height: 10) }
      .widgetName("layers")
    try await withWindow(view, width: 400, height: 300) { content in
      let layers = try layers("layers", in: content)
      #expect(frame(try #require(layers.children.last), in: layers) == [0, 0, 10, 10])
      gtk_widget_set_direction(layers, GTK_TEXT_DIR_RTL)
      gtk_widget_queue_resize(layers)
      #expect(
        await eventually {
          layers.children.last.map { frame($0, in: layers) } == [70, 0, 10, 10]
        }
      )
    }
  }

  @Test func `layers come and go, and move when the alignment changes`() async throws {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Text("Below").frame(width: 80, height: 40)
          .overlay(alignment: settings.isOn ? .bottomTrailing : .topLeading) {
            if settings.isShown { Color.red.frame(width: 10, height: 10) }
          }
          .widgetName("layers")
      }
    }
    let settings = Settings()
    try await withWindow(Root(settings: settings), width: 400, height: 300) { content in
      let layers = try layers("layers", in: content)
      #expect(layers.children.count == 2)
      settings.isOn = true
      #expect(
        await eventually { layers.children.last.map { frame($0, in: layers) } == [70, 30, 10, 10] }
      )
      settings.isShown = false
      #expect(await eventually { layers.children.count == 1 })
      settings.isShown = true
      #expect(await eventually { layers.children.count == 2 })
    }
  }

  @Test func `a control in front of a view takes clicks, and keeps its look`() throws {
    var clicks = 0
    try withHost(Form { Text("Row").overlay { Button("Press") { clicks += 1 } } }) { host in
      let button = try #require(host.widget.button(labelled: "Press"))
      #expect(gtk_widget_has_css_class(button, "row-button") == 0)
      button.click()
      #expect(clicks == 1)
    }
  }

  @Test func `a view expands as before when a layer does`() throws {
    let text = Text("Text").overlay { Color.red }.background { Color.blue }.widgetName("layers")
    try withHost(text) { host in
      let layers = try layers("layers", in: host.widget)
      #expect(gtk_widget_compute_expand(layers, GTK_ORIENTATION_HORIZONTAL) == 0)
      #expect(gtk_widget_compute_expand(layers, GTK_ORIENTATION_VERTICAL) == 0)
    }
    try withHost(Color.red.overlay { Text("Text") }.widgetName("layers")) { host in
      let layers = try layers("layers", in: host.widget)
      #expect(gtk_widget_compute_expand(layers, GTK_ORIENTATION_HORIZONTAL) == 1)
      #expect(gtk_widget_compute_expand(layers, GTK_ORIENTATION_VERTICAL) == 1)
    }
  }

  @Test func `a colour fills its space, and follows its value`() async throws {
    struct Root: View {
      let settings: Settings

      var body: some View {
        ZStack {
          (settings.isOn ? Color.red : Color.blue).frame(width: 40, height: 40)
          Color.white.frame(width: 40, height: 40).opacity(0)
          Color.red.opacity(0.5).opacity(0.5).frame(width: 10, height: 10)
          Text("a").frame(width: 2, height: 2)
        }
      }
    }
    let settings = Settings()
    try await withWindow(Root(settings: settings), width: 400, height: 300) { content in
      let stack = try #require(content.all(gtk_overlay_get_type()).first)
      #expect(await eventually { stack.pixel(x: 1, y: 1) == Self.blue })
      settings.isOn = true
      #expect(await eventually { stack.pixel(x: 1, y: 1) == Self.red })
    }
    #expect(Color.red.opacity(0.5).css == "alpha(rgb(224,27,36),0.5)")
    #expect(Color.red.opacity(7).css == "alpha(rgb(224,27,36),1.0)")
  }
}

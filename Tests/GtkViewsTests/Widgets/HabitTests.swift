import Foundation
import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

@Observable
private final class Model {
  var text = ""
  var volume = 0.5
  var submits = 0
  var edits: [Bool] = []
  var steps: [Int] = []
  var loads = 0
  var isLoading = false
  var gate: CheckedContinuation<Void, Never>?
}

private func width(_ widget: WidgetPointer) -> Int32 { gtk_widget_get_width(widget) }
private func height(_ widget: WidgetPointer) -> Int32 { gtk_widget_get_height(widget) }

private func type(_ text: String, into textView: WidgetPointer) {
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(textView.cast()), text, -1)
}

extension ViewTests {
  @Test func `lazy stacks fill their space across`() async throws {
    let view = ScrollView {
      LazyVStack(alignment: .leading, spacing: 0, pinnedViews: [.sectionHeaders]) {
        Section("Letters") { ForEach(0..<3, id: \.self) { Text("Row \($0)") } }
      }
    }
    try await withWindow(view, width: 300, height: 300) { content in
      let label = try #require(content.label("Row 1"))
      var bounds = graphene_rect_t()
      #expect(gtk_widget_compute_bounds(label, content, &bounds) != 0)
      #expect(bounds.origin.x < 20)
    }
    let row = ScrollView(.horizontal) {
      LazyHStack(spacing: 4) { ForEach(0..<40, id: \.self) { Text("Column \($0)") } }
    }
    try await withWindow(row, width: 300, height: 100) { content in
      // In the middle of the height.
      let label = try #require(content.label("Column 3"))
      var bounds = graphene_rect_t()
      #expect(gtk_widget_compute_bounds(label, content, &bounds) != 0)
      let middle = bounds.origin.y + bounds.size.height / 2
      #expect(abs(middle - Float(height(content)) / 2) < 10)
    }
  }

  @Test func `a view of fixed size is as wide as its text, whatever room there is`() async throws {
    let text = "A rather long text that does not fit into a narrow window in one line"
    let view = HStack {
      VStack { Text(text).lineLimit(1).fixedSize().frame(width: 100) }
      Button("Wide") {}.frame(maxWidth: .infinity).fixedSize(horizontal: true, vertical: false)
      Spacer()
    }
    try await withWindow(view, width: 900, height: 100) { content in
      let label = try #require(content.label(text))
      let natural = label.measured(GTK_ORIENTATION_HORIZONTAL).natural
      #expect(width(label) == natural && natural > 200)
      let button = try #require(content.button(labelled: "Wide"))
      var bounds = graphene_rect_t()
      #expect(gtk_widget_compute_bounds(button, content, &bounds) != 0)
      #expect(Int32(bounds.size.width) == button.measured(GTK_ORIENTATION_HORIZONTAL).natural)
    }
  }

  @Test func `a text of fixed height is as high as its lines`() async throws {
    let text = "A rather long text that needs several lines in a narrow window"
    let view = VStack {
      Text(text).fixedSize(horizontal: false, vertical: true).frame(width: 120)
      Spacer()
    }
    try await withWindow(view, width: 200, height: 300) { content in
      let label = try #require(content.label(text))
      #expect(height(label) == label.measured(GTK_ORIENTATION_VERTICAL, forSize: 120).natural)
      #expect(height(label) > 50)
    }
  }

  @Test func `a vertical text field grows with its text up to its limit of lines`() async throws {
    let model = Model()
    let view = VStack {
      TextField(
        "Message",
        text: Binding(get: { model.text }, set: { model.text = $0 }),
        axis: .vertical
      )
      .lineLimit(1...4)
      Spacer()
      Text("End")
    }
    try await withWindow(view, width: 240, height: 400) { content in
      let field = try #require(content.all(gtk_text_view_get_type()).first)
      let scroller = try #require(gtk_widget_get_ancestor(field, gtk_scrolled_window_get_type()))
      #expect(Accessibility.label(of: field) == "Message")
      let placeholder = try #require(content.label("Message"))
      #expect(gtk_widget_get_visible(placeholder) != 0)
      let one = height(scroller)
      #expect((24...48).contains(one))
      type("a\nb", into: field)
      #expect(model.text == "a\nb" && gtk_widget_get_visible(placeholder) == 0)
      #expect(await eventually { height(scroller) > one + 10 })
      let two = height(scroller)
      type("a\nb\nc\nd", into: field)
      #expect(await eventually { height(scroller) == one + 3 * (two - one) })
      type("a\nb\nc\nd\ne\nf\ng", into: field)
      await nextFrame(of: content)
      await nextFrame(of: content)
      #expect(height(scroller) == one + 3 * (two - one))
      model.text = ""
      #expect(await eventually { height(scroller) == one })
      // Without an action, Return is for a new line.
      #expect(field.press(key: GDK_KEY_Return) && model.text == "\n")
    }
  }

  @Test func `Return submits a vertical text field that has an action, with Shift it does not`() {
    let model = Model()
    let text = Binding(get: { model.text }, set: { model.text = $0 })
    let view = TextField("Message", text: text, axis: .vertical)
      .onSubmit { model.submits += 1 }
    withHost(view) { host in
      let field = host.widget.all(gtk_text_view_get_type())[0]
      #expect(field.press(key: GDK_KEY_Return) && model.submits == 1)
      #expect(model.text.isEmpty)
      #expect(field.press(key: GDK_KEY_Return, GDK_SHIFT_MASK))
      #expect(model.text == "\n" && model.submits == 1)
    }
  }

  @Test func `a slider has labels at its ends, and tells when it is changed`() {
    let model = Model()
    let view = Slider(
      value: Binding(get: { model.volume }, set: { model.volume = $0 }),
      in: 0...1,
      step: 0.25
    ) {
      Text("Volume")
    } minimumValueLabel: {
      Text("quiet")
    } maximumValueLabel: {
      Text("loud")
    } onEditingChanged: {
      model.edits.append($0)
    }
    withHost(view) { host in
      #expect(host.widget.texts == ["Volume", "quiet", "loud"])
      let scale = host.widget.all(gtk_scale_get_type())[0]
      #expect(gtk_widget_get_prev_sibling(scale)?.texts == ["quiet"])
      #expect(Accessibility.label(of: scale) == "Volume")
      gtk_range_set_value(scale.cast(), 0.8)
      #expect(model.volume == 0.75 && model.edits == [true, false])
    }
  }

  @Test func `a stepper performs actions`() {
    let model = Model()
    let view = VStack {
      Stepper(
        "Size",
        onIncrement: { model.steps.append(1) },
        onDecrement: { model.steps.append(-1) }
      )
      Stepper("Up", onIncrement: { model.steps.append(2) }, onDecrement: nil)
    }
    withHost(view) { host in
      let buttons = host.widget.all(gtk_spin_button_get_type())
      for type in [GTK_SPIN_STEP_FORWARD, GTK_SPIN_STEP_FORWARD, GTK_SPIN_STEP_BACKWARD] {
        gtk_spin_button_spin(buttons[0].opaque, type, 1)
        updateViewsNow()
      }
      gtk_spin_button_spin(buttons[1].opaque, GTK_SPIN_STEP_BACKWARD, 1)
      gtk_spin_button_spin(buttons[1].opaque, GTK_SPIN_STEP_FORWARD, 1)
      updateViewsNow()
      #expect(model.steps == [1, 1, -1, 2])
      #expect(gtk_widget_has_css_class(buttons[0], "without-number") != 0)
    }
  }

  @Test func `a menu with a primary action is a button beside a menu`() {
    let model = Model()
    let view = Menu("Send") {
      Button("Send later") {}
    } primaryAction: {
      model.submits += 1
    }
    withHost(view) { host in
      let button = host.widget.button(labelled: "Send")
      button.map { Signal.emit($0, "clicked") }
      #expect(model.submits == 1)
      let menu = host.widget.all(gtk_menu_button_get_type())
      #expect(
        menu.count == 1
          && menu.first.map { gtk_widget_get_parent($0) }
            == button.map { gtk_widget_get_parent($0) }
      )
    }
  }

  @Test func `a gauge, a progress and a tree show what they are given`() {
    struct File: Identifiable {
      let id: String
      var children: [File]?
    }
    let files = [File(id: "Sources", children: [File(id: "main.swift")]), File(id: "README")]
    let view = VStack {
      Gauge(value: 30, in: 0...120) {
        Text("Speed")
      } currentValueLabel: {
        Text("30 km/h")
      } minimumValueLabel: {
        Text("0")
      } maximumValueLabel: {
        Text("120")
      }
      ProgressView(value: 2, total: 4) {
        Text("Copying")
      } currentValueLabel: {
        Text("2 of 4")
      }
      OutlineGroup(files, children: \.children) { Text($0.id) }
      ControlGroup {
        Button("Cut") {}
        Button("Copy") {}
      }
    }
    withHost(view) { host in
      let texts = ["Speed", "30 km/h", "0", "120", "Copying", "2 of 4", "Sources", "README"]
      #expect(texts.allSatisfy(host.widget.texts.contains))
      let bar = host.widget.all(gtk_level_bar_get_type())[0]
      #expect(gtk_level_bar_get_value(bar.opaque) == 0.25)
      #expect(host.widget.all(gtk_expander_get_type()).count == 1)
      let cut = host.widget.button(labelled: "Cut")
      #expect(
        cut.flatMap { gtk_widget_get_parent($0) }.map { gtk_widget_has_css_class($0, "linked") }
          == 1
      )
    }
  }

  @Test func `a part of a text has its own colour`() async throws {
    let text = Text("Due ") + Text("today").foregroundStyle(.red).bold()
    try await withWindow(text.padding(20), width: 300, height: 100) { content in
      let label = try #require(content.label("Due today"))
      let markup = String(gtk: gtk_label_get_label(label.opaque))
      #expect(markup.contains("foreground=\"#") && markup.contains("<span>Due </span>"))
    }
    // Alone it is an ordinary view, whose colour is that of the style.
    withHost(Text("Alone").foregroundStyle(.red)) { host in
      #expect(host.widget.label("Alone").map { gtk_label_get_use_markup($0.opaque) } == 0)
    }
  }

  @Test func `a text shows the links of a string with attributes`() {
    var string = AttributedString("See ")
    var link = AttributedString("there")
    link.link = URL(string: "https://example.org")
    string += link
    let text = Text(string)
    #expect(text.string == "See there")
    #expect(text.runs.map { $0.link?.host() } == [nil, "example.org"])
  }

  @Test func `lines of a text have the space that is asked for`() async throws {
    let text = "A rather long text that needs several lines in a narrow window"
    let view = VStack(spacing: 0) {
      Text(text).frame(width: 120)
      Text(text + ".").lineSpacing(10).frame(width: 120)
    }
    try await withWindow(view, width: 200, height: 500) { content in
      let plain = try #require(content.label(text))
      let spaced = try #require(content.label(text + "."))
      let lines = pango_layout_get_line_count(gtk_label_get_layout(plain.opaque))
      let more =
        spaced.measured(GTK_ORIENTATION_VERTICAL, forSize: 120).natural
        - plain.measured(GTK_ORIENTATION_VERTICAL, forSize: 120).natural
      #expect(lines > 2 && abs(more - 10 * lines) <= lines)
    }
  }

  @Test func `lists have a frame or the look of a sidebar`() {
    func list(_ style: ListStyle) -> some View {
      List(0..<3) { Text("Row \($0)") }.listStyle(style)
    }
    withHost(list(.sidebar)) { host in
      let view = host.widget.all(gtk_list_view_get_type())[0]
      #expect(gtk_widget_has_css_class(view, "navigation-sidebar") != 0)
      #expect(gtk_list_view_get_show_separators(view.opaque) == 0)
    }
    withHost(list(.bordered)) { host in
      let scroller = host.widget.all(gtk_scrolled_window_get_type())[0]
      #expect(gtk_scrolled_window_get_has_frame(scroller.opaque) != 0)
    }
  }
}

// MARK: - Loading again

private struct Inbox: View {
  let model: Model

  var body: some View {
    VStack {
      Text("Loaded \(model.loads) times")
      Reload()
    }
    .refreshable {
      await withCheckedContinuation { model.gate = $0 }
      model.loads += 1
    }
  }
}

private struct Reload: View {
  @Environment(\.refresh) private var refresh

  var body: some View {
    Button(refresh == nil ? "Cannot load" : "Load") { Task { await refresh?() } }
  }
}

extension ViewTests {
  @Test func `a view is loaded again by a button, by keys and by its views, never twice at once`()
    async throws
  {
    let model = Model()
    let window = ViewWindow("Inbox", width: 400, height: 200) { Inbox(model: model) }
    window.present()
    defer { window.destroy() }
    let content = window.window.widget
    func finish() async {
      #expect(await eventually { model.gate != nil })
      let loads = model.loads
      model.gate?.resume()
      model.gate = nil
      #expect(await eventually { model.loads == loads + 1 })
    }
    func refreshButton() -> WidgetPointer? {
      content.family.first {
        $0.isA(gtk_button_get_type())
          && $0.all(gtk_image_get_type()).contains {
            String(gtk: gtk_image_get_icon_name($0.opaque)) == "view-refresh-symbolic"
          }
      }
    }
    #expect(await eventually { refreshButton().map { gtk_widget_get_mapped($0) } == 1 })
    refreshButton().map { Signal.emit($0, "clicked") }
    // It is seen to run, and a second request waits for the same run.
    #expect(await eventually { refreshButton() == nil })
    #expect(
      content.family.contains { $0.isA(gtk_spinner_get_type()) && gtk_widget_get_mapped($0) != 0 }
    )
    content.button(labelled: "Load").map { Signal.emit($0, "clicked") }
    await finish()
    #expect(await eventually { refreshButton() != nil })
    #expect(model.loads == 1 && model.gate == nil)

    for (key, held) in [(GDK_KEY_F5, GdkModifierType(rawValue: 0)), (GDK_KEY_r, GDK_CONTROL_MASK)] {
      let isHandled = content.family.contains { $0.press(shortcut: key, held) }
      #expect(isHandled)
      await finish()
    }
    #expect(model.loads == 3)
  }
}

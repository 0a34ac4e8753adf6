import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

/// The looks of labels, controls and images, and what assistive technologies are told.
extension ViewTests {
  private func show(
    _ view: some View,
    width: Int = 400,
    height: Int = 300,
    _ body: @MainActor (WidgetPointer) async throws -> Void
  ) async throws {
    let window = ViewWindow("Looks", width: width, height: height) { view }
    window.present()
    defer { window.destroy() }
    let content = window.window.widget
    #expect(await eventually { gtk_widget_get_width(content) > 0 })
    try await body(content)
  }

  private func size(of widget: WidgetPointer) -> [Int32] {
    [gtk_widget_get_width(widget), gtk_widget_get_height(widget)]
  }

  /// The button that has a symbol as its content.
  private func button(icon: String, in window: WidgetPointer) -> WidgetPointer? {
    window.family.first {
      $0.isA(gtk_image_get_type()) && String(gtk: gtk_image_get_icon_name($0.opaque)) == icon
    }
    .flatMap { gtk_widget_get_ancestor($0, gtk_button_get_type()) }
  }

  @Test func `a style says which parts of a label are shown`() throws {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Label("Add", systemImage: "plus")
          .labelStyle(
            settings.count == 1 ? .titleOnly : settings.count == 2 ? .iconOnly : .automatic
          )
      }
    }
    let settings = Settings()
    try withHost(Root(settings: settings)) { host in
      #expect(host.widget.texts == ["Add"])
      #expect(host.widget.all(gtk_image_get_type()).count == 1)
      settings.count = 1
      MainLoop.pump()
      #expect(host.widget.texts == ["Add"])
      #expect(host.widget.all(gtk_image_get_type()).isEmpty)
      settings.count = 2
      MainLoop.pump()
      #expect(host.widget.texts.isEmpty)
      let image = try #require(host.widget.all(gtk_image_get_type()).first)
      #expect(Accessibility.label(of: image) == "Add")
      #expect(String(gtk: gtk_widget_get_tooltip_text(image)) == "Add")
    }
  }

  @Test func `labels in a header bar are symbols with tooltips, and those of its menus have texts`()
    async throws
  {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Text("Page").toolbar {
          Button(settings.name, systemImage: "plus") {}
          Button("Plain text") {}
          Button("Helped", systemImage: "trash") {}.help("Another tooltip")
          Button("Whole", systemImage: "star") {}.labelStyle(.titleAndIcon)
          Menu {
            Button("In the menu", systemImage: "pencil") {}
          } label: {
            Label("More", systemImage: "ellipsis")
          }
        }
      }
    }
    let settings = Settings()
    try await show(Root(settings: settings)) { window in
      let texts = {
        window.family.filter { $0.isA(gtk_label_get_type()) }
          .map { String(gtk: gtk_label_get_text($0.opaque)) }
      }
      #expect(!texts().contains("Lamp"))
      #expect(texts().contains("Plain text"))
      #expect(texts().contains("Whole"))
      #expect(texts().contains("In the menu"))
      #expect(!texts().contains("More"))
      let add = try #require(button(icon: "list-add-symbolic", in: window))
      #expect(String(gtk: gtk_widget_get_tooltip_text(add)) == "Lamp")
      #expect(Accessibility.label(of: add) == "Lamp")
      #expect(gtk_widget_has_css_class(add, "image-button") != 0)
      let helped = try #require(button(icon: "user-trash-symbolic", in: window))
      #expect(String(gtk: gtk_widget_get_tooltip_text(helped)) == "Another tooltip")
      #expect(Accessibility.label(of: helped) == "Helped")
      settings.name = "Desk"
      #expect(await eventually { String(gtk: gtk_widget_get_tooltip_text(add)) == "Desk" })
      #expect(Accessibility.label(of: add) == "Desk")
      let menu = try #require(window.family.first { $0.isA(gtk_menu_button_get_type()) })
      #expect(String(gtk: gtk_widget_get_tooltip_text(menu)) == "More")
    }
  }

  @Test func `controls have the size that is asked for, and an inner size wins`() async throws {
    struct Root: View {
      let settings: Settings

      var body: some View {
        VStack {
          Button("Small") {}.controlSize(.mini)
          Button("Regular") {}
          VStack {
            Button("Large") {}
            Button("Inner") {}.controlSize(.regular)
          }
          .controlSize(settings.isOn ? .regular : .extraLarge)
        }
      }
    }
    let settings = Settings()
    try await show(Root(settings: settings)) { window in
      let height = { @MainActor (title: String) -> Int32 in
        window.button(title).map { gtk_widget_get_height($0) } ?? 0
      }
      #expect(await eventually { height("Inner") > 0 })
      #expect(height("Small") < height("Regular"))
      #expect(height("Large") > height("Regular"))
      #expect(height("Inner") == height("Regular"))
      settings.isOn = true
      #expect(await eventually { height("Large") == height("Regular") })
    }
  }

  @Test func `a tint colours controls, and an inner tint wins`() async throws {
    let view = VStack {
      VStack {
        ProgressView(value: 1)
        ProgressView(value: 1).tint(.red)
        ProgressView(value: 1).tint(nil)
      }
      .tint(.blue)
      ProgressView(value: 1)
    }
    try await show(view) { window in
      let bars = window.family.filter { $0.isA(gtk_progress_bar_get_type()) }
      try #require(bars.count == 4)
      #expect(await eventually { gtk_widget_get_width(bars[3]) > 0 })
      let color = { @MainActor (bar: WidgetPointer) in
        bar.pixel(x: Int(gtk_widget_get_width(bar)) / 2, y: Int(gtk_widget_get_height(bar)) / 2)
      }
      #expect(await eventually { color(bars[0]) == 0xFF35_84E4 })
      #expect(color(bars[1]) == 0xFFE0_1B24)
      #expect(color(bars[2]) == color(bars[3]))
    }
  }

  @Test func `the colour scheme follows the theme, unless a view says otherwise`() async throws {
    struct Scheme: View {
      @Environment(\.colorScheme) private var scheme
      var body: some View { Text("\(scheme)") }
    }
    struct Root: View {
      var body: some View {
        VStack {
          Scheme()
          Scheme().environment(\.colorScheme, .dark)
        }
      }
    }
    let settings = try #require(gtk_settings_get_default())
    let wasDark = settings.bool("gtk-application-prefer-dark-theme")
    settings.set("gtk-application-prefer-dark-theme", false)
    defer { settings.set("gtk-application-prefer-dark-theme", wasDark) }
    withHost(Root()) { host in
      MainLoop.pump()
      #expect(host.widget.texts == ["light", "dark"])
      settings.set("gtk-application-prefer-dark-theme", true)
      MainLoop.pump()
      #expect(host.widget.texts == ["dark", "dark"])
    }
  }

  @Test func `a view keeps its ratio inside its space, or covers it`() async throws {
    let view = HStack(spacing: 0) {
      Color.red.widgetName("fit").aspectRatio(2, contentMode: .fit).frame(width: 100, height: 100)
      Color.red.widgetName("fill").aspectRatio(2, contentMode: .fill).frame(width: 100, height: 100)
      Image(systemName: "star").resizable().scaledToFit().widgetName("star")
        .frame(width: 60, height: 40)
    }
    try await show(view) { window in
      let named = { @MainActor (name: String) in
        window.family.first { String(gtk: gtk_widget_get_name($0)) == name }
      }
      #expect(await eventually { named("fit").map { size(of: $0) } == [100, 50] })
      #expect(named("fill").map { size(of: $0) } == [200, 100])
      let parent = try #require(named("fill").flatMap { gtk_widget_get_parent($0) })
      #expect(gtk_widget_get_overflow(parent) == GTK_OVERFLOW_HIDDEN)
      let image = try #require(window.family.first { $0.isA(gtk_image_get_type()) })
      #expect(await eventually { gtk_image_get_pixel_size(image.opaque) == 40 })
      #expect(size(of: image) == [40, 40])
    }
  }

  @Test func `a resizable symbol follows its size`() async throws {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Image(systemName: "star").resizable()
          .frame(width: Double(settings.count) * 10, height: 90)
      }
    }
    let settings = Settings()
    try await show(Root(settings: settings)) { window in
      let image = try #require(window.family.first { $0.isA(gtk_image_get_type()) })
      #expect(await eventually { gtk_image_get_pixel_size(image.opaque) == 30 })
      settings.count = 6
      #expect(await eventually { gtk_image_get_pixel_size(image.opaque) == 60 })
      settings.count = 2
      #expect(await eventually { gtk_image_get_pixel_size(image.opaque) == 20 })
    }
  }

  @Test func `values, hidden views and traits reach assistive technologies`() throws {
    struct Root: View {
      let settings: Settings

      var body: some View {
        VStack {
          Text("Stars").accessibilityValue("\(settings.count) of 5")
          Text("Decoration").accessibilityHidden(settings.isOn)
          Text("Chapter").accessibilityAddTraits(.isHeader)
          Text("Chosen").accessibilityAddTraits(settings.isOn ? .isSelected : [])
          Text("Not chosen").accessibilityRemoveTraits(.isSelected)
        }
      }
    }
    let settings = Settings()
    try withHost(Root(settings: settings)) { host in
      let labels = host.widget.all(gtk_label_get_type())
      try #require(labels.count == 5)
      let isHidden = { @MainActor in
        Accessibility.hasState(GTK_ACCESSIBLE_STATE_HIDDEN, of: labels[1])
      }
      let isSelected = { @MainActor in
        Accessibility.hasState(GTK_ACCESSIBLE_STATE_SELECTED, of: labels[3])
      }
      #expect(Accessibility.value(of: labels[0]) == "3 of 5")
      #expect(!isHidden())
      #expect(
        gtk_accessible_get_accessible_role(labels[2].opaque) == GTK_ACCESSIBLE_ROLE_HEADING
      )
      #expect(!isSelected())
      settings.isOn = true
      settings.count = 4
      MainLoop.pump()
      #expect(Accessibility.value(of: labels[0]) == "4 of 5")
      #expect(isHidden())
      #expect(isSelected())
      #expect(!Accessibility.hasState(GTK_ACCESSIBLE_STATE_SELECTED, of: labels[4]))
      settings.isOn = false
      MainLoop.pump()
      #expect(!isSelected())
    }
  }
}

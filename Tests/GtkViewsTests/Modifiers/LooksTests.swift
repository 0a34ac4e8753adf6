import Foundation
import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

/// What can be measured of how views look.
extension ViewTests {
  private func withWindow(
    _ window: ViewWindow<some View>,
    _ body: @MainActor (WidgetPointer) async throws -> Void
  ) async throws {
    window.present()
    defer { window.destroy() }
    #expect(await eventually { gtk_widget_get_width(window.window.widget) > 0 })
    try await body(window.window.widget)
  }

  private func place(of widget: WidgetPointer, in other: WidgetPointer) -> (x: Double, y: Double) {
    var place = (x: 0.0, y: 0.0)
    gtk_widget_translate_coordinates(widget, other, 0, 0, &place.x, &place.y)
    return place
  }

  private func minimumWidth(of widget: WidgetPointer, forHeight height: Int32) -> Int32 {
    var minimum: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, height, &minimum, nil, nil, nil)
    return minimum
  }

  /// Returns the contrast ratio of two colours, from 1 to 21, as the Web Content Accessibility
  /// Guidelines define it.
  private func contrast(_ color: GdkRGBA, _ other: GdkRGBA) -> Double {
    func luminance(_ color: GdkRGBA) -> Double {
      func linear(_ part: Float) -> Double {
        let part = Double(part)
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
        + 0.0722 * linear(color.blue)
    }
    let (light, dark) = (luminance(color), luminance(other))
    return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
  }

  @Test(arguments: ["Default", "Default-dark", "HighContrast", "HighContrast-dark"])
  func `text that tells of errors and frames of cards can be made out`(_ theme: String) async throws
  {
    let settings = try #require(gtk_settings_get_default())
    let (before, wasDark) = (
      settings.string("gtk-theme-name"), settings.bool("gtk-application-prefer-dark-theme")
    )
    settings.set("gtk-theme-name", theme.replacing("-dark", with: ""))
    settings.set("gtk-application-prefer-dark-theme", theme.hasSuffix("dark"))
    defer {
      settings.set("gtk-theme-name", before ?? "Default")
      settings.set("gtk-application-prefer-dark-theme", wasDark)
    }
    try withHost(Text("Wrong").cssClass("error")) { host in
      let label = try #require(host.widget.all(gtk_label_get_type()).first)
      let style = try #require(gtk_widget_get_style_context(label))
      func color(_ name: String) throws -> GdkRGBA {
        var color = GdkRGBA()
        try #require(gtk_style_context_lookup_color(style, name, &color) != 0)
        return color
      }
      var text = GdkRGBA()
      gtk_style_context_get_color(style, &text)
      for background in ["theme_base_color", "theme_bg_color"] {
        let contrast = try contrast(text, color(background))
        #expect(contrast >= 4.5, "\(contrast) on \(background)")
      }
      if theme == "HighContrast" {
        let contrast = try contrast(color("borders"), color("theme_bg_color"))
        #expect(contrast >= 3, "\(contrast) of borders")
      }
    }
  }

  @Test func `a long text is as wide at least for any height as GTK says it is`()
    async throws
  {
    for word in ["x", "Shelf ", "W", "ij"] {
      let text = String(String(repeating: word, count: 240).prefix(240))
      try withHost(Text(text)) { host in
        let label = try #require(host.widget.all(gtk_label_get_type()).first)
        #expect(
          minimumWidth(of: label, forHeight: -1) == minimumWidth(of: label, forHeight: 1 << 20)
        )
      }
    }
  }

  @Test func `a menu in a header bar has rows of usual height, whose texts begin in one line`()
    async throws
  {
    struct Root: View {
      @GtkViews.State private var sort = 1

      var body: some View {
        Text("Root")
          .toolbar {
            Menu("Menu") {
              Picker("Sort by", selection: $sort) {
                Text("Name").tag(1)
                Text("Price").tag(2)
              }
              Divider()
              Button("Import") {}
              Button("Export") {}
              Menu("More") { Button("Print") {} }
            }
          }
      }
    }
    try await withWindow(ViewWindow("Main", width: 400, height: 400) { Root() }) { window in
      #expect(await eventually { !window.all(gtk_menu_button_get_type()).isEmpty })
      let button = try #require(window.all(gtk_menu_button_get_type()).first)
      gtk_menu_button_popup(button.opaque)
      let menu: WidgetPointer = try #require(gtk_menu_button_get_popover(button.opaque)).cast()
      let entry = try #require(menu.button(labelled: "Import"))
      #expect(await eventually { gtk_widget_get_height(entry) > 0 })
      let radio = try #require(menu.all(gtk_check_button_get_type()).first)
      let submenu = try #require(menu.all(gtk_menu_button_get_type()).first)
      for row in [entry, radio, submenu] {
        #expect(
          28...34 ~= gtk_widget_get_allocated_height(row),
          "\(gtk_widget_get_allocated_height(row))"
        )
      }
      let labels = try ["Name", "Price", "Import", "Export", "More"].map {
        try #require(menu.label($0))
      }
      let starts = labels.map { place(of: $0, in: menu).x }
      #expect(Set(starts).count == 1, "\(starts)")
      gtk_menu_button_popdown(button.opaque)
    }
  }

  @Test func `a form among other views is as high as its rows`() async throws {
    struct Root: View {
      var body: some View {
        VStack {
          Form { Text("One row") }
          Button("Done") {}
        }
      }
    }
    try await withWindow(ViewWindow("Main", width: 400, height: 600) { Root() }) { window in
      let form = try #require(window.all(gtk_scrolled_window_get_type()).first)
      #expect(await eventually { gtk_widget_get_height(form) > 0 })
      #expect(gtk_widget_get_height(form) < 150)
    }
  }

  @Test func `a sheet is as high as its wrapped texts are in its width`() async throws {
    struct Root: View {
      @GtkViews.State private var isShown = true

      var body: some View {
        Text("Root")
          .sheet(isPresented: $isShown) {
            Form {
              Section {
                Text("One row")
              } footer: {
                Text(String(repeating: "What this is good for. ", count: 30))
              }
            }
          }
      }
    }
    try await withWindow(ViewWindow("Main", width: 400, height: 600) { Root() }) { window in
      #expect(await eventually { shownSheet(over: window) != nil })
      let sheet = try #require(shownSheet(over: window))
      let scroller = try #require(sheet.firstDescendant(gtk_scrolled_window_get_type()))
      let adjustment = try #require(gtk_scrolled_window_get_vadjustment(scroller.opaque))
      #expect(await eventually { gtk_adjustment_get_page_size(adjustment) > 200 })
      #expect(
        gtk_adjustment_get_upper(adjustment) == gtk_adjustment_get_page_size(adjustment)
      )
    }
  }

  @Test func `a form in a popover is placed as in a page of its own`() async throws {
    struct Root: View {
      @GtkViews.State private var isShown = true

      var body: some View {
        VStack {
          Text("Title")
          Button("Open") {}
            .popover(isPresented: $isShown) { Form { Text("One row") } }
        }
      }
    }
    try await withWindow(ViewWindow("Main", width: 400, height: 600) { Root() }) { window in
      #expect(
        await eventually {
          window.firstDescendant(gtk_scrolled_window_get_type())
            .map { gtk_widget_get_vexpand($0) != 0 } ?? false
        }
      )
    }
  }

  @Test func `a window can not be made smaller than the smallest screens`() async throws {
    let window = ViewWindow("Main", width: 800, height: 600) { Text("Root") }
    try await withWindow(window) { widget in
      #expect(minimumWidth(of: widget, forHeight: -1) == 360)
      var height: Int32 = 0
      gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, &height, nil, nil, nil)
      #expect(height == 294)
    }
  }

  @Observable
  fileprivate final class SheetModel {
    var isShown = true
    var message: String?
  }

  fileprivate struct SheetRoot: View {
    @Bindable var model: SheetModel

    var body: some View {
      Text("Root")
        .sheet(isPresented: $model.isShown) {
          Form { TextField("Name", text: .constant("")).validationMessage(model.message) }
        }
    }
  }

  private func shownSheet(over window: WidgetPointer) -> WidgetPointer? {
    Toplevels.all.map { $0.cast() }
      .first { $0 != window && $0.isA(gtk_dialog_get_type()) && gtk_widget_get_width($0) > 0 }
  }

  @Test func `a sheet is not wider than its window, and grows with what it shows`() async throws {
    let model = SheetModel()
    let main = ViewWindow("Main", width: 300, height: 400) { SheetRoot(model: model) }
    try await withWindow(main) { window in
      #expect(await eventually { shownSheet(over: window) != nil })
      let sheet = try #require(shownSheet(over: window))
      #expect(gtk_widget_get_width(sheet) <= gtk_widget_get_width(window))
      let height = gtk_widget_get_height(sheet)
      // Once it has been looked at in its first size.
      MainLoop.pump()
      model.message = "Enter a name."
      #expect(await eventually { gtk_widget_get_height(sheet) > height })
      model.message = nil
      #expect(await eventually { gtk_widget_get_height(sheet) == height })
      model.isShown = false
      #expect(await eventually { shownSheet(over: window) == nil })
    }
  }

  fileprivate struct SearchRoot: View {
    @GtkViews.State private var text = ""

    var body: some View {
      List((0..<500).filter { text.isEmpty || "\($0)".contains(text) }.map { Row(id: $0) }) {
        Text("Row \($0.id)")
      }
      .searchable(text: $text, prompt: "Search rows")
    }

    struct Row: Identifiable { let id: Int }
  }

  @Test
  func `results of a search are read from the top, and Escape closes it from the list as well`()
    async throws
  {
    try await withWindow(ViewWindow("Main", width: 400, height: 300) { SearchRoot() }) { window in
      let entry = try #require(window.all(gtk_search_entry_get_type()).first)
      #expect(Accessibility.label(of: entry)?.isEmpty == false)
      let bar = try #require(window.all(gtk_search_bar_get_type()).first)
      let list = try #require(window.all(gtk_list_view_get_type()).first)
      let adjustment = try #require(gtk_scrollable_get_vadjustment(list.opaque))
      #expect(await eventually { gtk_adjustment_get_upper(adjustment) > 2_000 })
      gtk_adjustment_set_value(adjustment, 1_500)
      gtk_search_bar_set_search_mode(bar.opaque, 1)
      gtk_editable_set_text(entry.opaque, "4")
      #expect(await eventually { list.texts.contains("Row 4") })
      #expect(await eventually { gtk_adjustment_get_value(adjustment) == 0 })
      gtk_editable_set_text(entry.opaque, "44")
      #expect(await eventually { list.texts.contains("Row 44") && !list.texts.contains("Row 4") })
      gtk_editable_set_text(entry.opaque, "4")
      #expect(await eventually { list.texts.contains("Row 4") })
      #expect(await eventually { gtk_adjustment_get_value(adjustment) == 0 })
      let searchable = try #require(gtk_widget_get_parent(bar))
      #expect(searchable.pressEscape())
      #expect(gtk_search_bar_get_search_mode(bar.opaque) == 0)
      #expect(await eventually { String(gtk: gtk_editable_get_text(entry.opaque)).isEmpty })
    }
  }

  @Test func `a text editor has a frame and room around its text`() throws {
    try withHost(TextEditor(text: .constant("Text"))) { host in
      let frame = try #require(host.widget.all(gtk_scrolled_window_get_type()).first)
      var border = GtkBorder()
      gtk_style_context_get_border(gtk_widget_get_style_context(frame), &border)
      #expect(border.left == 1 && border.top == 1)
      let text = try #require(host.widget.all(gtk_text_view_get_type()).first)
      #expect(gtk_text_view_get_left_margin(text.cast()) >= 8)
    }
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Presses Escape in the key controllers of this widget. Returns whether one of them handled it.
  fileprivate func pressEscape() -> Bool {
    let controllers = gtk_widget_observe_controllers(self)!
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in (0..<g_list_model_get_n_items(controllers)).reversed() {
      guard let item = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(item) }
      // The search bar listens to the same widget.
      guard item.isA(gtk_event_controller_key_get_type()),
        gtk_event_controller_get_propagation_phase(OpaquePointer(item)) == GTK_PHASE_BUBBLE
      else { continue }
      var result: gboolean = 0
      withUnsafeMutablePointer(to: &result) { result in
        withVaList([guint(GDK_KEY_Escape), guint(0), guint(0), result]) {
          g_signal_emit_valist(
            item,
            g_signal_lookup("key-pressed", gtk_event_controller_key_get_type()),
            0,
            $0
          )
        }
      }
      if result != 0 { return true }
    }
    return false
  }
}

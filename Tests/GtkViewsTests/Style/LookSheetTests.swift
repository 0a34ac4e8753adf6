import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

extension ViewTests {
  /// The style sheet, and which of it is in force.
  @MainActor @Suite struct LookSheetTests {
    init() {
      #expect(gtk_init_check() != 0, "No display: run under a virtual one")
    }

    /// What GTK says about a style sheet.
    private func problems(in css: String) -> [String] {
      final class Problems {
        var texts: [String] = []
      }
      let problems = Problems()
      let provider = gtk_css_provider_new()!
      defer { g_object_unref(provider) }
      let handler:
        @convention(c) (
          OpaquePointer, OpaquePointer, UnsafePointer<GError>, gpointer
        ) -> Void = { _, section, error, problems in
          let line = gtk_css_section_get_start_location(section).pointee.lines + 1
          Unmanaged<Problems>.fromOpaque(problems).takeUnretainedValue().texts
            .append("line \(line): \(String(cString: error.pointee.message))")
        }
      g_signal_connect_data(
        UnsafeMutableRawPointer(provider),
        "parsing-error",
        // GTK calls it with the arguments of this signal, which are those of the closure.
        unsafeBitCast(handler, to: GCallback.self),
        Unmanaged.passUnretained(problems).toOpaque(),
        nil,
        GConnectFlags(rawValue: 0)
      )
      gtk_css_provider_load_from_data(provider, css, -1)
      return problems.texts
    }

    @Test func `GTK understands the whole style sheet in each look`() {
      #expect(problems(in: StyleSheet.css(nil)) == [])
      for isDark in [false, true] {
        for hasHighContrast in [false, true] {
          let tokens = DesignTokens(isDark: isDark, hasHighContrast: hasHighContrast)
          #expect(problems(in: StyleSheet.css(tokens)) == [])
        }
      }
    }

    @Test func `a mistake in a style sheet is noticed`() {
      #expect(problems(in: "button { colour: red; }").count == 1)
    }

    @Test func `each colour that the style sheet names is defined in each look`() {
      for css in [StyleSheet.css(nil), StyleSheet.css(DesignTokens())] {
        let defined = Set(css.matches(of: /@define-color (\w+)/).map(\.1))
        // What GTK's theme defines.
        let known = defined.union([
          "theme_bg_color", "theme_fg_color", "theme_base_color", "theme_text_color",
          "theme_selected_bg_color", "theme_selected_fg_color", "insensitive_fg_color", "borders",
          "error_color", "warning_color", "success_color",
        ])
        let used = Set(css.matches(of: /@(?!define-color)(\w+)/).map(\.1))
        #expect(used.subtracting(known) == [])
      }
    }

    /// The colour that a label's text has on the screen.
    private func color(of label: WidgetPointer) -> [Float] {
      var color = GdkRGBA()
      gtk_style_context_get_color(gtk_widget_get_style_context(label), &color)
      return [color.red, color.green, color.blue].map { ($0 * 255).rounded() }
    }

    private func components(_ color: SolidColor) -> [Float] {
      [color.red, color.green, color.blue].map(Float.init)
    }

    /// Shows a window, and hands over the label in it.
    private func withLabel(_ body: @MainActor (WidgetPointer) async throws -> Void) async throws {
      try await withWindow(Text("Text").foregroundStyle(.accentColor), width: 200, height: 100) {
        let label = try #require($0.all(gtk_label_get_type()).first)
        try await body(label)
      }
    }

    private func accent(isDark: Bool = false, hasHighContrast: Bool = false) -> [Float] {
      components(DesignTokens(isDark: isDark, hasHighContrast: hasHighContrast).colors.accentText)
    }

    @Test(arguments: [Look.gnome, .system])
    func `a button that cannot be pressed has the colour of what is disabled`(look: Look)
      async throws
    {
      struct Root: View {
        var body: some View {
          Form {
            Button("row") {}
            Button("destructive row", role: .destructive) {}
            NavigationRow()
            HStack {
              Button("automatic") {}
              Button("link") {}.buttonStyle(.link)
              Button("borderless") {}.buttonStyle(.borderless)
              Button("prominent") {}.buttonStyle(.borderedProminent)
              Button("pill") {}.buttonStyle(.pill)
              Button("destructive", role: .destructive) {}
            }
          }
          .disabled(true)
        }
      }
      struct NavigationRow: View {
        var body: some View { Button("navigation") {}.buttonStyle(.navigation) }
      }
      defer { Look.current = .gnome }
      Look.current = look
      try await withWindow(Root(), width: 800, height: 400) { window in
        let style = gtk_widget_get_style_context(window)
        var disabled = GdkRGBA()
        try #require(
          gtk_style_context_lookup_color(style, "insensitive_fg_color", &disabled) != 0
        )
        let wanted = [disabled.red, disabled.green, disabled.blue].map { ($0 * 255).rounded() }
        let buttons = window.all(gtk_button_get_type()).filter {
          $0.all(gtk_label_get_type()).count == 1
        }
        #expect(buttons.count == 9)
        for button in buttons {
          let label = try #require(button.all(gtk_label_get_type()).first)
          let name = gtk_label_get_text(label.opaque).map { String(cString: $0) } ?? ""
          #expect(await eventually { color(of: label) == wanted }, "\(name)")
        }
      }
    }

    @Test func `windows that are open follow the desktop to dark and back`() async throws {
      try await withLabel { label in
        defer { DesktopSettings.prefersDarkTheme = false }
        #expect(await eventually { color(of: label) == accent() })
        DesktopSettings.prefersDarkTheme = true
        #expect(await eventually { color(of: label) == accent(isDark: true) })
        DesktopSettings.prefersDarkTheme = false
        #expect(await eventually { color(of: label) == accent() })
      }
    }

    @Test func `a program can leave the look to the theme, and take it back`() async throws {
      try await withLabel { label in
        defer { Look.current = .gnome }
        Look.current = .system
        #expect(StyleSheet.shownTokens == nil)
        #expect(await eventually { color(of: label) == [53, 132, 228] })
        Look.current = .gnome
        #expect(await eventually { color(of: label) == accent() })
      }
    }

    @Test func `windows that are open follow the user to another theme and back`() async throws {
      try await withLabel { label in
        let name = DesktopSettings.themeName
        defer { DesktopSettings.themeName = name }
        DesktopSettings.themeName = "HighContrast"
        #expect(await eventually { color(of: label) == accent(hasHighContrast: true) })
        DesktopSettings.themeName = "Default-of-somebody"
        #expect(StyleSheet.shownTokens == nil)
        DesktopSettings.themeName = name
        #expect(await eventually { color(of: label) == accent() })
      }
    }

    @Test func `the user's own style sheet wins over the look, and a program's does`() async throws
    {
      try await withWindow(Text("Text").cssClass("error"), width: 200, height: 100) {
        let label = try #require($0.all(gtk_label_get_type()).first)
        let error = components(DesignTokens().colors.errorText)
        #expect(await eventually { color(of: label) == error }, "\(color(of: label)), not \(error)")
        let program = StyleProvider(css: "label { color: rgb(1,2,3); }")
        #expect(await eventually { color(of: label) == [1, 2, 3] })
        let user = StyleProvider(css: "* { color: rgb(4,5,6); }", priority: .user)
        #expect(await eventually { color(of: label) == [4, 5, 6] })
        user.remove()
        program.remove()
        #expect(await eventually { color(of: label) == error })
      }
    }

    @Test func `a program can give the look another accent`() async throws {
      try await withLabel { label in
        let sheet = StyleProvider(css: "@define-color accent_color rgb(7,8,9);")
        #expect(await eventually { color(of: label) == [7, 8, 9] })
        sheet.remove()
        #expect(await eventually { color(of: label) == accent() })
      }
    }

    @Test func `header bars have the colour of the page, and rows their height`() async throws {
      let window = ViewWindow("Page", width: 300, height: 200) {
        Form {
          Text("Plain")
          Toggle("On", isOn: .constant(true))
          TextField("Name", text: .constant(""))
        }
      }
      window.present()
      defer { window.destroy() }
      let all = window.window.widget
      let header = try #require(all.all(gtk_header_bar_get_type()).first)
      #expect(
        await eventually { gtk_widget_get_height(header) == 47 },
        "\(gtk_widget_get_height(header))"
      )
      let rows = all.all(gtk_list_box_row_get_type())
      #expect(rows.count == 3)
      for row in rows {
        // The line below a row belongs to it.
        #expect(await eventually { (50...51).contains(gtk_widget_get_height(row)) })
      }
    }
  }
}

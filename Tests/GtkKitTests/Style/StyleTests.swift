import Foundation
import GtkTestSupport
import Testing

@testable import GtkKit

extension GtkTests {
  @Test func `a style sheet is in force until it is removed`() async {
    let label = gtk_label_new("text")!
    gtk_widget_add_css_class(label, "wide-for-a-test")
    let window = await show(label)
    func minimum() -> Int32 {
      var minimum: Int32 = 0
      gtk_widget_measure(label, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
      return minimum
    }
    let sheet = StyleProvider(css: ".wide-for-a-test { min-width: 321px; }")
    #expect(await eventually { minimum() == 321 })
    sheet.load(".wide-for-a-test { min-width: 432px; }")
    #expect(await eventually { minimum() == 432 })
    sheet.remove()
    sheet.remove()
    #expect(await eventually { minimum() < 321 })
    window.destroy()
  }

  @Test func `icons are found in an added directory`() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "icons-\(UUID())")
    let icons = directory.appending(path: "hicolor/scalable/apps")
    try FileManager.default.createDirectory(at: icons, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try Data(#"<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"/>"#.utf8)
      .write(to: icons.appending(path: "org.example.gtkkit.svg"))
    #expect(!IconTheme.hasIcon(named: "org.example.gtkkit"))
    IconTheme.addSearchPath(directory.path)
    #expect(IconTheme.hasIcon(named: "org.example.gtkkit"))
  }

  @Test func `the user's settings can be read and set`() {
    let wasDark = DesktopSettings.prefersDarkTheme
    DesktopSettings.prefersDarkTheme = !wasDark
    #expect(DesktopSettings.prefersDarkTheme == !wasDark)
    DesktopSettings.prefersDarkTheme = wasDark
    let moved = DesktopSettings.areAnimationsEnabled
    DesktopSettings.areAnimationsEnabled = !moved
    #expect(DesktopSettings.areAnimationsEnabled == !moved)
    DesktopSettings.areAnimationsEnabled = moved
  }

  @Test func `windows are light or dark whatever the desktop says, until they follow it again`() {
    let wasDark = DesktopSettings.prefersDarkTheme
    defer { DesktopSettings.apply(g_variant_new_uint32(wasDark ? 1 : 2), of: "color-scheme") }
    DesktopSettings.apply(g_variant_new_uint32(2), of: "color-scheme")
    DesktopSettings.colorScheme = .dark
    #expect(DesktopSettings.prefersDarkTheme)
    DesktopSettings.apply(g_variant_new_uint32(2), of: "color-scheme")
    #expect(DesktopSettings.prefersDarkTheme)
    DesktopSettings.colorScheme = .light
    #expect(!DesktopSettings.prefersDarkTheme)
    DesktopSettings.apply(g_variant_new_uint32(1), of: "color-scheme")
    #expect(!DesktopSettings.prefersDarkTheme)
    DesktopSettings.colorScheme = .system
    #expect(DesktopSettings.prefersDarkTheme)
  }

  @Test func `the desktop's accent and contrast are known, and each change is told once`() throws {
    var changes = 0
    DesktopSettings.onThemeChange { changes += 1 }
    func accent(_ components: [Double]) -> OpaquePointer {
      var values = components.map { g_variant_new_double($0) }
      // As the portal sends it: a variant in a variant.
      return g_variant_new_variant(g_variant_new_tuple(&values, gsize(values.count)))
    }
    DesktopSettings.apply(accent([0.25, 0.5, 1]), of: "accent-color")
    DesktopSettings.apply(accent([0.25, 0.5, 1]), of: "accent-color")
    let color = try #require(DesktopSettings.accentColor)
    #expect([color.red, color.green, color.blue] == [0.25, 0.5, 1])
    #expect(changes == 1)

    // This is how a desktop says that there is no accent.
    DesktopSettings.apply(accent([-1, -1, -1]), of: "accent-color")
    #expect(DesktopSettings.accentColor == nil)
    DesktopSettings.apply(g_variant_new_uint32(1), of: "contrast")
    #expect(DesktopSettings.prefersHighContrast)
    DesktopSettings.apply(g_variant_new_uint32(0), of: "contrast")
    #expect(!DesktopSettings.prefersHighContrast)
    #expect(changes == 4)

    DesktopSettings.apply(g_variant_new_string("blue"), of: "accent-color")
    DesktopSettings.apply(g_variant_new_uint32(1), of: "unknown")
    #expect(DesktopSettings.accentColor == nil)
    #expect(changes == 4)
  }

  @Test func `a theme is dark by its name`() {
    let name = DesktopSettings.themeName
    defer { DesktopSettings.themeName = name }
    for dark in ["Adwaita-dark", "Default-hc-dark", "HighContrastInverse"] {
      DesktopSettings.themeName = dark
      #expect(DesktopSettings.isThemeDark, "\(dark)")
    }
    DesktopSettings.themeName = "HighContrast"
    #expect(!DesktopSettings.isThemeDark)
  }

  @Test func `without a settings portal the appearance is left alone`() {
    let dark = DesktopSettings.prefersDarkTheme
    DesktopSettings.followAppearance()
    DesktopSettings.followAppearance()
    MainLoop.pump()
    #expect(DesktopSettings.prefersDarkTheme == dark)
  }

  @Test func `a cancelled task takes its file dialog with it`() async {
    let parent = await show(gtk_label_new("parent")!)
    let opening = Task {
      await FileChooser.open(
        over: parent.pointer,
        title: "Open",
        filters: [.init("Text", patterns: ["*.txt"])],
        allowsMultiple: true
      )
    }
    let saving = Task { await FileChooser.save(over: parent.pointer, title: "Save", name: "a.txt") }
    #expect(await eventually { fileDialogs() == 2 })
    opening.cancel()
    saving.cancel()
    #expect(await eventually { fileDialogs() == 0 })
    #expect(await opening.value == [])
    #expect(await saving.value == nil)
    parent.destroy()
  }

  private func fileDialogs() -> Int {
    let toplevels = gtk_window_get_toplevels()!
    return (0..<g_list_model_get_n_items(toplevels)).count { position in
      let window = g_list_model_get_item(toplevels, position)!
      defer { g_object_unref(window) }
      return window.isA(gtk_file_chooser_dialog_get_type())
        && gtk_widget_get_visible(window.cast()) != 0
    }
  }
}

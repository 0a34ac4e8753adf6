import Foundation
import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

/// The scenes of a program: their windows, links, commands, and whether the user works in them.
extension ViewTests {
  /// A program with three kinds of windows, and what happened in it.
  private final class Log {
    var entries: [String] = []
    var openWindow: OpenWindowAction?
    var dismissWindow: DismissWindowAction?
    var openSettings: (() -> Void)?
    var phases: [String: ScenePhase] = [:]
  }

  private struct Main: View {
    let log: Log
    @Environment(\.openWindow) private var openWindow
    @Environment(\.dismissWindow) private var dismissWindow

    var body: some View {
      let _ = log.openWindow = openWindow
      let _ = log.dismissWindow = dismissWindow
      Text("Main view")
    }
  }

  private struct Item: View {
    @Binding var id: Int?

    var body: some View {
      Button("Item \(id.map(String.init) ?? "none")") { id = 8 }
    }
  }

  @SceneBuilder private func scenes(_ log: Log) -> some Scene {
    WindowGroup("Main", width: 300, height: 200) { Main(log: log) }
    WindowGroup("Help", id: "help") { Text("Help view") }
    WindowGroup("Item", for: Int.self) { Item(id: $0) }
    WindowGroup("Name", id: "names", for: String.self) { Text("Name \($0.wrappedValue ?? "")") }
  }

  /// Runs a program for the time of a test.
  private func withProgram(
    _ scene: some Scene,
    _ body: @MainActor (AppWindows, Application) async throws -> Void
  ) async throws {
    let application = Application(
      id: "org.example.Test\(UUID().uuidString.filter(\.isLetter))",
      options: .notUnique
    )
    try #require(application.activateForTesting())
    let program = AppWindows(scene, application)
    AppWindows.running = program
    defer {
      AppWindows.running = nil
      for window in application.windows { gtk_window_close(window) }
    }
    try await body(program, application)
  }

  private func titles(_ application: Application) -> [String] {
    application.windows.map { String(gtk: gtk_window_get_title($0)) }.sorted()
  }

  private func texts(_ application: Application) -> [String] {
    application.windows.flatMap { gtk_window_get_child($0).map { $0.texts } ?? [] }.sorted()
  }

  @Test func `the first scene opens a window, and openWindow those of the others`() async throws {
    let log = Log()
    try await withProgram(scenes(log)) { program, application in
      program.openFirst()
      #expect(texts(application) == ["Main view"])
      let openWindow = try #require(log.openWindow)
      openWindow(id: "help")
      openWindow(id: "help")
      #expect(texts(application) == ["Help view", "Help view", "Main view"])
      #expect(titles(application) == ["Help", "Help", "Main"])
      openWindow(value: "Ada")
      openWindow(id: "names", value: "Zoe")
      #expect(texts(application).suffix(2) == ["Name Ada", "Name Zoe"])
    }
  }

  @Test func `a value has one window, which follows the value that its views write`() async throws {
    let log = Log()
    try await withProgram(scenes(log)) { program, application in
      program.openFirst()
      let openWindow = try #require(log.openWindow)
      openWindow(value: 7)
      openWindow(value: 7)
      #expect(texts(application) == ["Item 7", "Main view"])
      let window = try #require(
        application.windows.first { String(gtk: gtk_window_get_title($0)) == "Item" }
      )
      try #require(WidgetPointer(window.cast()).button(labelled: "Item 7")).click()
      MainLoop.pump()
      #expect(texts(application) == ["Item 8", "Main view"])
      openWindow(value: 8)
      #expect(texts(application) == ["Item 8", "Main view"])
      openWindow(value: 7)
      #expect(texts(application) == ["Item 7", "Item 8", "Main view"])
    }
  }

  @Test func `windows are closed by their id and their value`() async throws {
    let log = Log()
    try await withProgram(scenes(log)) { program, application in
      program.openFirst()
      let openWindow = try #require(log.openWindow)
      let dismissWindow = try #require(log.dismissWindow)
      openWindow(id: "help")
      openWindow(value: 1)
      openWindow(value: 2)
      dismissWindow(value: 1)
      dismissWindow(id: "help")
      dismissWindow(id: "none")
      #expect(texts(application) == ["Item 2", "Main view"])
      dismissWindow()
      #expect(await eventually { texts(application) == ["Item 2"] })
    }
  }

  @Test func `a single window is raised when it is opened again, and closed by its id`()
    async throws
  {
    let log = Log()
    @SceneBuilder func single() -> some Scene {
      Window("Only", id: "only", width: 300, height: 200) { Text("Only view") }
        .defaultSize(width: 320, height: 240)
      WindowGroup("Main", id: "main") { Main(log: log) }
    }
    try await withProgram(single()) { program, application in
      program.openFirst()
      program.openFirst()
      #expect(texts(application) == ["Only view"])
      var (width, height): (Int32, Int32) = (0, 0)
      gtk_window_get_default_size(application.windows[0], &width, &height)
      #expect((width, height) == (320, 240))
      let only = application.windows[0]
      #expect(program.open(id: "main", value: nil) == nil)
      let openWindow = try #require(log.openWindow)
      openWindow(id: "only")
      openWindow(id: "only")
      #expect(texts(application) == ["Main view", "Only view"])
      #expect(application.windows.contains(only))
      let dismissWindow = try #require(log.dismissWindow)
      dismissWindow(id: "only")
      #expect(await eventually { texts(application) == ["Main view"] })
      openWindow(id: "only")
      #expect(texts(application) == ["Main view", "Only view"])
    }
  }

  @Test func `the preferences open once, from the primary menu and from a link`() async throws {
    struct Root: View {
      let log: Log
      @Environment(\.openSettings) private var openSettings

      var body: some View {
        let _ = log.openSettings = { openSettings() }
        SettingsLink()
      }
    }
    let log = Log()
    @SceneBuilder func scenes() -> some Scene {
      GtkViews.Settings { Text("Preferences view") }
      WindowGroup("Main", width: 300, height: 200) { Root(log: log) }
    }
    try await withProgram(scenes()) { program, application in
      program.openFirst()
      #expect(titles(application) == ["Main"])
      let main = WidgetPointer(application.windows[0].cast())
      let openSettings = try #require(log.openSettings)
      openSettings()
      try #require(main.button(labelled: "Preferences")).click()
      #expect(titles(application) == ["Main", "Preferences"])
      let settings = try #require(
        application.windows.first { String(gtk: gtk_window_get_title($0)) == "Preferences" }
      )
      gtk_window_close(settings)
      #expect(await eventually { titles(application) == ["Main"] })
      let menu = try #require(main.all(gtk_menu_button_get_type()).first)
      #expect(gtk_menu_button_get_primary(menu.opaque) != 0)
      let popover = WidgetPointer(try #require(gtk_menu_button_get_popover(menu.opaque)).cast())
      try #require(popover.button(labelled: "Preferences")).click()
      #expect(titles(application) == ["Main", "Preferences"])
    }
    try await withProgram(WindowGroup("Main") { Root(log: log) }) { program, application in
      program.openFirst()
      #expect(WidgetPointer(application.windows[0].cast()).all(gtk_menu_button_get_type()).isEmpty)
      let openSettings = try #require(log.openSettings)
      withKnownIssue {
        openSettings()
      } matching: { issue in
        "\(issue)".contains("Add 'Settings' to the scenes of the 'App'.")
      }
    }
  }

  @Test func `a window that no scene describes is reported, and not opened`() async throws {
    let log = Log()
    try await withProgram(scenes(log)) { program, application in
      program.openFirst()
      let openWindow = try #require(log.openWindow)
      withKnownIssue {
        openWindow(id: "halp")
      } matching: { issue in
        "\(issue)".contains("No scene of the program has windows with the id \"halp\"")
          && "\(issue)".contains("- \"Help\", with the id \"help\"\n- \"Item\", without an id, for")
      }
      withKnownIssue {
        openWindow(id: "help", value: 1)
      } matching: { issue in
        "\(issue)".contains("with the id \"help\" and values of the type 'Int'")
      }
      withKnownIssue {
        openWindow(value: 1.5)
      } matching: { issue in
        "\(issue)".contains("windows with values of the type 'Double', so none was opened.")
      }
      #expect(texts(application) == ["Main view"])
    }
    withKnownIssue {
      EnvironmentValues().openWindow(id: "help")
    } matching: { issue in
      "\(issue)".contains("in a program that is no 'App', so none was opened.")
    }
  }

  @Test func `two scenes with one id are reported`() {
    @SceneBuilder func scenes() -> some Scene {
      WindowGroup("One", id: "same") { Text("One") }
      WindowGroup("Two", id: "same") { Text("Two") }
    }
    withKnownIssue {
      _ = AppWindows(scenes(), nil)
    } matching: { issue in
      "\(issue)".contains("Several scenes of the program have the id \"same\".")
    }
  }

  private struct Links: View {
    let name: String
    let log: Log

    var body: some View {
      VStack {
        Text(name).onOpenURL { log.entries.append("inner \(name) \($0.absoluteString)") }
      }
      .onOpenURL { log.entries.append("outer \(name) \($0.absoluteString)") }
    }
  }

  @Test func `a link opens a window if there is none, and reaches its views from the outside in`()
    async throws
  {
    let log = Log()
    let scene = WindowGroup("Links") { Links(name: "A", log: log) }
    try await withProgram(scene) { program, application in
      program.receive([URL(string: "ferry://a")!, URL(string: "ferry://b")!])
      #expect(application.windows.count == 1)
      #expect(
        log.entries == [
          "outer A ferry://a", "inner A ferry://a", "outer A ferry://b", "inner A ferry://b",
        ]
      )
    }
  }

  @Test func `a link goes to the last window that takes it, and is reported if none does`()
    async throws
  {
    let log = Log()
    @SceneBuilder func scenes() -> some Scene {
      WindowGroup("Plain") { Main(log: log) }
      WindowGroup("Links", id: "links") { Links(name: "B", log: log) }
    }
    try await withProgram(scenes()) { program, application in
      let url = URL(string: "ferry://berth/7")!
      program.openFirst()
      withKnownIssue {
        program.receive([url])
      } matching: { issue in
        "\(issue)".contains("opened with ferry://berth/7, which no view takes.")
      }
      let openWindow = try #require(log.openWindow)
      openWindow(id: "links")
      program.receive([url])
      #expect(log.entries == ["outer B ferry://berth/7", "inner B ferry://berth/7"])
    }
    let window = ViewWindow("Own") { Links(name: "C", log: log) }
    log.entries = []
    #expect(window.open(URL(string: "x:y")!))
    #expect(log.entries == ["outer C x:y", "inner C x:y"])
    window.present()
    window.destroy()
    #expect(!window.open(URL(string: "x:y")!))
    let deaf = ViewWindow("Deaf") { Text("Text") }
    #expect(!deaf.open(URL(string: "x:y")!))
    deaf.destroy()
  }

  private struct Phase: View {
    let name: String
    let log: Log
    var settings: Settings?
    @Environment(\.scenePhase) private var phase

    var body: some View {
      let _ = log.phases[name] = phase
      Text(name)
        .sheet(isPresented: isShown) { Phase(name: "sheet", log: log) }
    }

    private var isShown: Binding<Bool> {
      guard let settings else { return .constant(false) }
      return Binding(get: { !settings.isShown }, set: { settings.isShown = !$0 })
    }
  }

  @Test func `the phase of a scene follows its window, and the dialogs above it`() async {
    let log = Log()
    let settings = Settings()
    let first = ViewWindow("First") { Phase(name: "first", log: log, settings: settings) }
    #expect(log.phases["first"] == .background)
    first.present()
    #expect(await eventually { log.phases["first"] == .active })
    settings.isShown = false
    #expect(await eventually { dialogs.count == 1 && gtk_window_is_active(dialogs[0].cast()) != 0 })
    #expect(await eventually { log.phases == ["first": .active, "sheet": .active] })
    settings.isShown = true
    #expect(await eventually { dialogs.isEmpty && log.phases["first"] == .active })
    let second = ViewWindow("Second") { Phase(name: "second", log: log) }
    second.present()
    #expect(
      await eventually { log.phases["second"] == .active && log.phases["first"] == .inactive }
    )
    gtk_widget_set_visible(second.window.widget, 0)
    #expect(await eventually { log.phases["second"] == .background })
    second.destroy()
    first.destroy()
    #expect(EnvironmentValues().scenePhase == .active)
  }

  private struct HelpCommands: Commands {
    let log: Log
    let hasMore: Bool

    var body: some Commands {
      CommandGroup(after: .appInfo) { Button("About") { log.entries.append("about") } }
      if hasMore { CommandMenu("More") { Button("Extra") {} } }
    }
  }

  @Test func `commands are items of the primary menu, and their keys work while it is closed`()
    async throws
  {
    let log = Log()
    let scene = WindowGroup("Main") { Text("Main view") }
      .commands {
        HelpCommands(log: log, hasMore: false)
        CommandMenu("Passengers") {
          Button("Land") { log.entries.append("land") }.keyboardShortcut("l")
        }
      }
      .commands {
        CommandGroup(replacing: .newItem) { Button("New") { log.entries.append("new") } }
        HelpCommands(log: log, hasMore: true)
      }
    try await withProgram(scene) { program, application in
      program.openFirst()
      let window = WidgetPointer(application.windows[0].cast())
      let menu = try #require(window.all(gtk_menu_button_get_type()).first)
      #expect(gtk_menu_button_get_primary(menu.opaque) != 0)
      #expect(Accessibility.label(of: menu) == "Menu")
      let popover = WidgetPointer(try #require(gtk_menu_button_get_popover(menu.opaque)).cast())
      #expect(
        popover.texts == ["New", "Passengers", "Land", "Ctrl+L", "More", "Extra", "About", "About"]
      )
      #expect(await eventually { gtk_widget_get_mapped(window) != 0 })
      #expect(window.press(shortcut: GDK_KEY_l, GDK_CONTROL_MASK))
      #expect(log.entries == ["land"])
      gtk_menu_button_popup(menu.opaque)
      #expect(await eventually { gtk_widget_get_mapped(popover) != 0 })
      try #require(popover.button(labelled: "New")).click()
      #expect(log.entries == ["land", "new"])
      #expect(await eventually { gtk_widget_get_mapped(popover) == 0 })
    }
  }

  @Test func `a window without commands has no menu`() async throws {
    try await withProgram(WindowGroup { Text("Main view") }) { program, application in
      program.openFirst()
      let window = WidgetPointer(application.windows[0].cast())
      #expect(window.all(gtk_menu_button_get_type()).isEmpty)
      #expect(!titles(application)[0].isEmpty)
    }
  }
}

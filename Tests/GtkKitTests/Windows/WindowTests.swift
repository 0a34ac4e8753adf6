import GtkKit
import GtkTestSupport
import Testing

extension GtkTests {
  @Test func `a window shows its child under its title`() async {
    let window = ApplicationWindow()
    window.title = "Inventory"
    window.defaultSize = (400, 300)
    let label = gtk_label_new("Hello")!
    window.child = label
    window.present()
    #expect(await eventually { gtk_widget_get_mapped(label) != 0 })
    #expect(window.title == "Inventory")
    #expect(window.defaultSize == (400, 300))
  }

  @Test func `a change of a window's size is told`() async {
    let window = ApplicationWindow()
    window.defaultSize = (400, 300)
    window.child = gtk_label_new("Hello")!
    window.present()
    #expect(await eventually { gtk_widget_get_mapped(window.widget) != 0 })
    var sizes: [(width: Int, height: Int)] = []
    window.onSizeChange = { [unowned window] in sizes.append(window.defaultSize) }
    window.defaultSize = (500, 350)
    #expect(await eventually { sizes.last.map { $0 == (500, 350) } ?? false })
    #expect(!window.isMaximized)
    window.destroy()
  }

  @Test func `the wish to close is forwarded and never obeyed`() async {
    let window = ApplicationWindow()
    var requests = 0
    window.onCloseRequest = { requests += 1 }
    window.present()
    #expect(await eventually { gtk_widget_get_mapped(window.widget) != 0 })
    gtk_window_close(window.pointer)
    #expect(await eventually { requests == 1 })
    #expect(!window.isDestroyed)
    #expect(gtk_widget_get_mapped(window.widget) != 0)
  }

  @Test func `a window may be destroyed from its close request`() async {
    let window = ApplicationWindow()
    window.onCloseRequest = { [weak window] in window?.destroy() }
    window.present()
    #expect(await eventually { gtk_widget_get_mapped(window.widget) != 0 })
    gtk_window_close(window.pointer)
    #expect(await eventually { window.isDestroyed })
    window.destroy()
  }

  @Test func `nothing of a window is left when it goes`() async {
    let handlers = Signal.liveHandlers
    let weakWindow: WeakReference
    let weakChild: WeakReference
    do {
      let window = ApplicationWindow()
      let header = HeaderBar()
      header.title = "Title"
      header.subtitle = "Subtitle"
      window.titlebar = header.widget
      window.child = gtk_button_new_with_label("Button")
      window.onCloseRequest = {}
      window.present()
      #expect(await eventually { gtk_widget_get_mapped(window.widget) != 0 })
      weakWindow = WeakReference(window.pointer)
      weakChild = WeakReference(window.child!)
    }
    #expect(await eventually { !weakWindow.isAlive && !weakChild.isAlive })
    #expect(Signal.liveHandlers <= handlers)
  }

  @Test func `a header bar shows titles or a widget in their place`() {
    let header = HeaderBar()
    header.title = "Title"
    #expect(header.title == "Title")
    #expect(header.titleWidget == nil)
    let entry = gtk_search_entry_new()!
    header.titleWidget = entry
    #expect(header.titleWidget == entry)
    header.titleWidget = nil
    #expect(header.titleWidget == nil)
    #expect(header.title == "Title")
    let button = gtk_button_new()!
    header.append(atStart: button)
    header.append(atEnd: gtk_button_new()!)
    #expect(gtk_widget_is_ancestor(button, header.widget) != 0)
    header.remove(button)
  }

  @Test func `a title is shown whole in a tooltip only while it is cut`() async {
    let header = HeaderBar()
    header.title = "Paper"
    let window = ApplicationWindow()
    window.defaultSize = (300, 200)
    window.titlebar = header.widget
    window.present()
    defer { window.destroy() }
    let title = header.widget.family.first { gtk_widget_has_css_class($0, "title") != 0 }!
    #expect(await eventually { gtk_widget_get_width(title) > 0 })
    #expect(!showsTooltip(title))
    header.title = "Paper of eighty grams for printers, five hundred sheets in a pack"
    #expect(await eventually { showsTooltip(title) })
    header.title = "Paper"
    #expect(await eventually { !showsTooltip(title) })
  }

  @Test func `an application activates, shows a window and runs its actions`() async {
    let application = Application(id: "org.example.GtkKitTests", options: .notUnique)
    var log: [String] = []
    var window: ApplicationWindow?
    application.onStartup = { log.append("startup") }
    application.onActivate = {
      log.append("activate")
      window = ApplicationWindow(application: application)
      window?.present()
    }
    application.add(Action("greet") { log.append("greet") }, accelerators: ["<Control>g"])
    application.add(Action("open") { (name: String) in log.append("open \(name)") })
    let off = Action("off") { log.append("off") }
    off.isEnabled = false
    application.add(off)
    #expect(application.activateForTesting())
    #expect(log == ["startup", "activate"])
    #expect(application.windows == [window!.pointer])
    for (action, parameter) in [("greet", nil), ("open", "notes"), ("off", nil)] {
      g_action_group_activate_action(
        OpaquePointer(application.pointer),
        action,
        parameter.map { g_variant_new_string($0) }
      )
    }
    #expect(log.dropFirst(2) == ["greet", "open notes"])
    let weak = WeakReference(window!.pointer)
    window = nil
    #expect(await eventually { !weak.isAlive })
    #expect(application.windows.isEmpty)
  }

  @Test func `an application is told what to open, and how it was launched`() {
    let application = Application(options: [.notUnique, .opensFiles])
    var opened: [[String]] = []
    application.onOpen = { opened.append($0) }
    let pointer: UnsafeMutablePointer<GApplication> = application.pointer.cast()
    #expect(g_application_register(pointer, nil, nil) != 0)
    var file = g_file_new_for_uri("inventory:///items/7")
    g_application_open(pointer, &file, 1, "")
    g_object_unref(file!.instance)
    #expect(opened == [["inventory:///items/7"]])
  }

  @Test func `nothing of an application is left when it goes`() {
    let handlers = Signal.liveHandlers
    let weak: WeakReference
    do {
      let application = Application(options: .notUnique)
      application.onActivate = {}
      application.add(Action("quit") {}, accelerators: ["<Control>q"])
      weak = WeakReference(application.pointer)
      application.removeAction(named: "quit")
    }
    #expect(!weak.isAlive)
    #expect(Signal.liveHandlers <= handlers)
  }
}

/// Asks a widget for its tooltip, as GTK does when the pointer rests on it. Returns whether it has
/// one.
private func showsTooltip(_ widget: WidgetPointer) -> Bool {
  let tooltip = ObjectReference(
    owning: OpaquePointer(g_object_new_with_properties(gtk_tooltip_get_type(), 0, nil, nil))
  )
  return emit(
    widget,
    "query-tooltip",
    [
      (FundamentalType.int, { _ in }), (FundamentalType.int, { _ in }),
      (FundamentalType.boolean, { _ in }),
      (gtk_tooltip_get_type(), { g_value_set_object(&$0, tooltip.instance) }),
    ],
    returnsBool: true
  )
}

import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension ViewTests {
  @Test func `modifiers change the widgets, and follow their values`() {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Group {
          Button("One") {}
          if settings.isShown { Button("Two") {} }
        }
        .disabled(settings.isOn)
        .help(settings.name)
        .cssClass(settings.isOn ? "on" : "off")
        .hidden(settings.declines)
        .font(.headline)
      }
    }
    let settings = Settings()
    settings.isShown = false
    withHost(Root(settings: settings)) { host in
      let one = host.widget.button(labelled: "One")!
      #expect(gtk_widget_get_sensitive(one) == 1)
      #expect(String(gtk: gtk_widget_get_tooltip_text(one)) == "Lamp")
      #expect(gtk_widget_has_css_class(one, "off") == 1)
      settings.isOn = true
      settings.isShown = true
      settings.declines = true
      settings.name = ""
      MainLoop.pump()
      for button in [one, host.widget.button(labelled: "Two")!] {
        #expect(gtk_widget_get_sensitive(button) == 0)
        #expect(gtk_widget_get_tooltip_text(button) == nil)
        #expect(gtk_widget_has_css_class(button, "on") == 1)
        #expect(gtk_widget_has_css_class(button, "off") == 0)
        #expect(gtk_widget_has_css_class(button, "heading") == 1)
        #expect(gtk_widget_get_opacity(button) == 0)
      }
    }
  }

  @Test func `frames bound the size of their content`() {
    func width<Content: View>(_ content: Content) -> (minimum: Int32, natural: Int32) {
      var size: (minimum: Int32, natural: Int32) = (0, 0)
      withHost(content) { host in
        gtk_widget_measure(
          host.widget,
          GTK_ORIENTATION_HORIZONTAL,
          -1,
          &size.minimum,
          &size.natural,
          nil,
          nil
        )
      }
      return size
    }
    #expect(width(Spacer().frame(width: 100)) == (100, 100))
    #expect(width(Spacer().frame(minWidth: 50, idealWidth: 80)) == (50, 80))
    #expect(width(Text(String(repeating: "word ", count: 50)).frame(maxWidth: 120)).natural == 120)
    #expect(width(Spacer().frame(width: 100).padding(10)) == (120, 120))
    #expect(width(Spacer(minLength: 5).padding(.leading, 7)).natural == 7)
  }

  @Test func `appearing, tasks and changes`() async {
    struct Root: View {
      let settings: Settings

      var body: some View {
        VStack {
          if settings.isShown {
            Text("Text")
              .onAppear { settings.log.append("appear") }
              .onDisappear { settings.log.append("disappear") }
              .task(id: settings.count) {
                let count = settings.count
                settings.log.append("start \(count)")
                try? await Task.sleep(for: .seconds(100))
                settings.log.append("end \(count) \(Task.isCancelled)")
              }
          }
          EmptyView().onChange(of: settings.name) { settings.log.append("\($0) -> \($1)") }
        }
      }
    }
    let settings = Settings()
    let window = ViewWindow("Main", width: 300, height: 200) { Root(settings: settings) }
    #expect(settings.log.isEmpty)
    window.present()
    defer { window.destroy() }
    #expect(await eventually { settings.log == ["appear", "start 3"] })
    settings.count = 4
    #expect(await eventually { settings.log.suffix(2).sorted() == ["end 3 true", "start 4"] })
    settings.log = []
    settings.name = "Chair"
    #expect(await eventually { settings.log == ["Lamp -> Chair"] })
    settings.log = []
    settings.isShown = false
    #expect(await eventually { settings.log == ["disappear", "end 4 true"] })
  }

  @Test func `the focus follows the state, and the state the focus`() async {
    enum Field { case first, second }
    struct Root: View {
      let settings: Settings
      @FocusState var focus: Field?
      @State var model: Field?

      var body: some View {
        VStack {
          TextField("First", text: .constant("")).focused($focus, equals: .first)
          TextField("Second", text: .constant("")).focused($focus, equals: .second)
            .onSubmit { settings.log.append("submit") }
          Button("Go") { focus = .second }
          Text(model.map { "\($0)" } ?? "none")
        }
        .onSubmit { settings.log.append("outer") }
        .bind($model, to: $focus)
      }
    }
    let settings = Settings()
    let window = ViewWindow("Main", width: 300, height: 200) { Root(settings: settings) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { gtk_widget_get_mapped(widget) != 0 })
    // The window gives the focus to its first field by itself.
    #expect(await eventually { widget.texts.contains("first") })
    widget.button(labelled: "Go")?.click()
    #expect(await eventually { widget.texts.contains("second") })
    let entries = widget.all(gtk_entry_get_type())
    func hasFocus(_ entry: WidgetPointer) -> Bool {
      let focus = gtk_window_get_focus(window.window.pointer)
      return focus.map { gtk_widget_is_ancestor($0, entry) != 0 } ?? false
    }
    #expect(await eventually { hasFocus(entries[1]) })
    gtk_widget_grab_focus(entries[0])
    #expect(await eventually { widget.texts.contains("first") })
    Signal.emit(entries[1], "activate")
    #expect(settings.log == ["submit", "outer"])
  }

  @Test func `a model that names a field at first and the first field do not fight for the focus`()
    async
  {
    enum Field { case first, second }
    struct Root: View {
      let evaluations: Evaluations
      @FocusState var focus: Field?
      @State var model: Field? = .second

      var body: some View {
        let _ = evaluations.note("Root")
        Form {
          TextField("First", text: .constant("")).focused($focus, equals: .first)
          TextField("Second", text: .constant("")).focused($focus, equals: .second)
        }
        .bind($model, to: $focus)
      }
    }
    let evaluations = Evaluations()
    let window = ViewWindow("Main", width: 300, height: 200) { Root(evaluations: evaluations) }
    window.present()
    defer { window.destroy() }
    let entries = window.window.widget.all(gtk_text_get_type())
    #expect(await eventually { gtk_window_get_focus(window.window.pointer) == entries[1] })
    var frames = 0
    FrameObserver(of: window.window.pointer) { _ in frames += 1 }
    #expect(await eventually { frames > 5 })
    #expect(gtk_window_get_focus(window.window.pointer) == entries[1])
    #expect(evaluations["Root"] < 10)
  }

  @Test func `a value of the environment can be changed from what it was`() {
    withHost(
      Button("Add") {}
        .transformEnvironment(\.buttonStyle) { style in
          if style == .link { style = .pill }
        }
        .buttonStyle(.link)
    ) { host in
      let button = host.widget.button(labelled: "Add")
      #expect(button.map { gtk_widget_has_css_class($0, "pill") } == 1)
      #expect(button.map { gtk_widget_has_css_class($0, "link") } == 0)
    }
  }

  @Test func `a keyboard shortcut is a trigger in the window`() throws {
    let shortcuts: [(KeyboardShortcut, trigger: String)] = [
      (KeyboardShortcut(.upArrow, modifiers: []), "Up"),
      (KeyboardShortcut(.downArrow, modifiers: .shift), "<Shift>Down"),
      (KeyboardShortcut(.leftArrow, modifiers: .alt), "<Alt>Left"),
      (KeyboardShortcut(.rightArrow), "<Control>Right"),
      (KeyboardShortcut("s", modifiers: [.command, .option]), "<Control><Alt>s"),
      (.defaultAction, "Return"), (.cancelAction, "Escape"),
    ]
    for (shortcut, trigger) in shortcuts { try expect(shortcut, is: trigger) }
  }

  private func expect(_ shortcut: KeyboardShortcut, is trigger: String) throws {
    try withHost(Button("Go") {}.keyboardShortcut(shortcut)) { host in
      let button = try #require(host.widget.button(labelled: "Go"))
      let triggers = button.controllers(gtk_shortcut_controller_get_type())
        .filter { gtk_shortcut_controller_get_scope($0) == GTK_SHORTCUT_SCOPE_GLOBAL }
        .flatMap { controller in
          (0..<g_list_model_get_n_items(controller)).map { index in
            let shortcut = ObjectReference(owning: g_list_model_get_item(controller, index)!)
            return String(
              taking: gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(shortcut.opaque))
            )
          }
        }
      #expect(triggers == [trigger])
    }
  }
}

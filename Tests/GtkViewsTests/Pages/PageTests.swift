import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension ViewTests {
  @Test func `titles and toolbar items reach the page, outermost first`() {
    struct Root: View {
      let settings: Settings

      var body: some View {
        VStack {
          Text("x").navigationTitle("Inner").navigationSubtitle("Sub")
        }
        .toolbar {
          ToolbarItem(placement: .confirmationAction) { Button("Save") {} }
          if settings.isShown { Button("Extra") {} }
        }
        .navigationTitle(settings.name)
      }
    }
    let settings = Settings()
    let page = PageContext()
    var environment = EnvironmentValues()
    environment.pageContext = page
    withHost(Root(settings: settings), environment: environment) { _ in
      #expect(page.title == "Lamp" && page.subtitle == "Sub")
      #expect(page.items.map(\.placement) == [.confirmationAction, .automatic])
      #expect(gtk_widget_has_css_class(page.items[0].widget, "suggested-action") == 1)
      let header = PageHeaderBar(page: page)
      #expect(header.widget.texts.contains("Lamp") && header.widget.texts.contains("Save"))
      settings.isShown = false
      settings.name = "Chair"
      MainLoop.pump()
      #expect(header.widget.texts.contains("Chair") && !header.widget.texts.contains("Extra"))

      let inner = PageContext()
      inner.contribute(PageContribution(title: "Page"), owner: inner)
      page.embedded = inner
      MainLoop.pump()
      #expect(page.title == "Page" && header.headerBar.title == "Page")
      page.embedded = nil
      header.destroy()
    }
    #expect(page.title.isEmpty && page.items.isEmpty)
  }

  @Test func `toolbar items stand in the order in which they are written, at both ends`() {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Text("Page").toolbar {
          ToolbarItem(placement: .leading) { Text("A") }
          ToolbarItem(placement: .leading) { Text("B") }
          ToolbarItem(placement: .trailing) { Text("C") }
          if settings.isShown { ToolbarItem(placement: .trailing) { Text("D") } }
          ToolbarItem(placement: .primaryAction) { Text("G") }
          Text("E")
          ToolbarItem(placement: .trailing) { Text("F") }
        }
      }
    }
    let settings = Settings()
    let page = PageContext()
    var environment = EnvironmentValues()
    environment.pageContext = page
    withHost(Root(settings: settings), environment: environment) { _ in
      let header = PageHeaderBar(page: page)
      var items: [String] { header.widget.texts.filter { $0.count == 1 } }
      #expect(items == ["A", "B", "C", "D", "E", "F", "G"])
      settings.isShown = false
      MainLoop.pump()
      #expect(items == ["A", "B", "C", "E", "F", "G"])
      settings.isShown = true
      MainLoop.pump()
      #expect(items == ["A", "B", "C", "D", "E", "F", "G"])
      header.destroy()
    }
  }

  @Test func `all toolbars of a view are shown`() throws {
    let view = Text("Page")
      .toolbar { ToolbarItem(placement: .leading) { Text("A") } }
      .toolbar { ToolbarItem(placement: .trailing) { Text("B") } }
    let page = PageContext()
    var environment = EnvironmentValues()
    environment.pageContext = page
    withHost(view, environment: environment) { _ in
      let header = PageHeaderBar(page: page)
      #expect(header.widget.texts.filter { $0.count == 1 } == ["A", "B"])
      header.destroy()
    }
  }

  @Test func `a search within another one of the same page is reported, and both are shown`() {
    let settings = Settings()
    let text = Binding(get: { settings.name }, set: { settings.name = $0 })
    func entries(in view: some View) -> Int {
      let window = ViewWindow("Main") { view }
      defer { window.destroy() }
      return window.window.widget.all(gtk_search_entry_get_type()).count
    }
    withKnownIssue {
      #expect(entries(in: Text("Page").searchable(text: text).searchable(text: text)) == 2)
    } matching: { issue in
      "\(issue)".contains("A view with 'searchable' is in another one of the same page.")
    }
    struct OtherPage: View {
      let text: Binding<String>

      var body: some View {
        Text("Page").searchable(text: text).environment(\.pageContext, PageContext())
      }
    }
    #expect(entries(in: OtherPage(text: text).searchable(text: text)) == 2)
    #expect(entries(in: HStack { Text("A").searchable(text: text) }) == 1)
  }

  @Test func `searching shows the text, opens the bar, and empties the text with it`() async {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        Text("Results").searchable(text: $settings.name, prompt: "Find")
      }
    }
    let settings = Settings()
    settings.name = ""
    let window = ViewWindow("Main", width: 300, height: 200) { Root(settings: settings) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { gtk_widget_get_mapped(widget) != 0 })
    let bar = widget.all(gtk_search_bar_get_type())[0].opaque
    let entry = widget.all(gtk_search_entry_get_type())[0].opaque
    #expect(gtk_search_bar_get_search_mode(bar) == 0)
    settings.name = "lamp"
    #expect(await eventually { gtk_search_bar_get_search_mode(bar) == 1 })
    #expect(String(gtk: gtk_editable_get_text(entry)) == "lamp")
    gtk_search_bar_set_search_mode(bar, 0)
    #expect(await eventually { settings.name.isEmpty })
  }

  @Test func `the focus of a search follows its state, and the state the focus`() async throws {
    struct Root: View {
      @Bindable var settings: Settings
      @FocusState private var isFocused: Bool

      var body: some View {
        VStack {
          TextField("Field", text: .constant(""))
          Button("Search") { isFocused = true }
          Button("Leave") { isFocused = false }
          Text(isFocused ? "searching" : "elsewhere")
        }
        .searchable(text: $settings.name)
        .searchFocused($isFocused)
      }
    }
    let settings = Settings()
    settings.name = ""
    let window = ViewWindow("Main", width: 300, height: 200) { Root(settings: settings) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { gtk_widget_get_mapped(widget) != 0 })
    let bar = widget.all(gtk_search_bar_get_type())[0].opaque
    let entry = widget.all(gtk_search_entry_get_type())[0]
    let field = widget.all(gtk_entry_get_type())[0]
    func press(_ title: String) throws {
      Signal.emit(try #require(widget.button(labelled: title)), "clicked")
    }
    for _ in 0..<2 {
      try press("Search")
      #expect(await eventually { entry.containsFocus })
      #expect(gtk_search_bar_get_search_mode(bar) == 1)
      #expect(await eventually { widget.texts.contains("searching") })
      gtk_widget_grab_focus(field)
      #expect(await eventually { widget.texts.contains("elsewhere") })
      #expect(!entry.containsFocus)
    }
    try press("Search")
    #expect(await eventually { entry.containsFocus })
    try press("Leave")
    #expect(await eventually { !entry.containsFocus })
  }

  @Test func `Enter submits the search, from the inside out, and selects its text`() async {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        VStack {
          TextField("Field", text: $settings.name).onSubmit { settings.log.append("field") }
          Text("Results")
        }
        .searchable(text: $settings.name)
        .onSubmit(of: .search) { settings.log.append("search " + settings.name) }
        .onSubmit(of: [.search, .text]) { settings.log.append("both") }
        .onSubmit { settings.log.append("text") }
      }
    }
    let settings = Settings()
    settings.name = "lamp"
    settings.log = []
    let window = ViewWindow("Main", width: 300, height: 200) { Root(settings: settings) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { gtk_widget_get_mapped(widget) != 0 })
    let entry = widget.all(gtk_search_entry_get_type())[0]
    Signal.emit(entry, "activate")
    #expect(settings.log == ["search lamp", "both"])
    var (start, end): (Int32, Int32) = (0, 0)
    #expect(gtk_editable_get_selection_bounds(entry.opaque, &start, &end) != 0)
    #expect((start, end) == (0, 4))
    settings.log = []
    let field = widget.all(gtk_entry_get_type())[0]
    Signal.emit(field, "activate")
    #expect(settings.log == ["field", "both", "text"])
  }

  @Test func `toolbar items stand at the ends of the header bar, by placement and rank`()
    async throws
  {
    let window = ViewWindow("Main", width: 800, height: 200) {
      Text("Root").toolbar {
        ToolbarItemGroup(placement: .destructiveAction) {
          Button("Delete") {}
          Button("Clear") {}
        }
        ToolbarItem(placement: .topBarLeading) { Button("Sort") {} }
        ToolbarItem(placement: .cancellationAction) { Button("Cancel") {} }
        ToolbarItem(placement: .navigation) { Button("Back") {} }
        ToolbarItem(placement: .topBarTrailing) { Button("Share") {} }
        ToolbarItem(placement: .primaryAction) { Button("Add") {} }
        ToolbarItem(placement: .confirmationAction) { Button("Done") {} }
        ToolbarItem(placement: .principal) { Button("Centre") {} }
      }
    }
    window.present()
    defer { window.destroy() }
    let bar = try #require(window.window.titlebar)
    func position(_ title: String) -> Double? {
      guard let button = bar.button(labelled: title) else { return nil }
      var (x, y) = (0.0, 0.0)
      gtk_widget_translate_coordinates(button, bar, 0, 0, &x, &y)
      return x
    }
    let titles = [
      "Delete", "Clear", "Sort", "Cancel", "Back", "Share", "Add", "Done", "Centre",
    ]
    #expect(await eventually { titles.allSatisfy { (position($0) ?? 0) > 0 } })
    let order = titles.sorted { (position($0) ?? 0) < (position($1) ?? 0) }
    #expect(Array(order.prefix(4)) == ["Back", "Cancel", "Sort", "Centre"])
    #expect(Array(order.suffix(2)) == ["Add", "Done"])
    #expect(Set(order.dropFirst(4).prefix(3)) == ["Delete", "Clear", "Share"])
    let done = try #require(bar.button(labelled: "Done"))
    #expect(gtk_widget_has_css_class(done, "suggested-action") == 1)
  }
}

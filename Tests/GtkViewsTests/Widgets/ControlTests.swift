import Foundation
import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension ViewTests {
  @Test func `a toggle follows its binding and writes to it, and takes back what is declined`() {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Form {
          Toggle(
            "Switch",
            isOn: Binding(
              get: { settings.isOn },
              set: { if !settings.declines { settings.isOn = $0 } }
            )
          )
        }
      }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      let toggle = host.widget.all(gtk_switch_get_type())[0].opaque
      #expect(gtk_switch_get_active(toggle) == 0)
      settings.isOn = true
      MainLoop.pump()
      #expect(gtk_switch_get_active(toggle) == 1)
      gtk_switch_set_active(toggle, 0)
      #expect(!settings.isOn)
      settings.declines = true
      gtk_switch_set_active(toggle, 1)
      MainLoop.pump()
      #expect(gtk_switch_get_active(toggle) == 0)
    }
  }

  @Test func `check boxes, steppers and sliders follow and write their bindings`() {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        VStack {
          Toggle("Check", isOn: $settings.isOn)
          Stepper("Count", value: $settings.count, in: 0...10)
          Slider(value: $settings.ratio)
        }
      }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      let check = host.widget.all(gtk_check_button_get_type())[0]
      gtk_check_button_set_active(check.cast(), 1)
      #expect(settings.isOn)
      let stepper = host.widget.all(gtk_spin_button_get_type())[0].opaque
      #expect(gtk_spin_button_get_value(stepper) == 3)
      gtk_spin_button_spin(stepper, GTK_SPIN_STEP_FORWARD, 1)
      #expect(settings.count == 4)
      let scale = host.widget.all(gtk_scale_get_type())[0]
      gtk_range_set_value(scale.cast(), 0.25)
      #expect(settings.ratio == 0.25)
      settings.count = 7
      settings.ratio = 0.75
      settings.isOn = false
      MainLoop.pump()
      #expect(gtk_spin_button_get_value(stepper) == 7)
      #expect(gtk_range_get_value(scale.cast()) == 0.75)
      #expect(gtk_check_button_get_active(check.cast()) == 0)
    }
  }

  @Test func `what scrolls sideways is as wide as its texts, rather than cut`() async throws {
    struct Root: View {
      let text: String

      var body: some View {
        ScrollView(.horizontal) {
          Grid {
            GridRow {
              Text("a").lineLimit(1)
              Text(text).lineLimit(1)
            }
          }
        }
      }
    }
    let text = "A text that is far longer than the window is wide"
    let window = ViewWindow("Window", width: 120, height: 100) { Root(text: text) }
    defer { window.destroy() }
    window.present()
    let label = try #require(window.window.widget.label(text))
    #expect(await eventually { gtk_widget_get_width(label) > 0 })
    #expect(gtk_widget_get_width(window.window.widget) < 200)
    #expect(gtk_widget_get_width(label) > 200)
    #expect(pango_layout_is_ellipsized(gtk_label_get_layout(label.opaque)) == 0)
  }

  @Test(arguments: [false, true])
  func `a row of a form opens its context menu around its views, too`(isInSection: Bool)
    async throws
  {
    struct Root: View {
      let isInSection: Bool

      var body: some View {
        Form {
          if isInSection {
            Section { row }
          } else {
            row
          }
        }
      }

      private var row: some View {
        Text("Row").contextMenu { Button("Choice") {} }
      }
    }
    let window = ViewWindow("Form") { Root(isInSection: isInSection) }
    defer { window.destroy() }
    window.present()
    let label = try #require(window.window.widget.label("Row"))
    #expect(await eventually { gtk_widget_get_height(label) > 0 })
    let list = try #require(gtk_widget_get_ancestor(label, gtk_list_box_get_type()))
    // In the upper left corner of the row, outside of the text.
    let row = try #require(list.children.first)
    row.press(button: guint(GDK_BUTTON_SECONDARY))
    #expect(await eventually { window.window.widget.openPopovers.count == 1 })
    let menu = try #require(window.window.widget.openPopovers.first)
    #expect(menu.texts == ["Choice"])
    gtk_popover_popdown(menu.cast())
    #expect(await eventually { window.window.widget.openPopovers.isEmpty })
  }

  @Test(arguments: [false, true])
  func `a row of a form whose views take no clicks opens no menu around them`(isHidden: Bool)
    async throws
  {
    struct Root: View {
      let isHidden: Bool

      var body: some View {
        Form {
          if isHidden {
            row.hidden()
          } else {
            row.disabled(true)
          }
        }
      }

      private var row: some View {
        Text("Row").contextMenu { Button("Choice") {} }
      }
    }
    let window = ViewWindow("Form") { Root(isHidden: isHidden) }
    defer { window.destroy() }
    window.present()
    let row = try #require(window.window.widget.all(gtk_list_box_row_get_type()).first)
    #expect(await eventually { gtk_widget_get_height(row) > 0 })
    row.press(button: guint(GDK_BUTTON_SECONDARY))
    for _ in 0..<3 { await nextFrame(of: row) }
    #expect(window.window.widget.openPopovers.isEmpty)
  }

  private struct NumberPicker: View {
    @Bindable var settings: Settings

    var body: some View {
      Picker("Choice", selection: $settings.choice) {
        ForEach(0..<600) { Text("Number \($0)") }
        if settings.isShown { Text("Another number").tag(600) }
      }
    }
  }

  @Test func `a picker makes the rows of its list once it is opened, and shows the chosen one`()
    async throws
  {
    let settings = Settings()
    settings.choice = 500
    var widgets: [WeakReference] = []
    do {
      let window = ViewWindow("Picker") { NumberPicker(settings: settings) }
      window.present()
      let dropDown = try #require(window.window.widget.all(gtk_drop_down_get_type()).first)
      #expect(await eventually { gtk_widget_get_mapped(dropDown) != 0 })
      let popover = try #require(dropDown.firstDescendant(gtk_popover_get_type()))
      #expect(popover.firstDescendant(gtk_list_view_get_type()) == nil)
      settings.isShown = false
      MainLoop.pump()
      #expect(popover.firstDescendant(gtk_list_view_get_type()) == nil)

      func open() async throws {
        let root = try #require(gtk_widget_get_root(dropDown))
        gtk_widget_activate(dropDown)
        #expect(await eventually { gtk_widget_get_mapped(popover) != 0 })
        let list = try #require(popover.firstDescendant(gtk_list_view_get_type()))
        widgets = [dropDown, popover, list].map { WeakReference($0) }
        let choice = try #require(settings.choice)
        let chosen = try #require(list.children.first { $0.texts == ["Number \(choice)"] })
        #expect(await eventually { gtk_root_get_focus(root) == chosen })
        #expect(list.children.filter(isSelected) == [chosen])
        let name = GTK_ACCESSIBLE_RELATION_LABELLED_BY
        #expect(gtk_test_accessible_has_relation(chosen.opaque, name) != 0)
        #expect(await eventually { chosen.isInSight })
      }
      func close() async {
        gtk_popover_popdown(popover.cast())
        #expect(await eventually { gtk_widget_get_mapped(popover) == 0 })
        // If a popover is removed or opened again in the frame in which it was closed, GTK never
        // frees it.
        for _ in 0..<3 { await nextFrame(of: dropDown) }
      }
      try await open()
      // Another row is selected, but not chosen.
      let list = try #require(popover.firstDescendant(gtk_list_view_get_type()))
      gtk_single_selection_set_selected(gtk_list_view_get_model(list.opaque), 503)
      await close()
      try await open()
      // What there is to choose from changes while the list is open.
      settings.isShown = true
      MainLoop.pump()
      let root = try #require(gtk_widget_get_root(dropDown))
      #expect(gtk_drop_down_get_selected(dropDown.opaque) == 500)
      #expect(await eventually { gtk_root_get_focus(root)?.texts == ["Number 500"] })
      await close()
      settings.choice = 300
      MainLoop.pump()
      try await open()
      await close()
      window.destroy()
    }
    #expect(await eventually { widgets.allSatisfy { !$0.isAlive } })
  }

  @Test func `a picker that is never opened leaves nothing behind`() async throws {
    var widgets: [WeakReference] = []
    do {
      let window = ViewWindow("Picker") { NumberPicker(settings: Settings()) }
      window.present()
      let dropDown = try #require(window.window.widget.all(gtk_drop_down_get_type()).first)
      #expect(await eventually { gtk_widget_get_mapped(dropDown) != 0 })
      let popover = try #require(dropDown.firstDescendant(gtk_popover_get_type()))
      widgets = [dropDown, popover].map { WeakReference($0) }
      window.destroy()
    }
    #expect(await eventually { widgets.allSatisfy { !$0.isAlive } })
  }

  private func isSelected(_ row: WidgetPointer) -> Bool {
    gtk_widget_get_state_flags(row).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
  }

  @Test func `a picker offers its options by tag or by element, and follows the selection`() {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        VStack {
          Picker("Status", selection: $settings.status) {
            Text("In stock").tag("in")
            Text("On back order").tag("back")
            if settings.isShown { Label("Sold out", systemImage: "xmark").tag("out") }
          }
          Picker("Choice", selection: $settings.choice) {
            Text("None").tag(Int?.none)
            ForEach(1..<4) { Text("Number \($0)") }
          }
          .pickerStyle(.segmented)
        }
      }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      let dropDown = host.widget.all(gtk_drop_down_get_type())[0]
      let menu = dropDown.opaque
      func titles() -> [String] {
        let model = gtk_drop_down_get_model(menu)
        return (0..<g_list_model_get_n_items(model)).map {
          String(cString: gtk_string_list_get_string(model, $0))
        }
      }
      #expect(titles() == ["In stock", "On back order", "Sold out"])
      // The button inside has the focus, so screen readers read its name.
      @MainActor func spoken() -> String? {
        Accessibility.label(of: gtk_widget_get_first_child(dropDown)!)
      }
      #expect(gtk_drop_down_get_selected(menu) == 0)
      #expect(spoken() == "In stock")
      gtk_drop_down_set_selected(menu, 1)
      #expect(settings.status == "back")
      MainLoop.pump()
      #expect(spoken() == "On back order")
      settings.status = "out"
      MainLoop.pump()
      #expect(gtk_drop_down_get_selected(menu) == 2)
      #expect(spoken() == "Sold out")
      settings.isShown = false
      MainLoop.pump()
      #expect(titles() == ["In stock", "On back order"])
      #expect(settings.status == "out")
      #expect(spoken() == "(None)")

      let buttons = host.widget.all(gtk_toggle_button_get_type()).filter {
        gtk_widget_get_ancestor($0, gtk_drop_down_get_type()) == nil
      }
      #expect(buttons.count == 4)
      #expect(gtk_toggle_button_get_active(buttons[0].cast()) == 1)
      gtk_toggle_button_set_active(buttons[2].cast(), 1)
      #expect(settings.choice == 2)
      settings.choice = nil
      MainLoop.pump()
      #expect(gtk_toggle_button_get_active(buttons[0].cast()) == 1)
    }
  }

  @Test func `a text editor replaces only what differs`() {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View { TextEditor(text: $settings.notes) }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      let view = host.widget.all(gtk_text_view_get_type())[0]
      let buffer = gtk_text_view_get_buffer(view.cast())!
      var place = GtkTextIter()
      gtk_text_buffer_get_iter_at_offset(buffer, &place, 2)
      gtk_text_buffer_place_cursor(buffer, &place)
      gtk_text_buffer_insert_at_cursor(buffer, "é", -1)
      #expect(settings.notes == "Onée\nTwo")
      settings.notes = "Onée\nTwo\nThree"
      MainLoop.pump()
      var position: Int32 = 0
      getCursor(buffer, &position)
      #expect(position == 3)
      #expect(gtk_text_buffer_get_char_count(buffer) == 14)
    }
  }

  @Test func `a date picker keeps the time when only the day is chosen`() {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        DatePicker("Date", selection: $settings.date)
          .environment(\.timeZone, TimeZone(identifier: "UTC")!)
      }
    }
    let settings = Settings()
    settings.date = Date(timeIntervalSince1970: 86_400 + 3_600)
    withHost(Root(settings: settings)) { host in
      let button = host.widget.all(gtk_menu_button_get_type())[0]
      let popover = gtk_menu_button_get_popover(button.opaque)!
      let column = gtk_popover_get_child(popover)!
      let calendar = column.all(gtk_calendar_get_type())[0].opaque
      let day = g_date_time_new_local(1970, 1, 20, 12, 0, 0)!
      gtk_calendar_select_day(calendar, day)
      g_date_time_unref(day)
      #expect(settings.date == Date(timeIntervalSince1970: 19 * 86_400 + 3_600))
    }
  }

  @Test func `forms group loose rows, and sections stand by themselves`() {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        Form {
          Text("Loose")
          if settings.isShown {
            Section("Header") {
              TextField("Name", text: $settings.name)
              Button("Delete", role: .destructive) { settings.log.append("deleted") }
            } footer: {
              Text("Footer")
            }
          }
          Text("Last")
        }
      }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      let rows = { host.widget.all(gtk_list_box_get_type()).map(\.children.count) }
      #expect(rows() == [1, 2, 1])
      let texts = host.widget.texts.filter { !$0.isEmpty }
      #expect(texts == ["Loose", "Header", "Name", "Delete", "Footer", "Last"])
      let last = host.widget.all(gtk_label_get_type()).last
      settings.isShown = false
      MainLoop.pump()
      #expect(rows() == [2])
      #expect(host.widget.texts == ["Loose", "Last"])
      let stillLast = host.widget.all(gtk_label_get_type()).last
      #expect(stillLast == last)
      settings.isShown = true
      MainLoop.pump()
      #expect(rows() == [1, 2, 1])
      host.widget.button(labelled: "Delete")?.click()
      #expect(settings.log == ["deleted"])
    }
  }

  @Test func `tab and the arrow keys pass over rows of a form without a control`() async {
    struct Root: View {
      var body: some View {
        Form {
          Section {
            LabeledContent("Height", value: "3 m")
            Button("Measure") {}
            LabeledContent("Width", value: "4 m")
            LabeledContent("Depth", value: "5 m")
            Button("Weigh") {}
            LabeledContent("Weight", value: "6 kg")
          }
          Section {
            LabeledContent("Color", value: "Blue")
          }
          Section {
            Button("Paint") {}
          }
        }
      }
    }
    let window = ViewWindow("Main", width: 300, height: 400) { Root() }
    window.present()
    defer { window.destroy() }
    let root = window.window.widget
    let form = root.all(gtk_scrolled_window_get_type())[0]
    // GTK moves the focus by the places of widgets, which it knows after the first layout. On
    // Wayland, the compositor is asked for the size of the window before.
    #expect(await eventually { gtk_widget_get_height(form) > 0 })
    func focus() -> [String] { gtk_root_get_focus(root.opaque)?.texts ?? [] }
    func visited(_ direction: GtkDirectionType) -> [String] {
      gtk_root_set_focus(root.opaque, nil)
      var visited: [String] = []
      while visited.count < 10, gtk_widget_child_focus(form, direction) != 0 {
        visited += focus()
      }
      return visited
    }
    #expect(visited(GTK_DIR_TAB_FORWARD) == ["Measure", "Weigh", "Paint"])
    #expect(visited(GTK_DIR_TAB_BACKWARD) == ["Paint", "Weigh", "Measure"])
    gtk_widget_grab_focus(root.all(gtk_list_box_get_type())[0].all(gtk_button_get_type())[0])
    #expect(focus() == ["Measure"])
    gtk_widget_child_focus(form, GTK_DIR_DOWN)
    #expect(focus() == ["Weigh"])
    gtk_widget_child_focus(form, GTK_DIR_UP)
    #expect(focus() == ["Measure"])
  }

  @Test func `a long value of a labelled row ends at the end of each of its lines`() {
    let value = "A value that takes more than one of the lines of a narrow window"
    withHost(LabeledContent("Value", value: value)) { host in
      let (title, text) = (host.widget.label("Value")!, host.widget.label(value)!)
      #expect(gtk_label_get_justify(text.opaque) == GTK_JUSTIFY_RIGHT)
      #expect(gtk_label_get_xalign(text.opaque) == 1)
      #expect(gtk_label_get_justify(title.opaque) == GTK_JUSTIFY_LEFT)
    }
  }

  @Test func `a form scrolls to the field that gets the focus`() async {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        Form {
          ForEach(0..<30, id: \.self) { TextField("Field \($0)", text: $settings.name) }
        }
      }
    }
    let window = ViewWindow("Main", width: 300, height: 200) { Root(settings: Settings()) }
    window.present()
    defer { window.destroy() }
    let scroller = window.window.widget.all(gtk_scrolled_window_get_type())[0].opaque
    let place = gtk_scrolled_window_get_vadjustment(scroller)!
    #expect(await eventually { gtk_adjustment_get_upper(place) > 1_000 })
    let fields = window.window.widget.all(gtk_entry_get_type())
    gtk_widget_grab_focus(fields[29])
    let end = gtk_adjustment_get_upper(place) - gtk_adjustment_get_page_size(place)
    #expect(await eventually { gtk_adjustment_get_value(place) > end - 60 })
    gtk_widget_grab_focus(fields[0])
    #expect(await eventually { gtk_adjustment_get_value(place) < 60 })
  }

  @Test func `a field says below what is wrong with it, as long as it is`() {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        Form {
          TextField("Name", text: $settings.name)
            .validationMessage(settings.name.isEmpty ? "Enter a name." : nil)
        }
        TextField("Elsewhere", text: $settings.notes)
          .validationMessage(settings.name.isEmpty ? "There is no name." : nil)
      }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      @MainActor func messages() -> [String] {
        host.widget.all(gtk_label_get_type())
          .filter {
            gtk_widget_has_css_class($0, "validation-message") != 0
              && gtk_widget_get_visible($0) != 0
          }
          .map { String(gtk: gtk_label_get_text($0.opaque)) }
      }
      let fields = host.widget.all(gtk_entry_get_type())
      #expect(messages() == [])
      gtk_editable_set_text(fields[0].opaque, "")
      MainLoop.pump()
      #expect(messages() == ["Enter a name.", "There is no name."])
      settings.name = "Lamp"
      MainLoop.pump()
      #expect(messages() == [])
      #expect(host.widget.all(gtk_entry_get_type()) == fields)
    }
  }

  @Test func `a text stands at the end of its row, whichever way it and the window are written`() {
    let settings = Settings()
    withHost(Form { TextField("Name", text: Bindable(settings).name) }) { host in
      let field = host.widget.all(gtk_entry_get_type())[0]
      @MainActor func alignments() -> [Float] {
        ["Lamp", "مصباح", "", "12"].map { name in
          settings.name = name
          MainLoop.pump()
          return gtk_editable_get_alignment(field.opaque)
        }
      }
      // From the side where the text begins: 1 is its end, 0 its beginning.
      #expect(alignments() == [1, 0, 1, 1])
      gtk_widget_set_direction(field, GTK_TEXT_DIR_RTL)
      #expect(alignments() == [0, 1, 1, 1])
    }
  }

  @Test func `a menu can be the primary one of its window`() {
    struct Root: View {
      var body: some View {
        Menu("First") { Text("Text") }
        Menu("Second") { Text("Text") }.primaryMenu()
      }
    }
    withHost(Root()) { host in
      let menus = host.widget.all(gtk_menu_button_get_type())
      #expect(menus.map { gtk_menu_button_get_primary($0.opaque) } == [0, 1])
    }
  }

  @Test(arguments: [PickerStyle.inline, .menu])
  func `a picker of any style is a part of its menu`(style: PickerStyle) {
    struct Root: View {
      let style: PickerStyle
      @State private var status = "in"

      var body: some View {
        Menu("Menu") {
          Picker("Status", selection: $status) { Text("In").tag("in") }.pickerStyle(style)
        }
      }
    }
    withHost(Root(style: style)) { host in
      let menu = host.widget.all(gtk_menu_button_get_type())[0].opaque
      let content = gtk_popover_get_child(gtk_menu_button_get_popover(menu)!)!
      #expect(content.texts == ["Status", "In"])
      #expect(content.all(gtk_drop_down_get_type()) == [])
      let picker = content.all(gtk_box_get_type()).first {
        gtk_widget_has_css_class($0, "menu-picker") != 0
      }
      #expect(picker.map { gtk_orientable_get_orientation($0.opaque) } == GTK_ORIENTATION_VERTICAL)
    }
  }

  @Test func `a section of a menu is a heading with items, between lines`() {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        Menu("Menu") {
          Button("Open") {}
          Section("Order") {
            Button("By Name") { settings.log.append("name") }
            if settings.isShown { Toggle("Reversed", isOn: $settings.isOn) }
          }
          Section { Button("Close") {} }
        }
      }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      let menu = host.widget.all(gtk_menu_button_get_type())[0].opaque
      let content = gtk_popover_get_child(gtk_menu_button_get_popover(menu)!)!
      @MainActor func lines() -> Int {
        content.all(gtk_separator_get_type()).count { gtk_widget_get_visible($0) != 0 }
      }
      #expect(content.texts == ["Open", "Order", "By Name", "Reversed", "Close"])
      #expect(content.all(gtk_list_box_get_type()) == [])
      #expect(lines() == 2)
      // What stands in a section begins where all other items do.
      #expect(gtk_widget_has_css_class(content, "with-marks") != 0)
      content.button(labelled: "By Name")?.click()
      #expect(settings.log == ["name"])
      settings.isShown = false
      MainLoop.pump()
      #expect(content.texts == ["Open", "Order", "By Name", "Close"])
      #expect(lines() == 2)
    }
  }

  @Test func `an item of a menu shows its keys, which are no part of its name`() {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Menu("Menu") {
          Button("New") {}.keyboardShortcut(settings.isShown ? "n" : "m")
          Button("Help") {}.keyboardShortcut(.f1, modifiers: [])
          Menu("More", systemImage: "star") { Button("Plain") {} }.keyboardShortcut("x")
        }
        Button("Outside") {}.keyboardShortcut("o")
      }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      let menu = host.widget.all(gtk_menu_button_get_type())[0].opaque
      let content = gtk_popover_get_child(gtk_menu_button_get_popover(menu)!)!
      #expect(content.texts.filter { $0 != "More" } == ["New", "Ctrl+N", "Help", "F1"])
      settings.isShown = false
      MainLoop.pump()
      #expect(content.texts.contains("Ctrl+M"))
      #expect(content.button(labelled: "New") != nil)
      #expect(!host.widget.texts.contains("Ctrl+O"))
    }
  }

  @Test func `the keys of AppKit without a character are keys here, and others are reported`() {
    #expect(KeyEquivalent("\u{F704}") == .f1)
    #expect(KeyEquivalent("\u{F70F}") == .f12)
    #expect(KeyEquivalent("\u{F72C}") == .pageUp)
    #expect(KeyEquivalent("\u{F728}") == .delete)
    withKnownIssue {
      _ = KeyEquivalent("\u{F8FF}")
    } matching: {
      $0.description.contains("No key of a keyboard")
    }
  }

  @Test func `a picker in a menu offers its options as radio buttons`() {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        Menu("Menu") {
          Picker("Status", selection: $settings.status) {
            Text("In").tag("in")
            Text("Out").tag("out")
          }
        }
      }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      let menu = host.widget.all(gtk_menu_button_get_type())[0].opaque
      let content = gtk_popover_get_child(gtk_menu_button_get_popover(menu)!)!
      #expect(content.texts == ["Status", "In", "Out"])
      #expect(content.all(gtk_drop_down_get_type()) == [])
      let options = content.all(gtk_check_button_get_type())
      #expect(
        options.map { gtk_accessible_get_accessible_role($0.opaque) }
          == [GTK_ACCESSIBLE_ROLE_RADIO, GTK_ACCESSIBLE_ROLE_RADIO]
      )
      #expect(options.map { gtk_check_button_get_active($0.cast()) } == [1, 0])
      gtk_check_button_set_active(options[1].cast(), 1)
      #expect(settings.status == "out")
      settings.status = "in"
      MainLoop.pump()
      #expect(options.map { gtk_check_button_get_active($0.cast()) } == [1, 0])
    }
  }

  @Test func `grids, overlays and unfolding groups arrange their views`() {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        Grid {
          GridRow {
            Text("a")
            Text("b")
          }
          if settings.isShown { Text("all columns") }
        }
        ZStack(alignment: .topLeading) {
          Text("behind")
          Text("before")
        }
        DisclosureGroup("More", isExpanded: $settings.isExpanded) { Text("content") }
        ScrollView { ForEach(0..<3) { Text("row \($0)") } }
      }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      let grid = host.widget.all(gtk_grid_get_type())[0]
      let wide = grid.children[2]
      var place: (column: Int32, row: Int32, width: Int32, height: Int32) = (0, 0, 0, 0)
      gtk_grid_query_child(
        grid.cast(),
        wide,
        &place.column,
        &place.row,
        &place.width,
        &place.height
      )
      #expect(place == (0, 1, 2, 1))
      settings.isShown = false
      MainLoop.pump()
      #expect(grid.texts == ["a", "b"])
      let overlay = host.widget.all(gtk_overlay_get_type())[0]
      #expect(overlay.texts == ["behind", "before"])
      let expander = host.widget.all(gtk_expander_get_type())[0].opaque
      settings.isExpanded = true
      MainLoop.pump()
      #expect(gtk_expander_get_expanded(expander) == 1)
      gtk_expander_set_expanded(expander, 0)
      #expect(!settings.isExpanded)
      #expect(host.widget.texts.suffix(3) == ["row 0", "row 1", "row 2"])
    }
  }

  @Test func `a menu closes after its action, and its items follow the state`() async {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Menu("Menu") {
          Button("Add") { settings.log.append("add") }
          if settings.isShown { Button("More") {} }
        }
        Text("Row").contextMenu { Button("Delete") { settings.log.append("delete") } }
      }
    }
    let settings = Settings()
    let window = ViewWindow("Main", width: 300, height: 200) { Root(settings: settings) }
    window.present()
    defer { window.destroy() }
    #expect(await eventually { gtk_widget_get_mapped(window.window.widget) != 0 })
    let menu = window.window.widget.all(gtk_menu_button_get_type())[0].opaque
    let popover = gtk_menu_button_get_popover(menu)!
    func items() -> [String] { (gtk_popover_get_child(popover)!).texts }
    #expect(items() == ["Add", "More"])
    settings.isShown = false
    #expect(await eventually { items() == ["Add"] })
    gtk_menu_button_popup(menu)
    let popoverWidget: WidgetPointer = popover.cast()
    #expect(await eventually { gtk_widget_get_mapped(popoverWidget) != 0 })
    gtk_popover_get_child(popover)!.button(labelled: "Add")?.click()
    #expect(settings.log == ["add"])
    #expect(await eventually { gtk_widget_get_mapped(popoverWidget) == 0 })
  }

  @Test func `everything of a page of controls is gone after the end`() async {
    struct Root: View {
      @Bindable var settings: Settings
      @FocusState var isFocused: Bool

      var body: some View {
        Form {
          Section("Section") {
            TextField("Name", text: $settings.name).focused($isFocused)
            SecureField("Secret", text: $settings.name)
            TextEditor(text: $settings.notes)
            Toggle("On", isOn: $settings.isOn).help("Help")
            Stepper("Count", value: $settings.count, in: 0...9)
            Slider(value: $settings.ratio)
            Picker("Status", selection: $settings.status) { Text("in").tag("in") }
            DatePicker("Date", selection: $settings.date, displayedComponents: [.hourAndMinute])
          }
          Menu("Menu") { Button("Add") { settings.log = [] } }
          DisclosureGroup("More") { Text("x") }
          ProgressView("Busy")
          ProgressView(value: 0.5)
          Link("Link", destination: URL(string: "https://example.org")!)
          Canvas { _, _ in settings.log.append("drawn") }.frame(width: 10, height: 10)
          WidgetView { gtk_level_bar_new() }
          Image(systemName: "trash").keyboardShortcut("d")
          Text("Drop").dropDestination(for: String.self) { _, _ in settings.isOn }
        }
        .searchable(text: $settings.name)
        .toolbar { Button("Save") { settings.isOn.toggle() }.keyboardShortcut("s") }
        .task { _ = settings.name }
        .onSubmit { settings.log = [] }
      }
    }
    let handlers = Signal.liveHandlers
    var settings: Settings? = Settings()
    weak let weakSettings = settings
    var widgets: [WeakReference] = []
    do {
      let window = ViewWindow("Main", width: 300, height: 400) { [settings] in
        Root(settings: settings!)
      }
      window.present()
      #expect(await eventually { gtk_widget_get_mapped(window.window.widget) != 0 })
      settings?.name = "Chair"
      MainLoop.pump()
      widgets = window.window.widget.contents.map { WeakReference($0) }
      window.destroy()
    }
    settings = nil
    #expect(await eventually { weakSettings == nil })
    #expect(await eventually { widgets.allSatisfy { !$0.isAlive } })
    #expect(Signal.liveHandlers <= handlers)
  }
}

private func getCursor(
  _ buffer: UnsafeMutablePointer<GtkTextBuffer>,
  _ position: inout Int32
) {
  var value = GValue()
  g_value_init(&value, FundamentalType.int)
  g_object_get_property(buffer.cast(), "cursor-position", &value)
  position = g_value_get_int(&value)
}

extension ViewTests {
  @Test func `a field for a value writes what it can read, and shapes the text at the end`() async {
    struct Root: View {
      @Bindable var settings: Settings

      var body: some View {
        TextField(
          "Ratio",
          value: $settings.ratio,
          format: .number.precision(.fractionLength(2)).locale(Locale(identifier: "en_US"))
        )
        Button("Other") {}
      }
    }
    let settings = Settings()
    let window = ViewWindow("Main", width: 300, height: 200) { Root(settings: settings) }
    window.present()
    defer { window.destroy() }
    let widget = window.window.widget
    #expect(await eventually { gtk_widget_get_mapped(widget) != 0 })
    let entry = widget.entry!
    let text = { String(gtk: gtk_editable_get_text(entry.opaque)) }
    #expect(text() == "0.50")
    gtk_widget_grab_focus(entry)
    #expect(await eventually { gtk_window_get_focus(window.window.pointer) != nil })
    gtk_editable_delete_text(entry.opaque, 0, -1)
    MainLoop.pump()
    #expect(text().isEmpty && settings.ratio == 0.5)
    var position: Int32 = 0
    gtk_editable_insert_text(entry.opaque, "1.5", -1, &position)
    MainLoop.pump()
    #expect(text() == "1.5" && settings.ratio == 1.5)
    gtk_widget_grab_focus(widget.button(labelled: "Other"))
    #expect(await eventually { text() == "1.50" })
    settings.ratio = 2
    #expect(await eventually { text() == "2.00" })
  }

  @Test func `each row of a binding to a collection edits its element`() {
    struct Line: Identifiable {
      let id: Int
      var text: String
    }
    struct Root: View {
      @State var lines = [Line(id: 1, text: "one"), Line(id: 2, text: "two")]

      var body: some View {
        ForEach($lines) { $line in TextField("Line", text: $line.text) }
        Button("Swap") { lines.swapAt(0, 1) }
        Text(lines.map(\.text).joined(separator: ","))
      }
    }
    withHost(Root()) { host in
      let second = host.widget.all(gtk_entry_get_type())[1].opaque
      host.widget.button(labelled: "Swap")?.click()
      MainLoop.pump()
      var position: Int32 = 3
      gtk_editable_insert_text(second, "!", -1, &position)
      MainLoop.pump()
      #expect(host.widget.texts.last == "two!,one")
    }
  }
}

import GtkKit
import GtkTestSupport
import Testing

/// Does what a key does where no nearer widget takes it.
func pressEscape(in window: WindowPointer) {
  // GtkDialog binds Escape to this signal.
  Signal.emit(window, "close")
}

extension GtkTests {
  @Test func `a sheet shows its child, modal above its parent`() async {
    let parent = await show(gtk_label_new("parent")!)
    let sheet = Sheet()
    sheet.title = "Edit"
    let label = gtk_label_new("content")!
    sheet.child = label
    sheet.present(over: parent.pointer)
    #expect(await eventually { gtk_widget_get_mapped(label) != 0 })
    #expect(gtk_window_get_modal(sheet.pointer) != 0)
    #expect(gtk_window_get_transient_for(sheet.pointer) == parent.pointer)
    #expect(sheet.title == "Edit")
    let other = gtk_label_new("other")!
    sheet.child = other
    #expect(await eventually { gtk_widget_get_mapped(other) != 0 })
  }

  @Test func `a sheet grows when its content comes late and has a larger minimum height`() async {
    let sheet = Sheet()
    sheet.child = gtk_label_new("…")
    sheet.present(over: nil)
    #expect(await eventually { gtk_widget_get_height(sheet.widget) > 0 })

    let scrolled = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_propagate_natural_height(OpaquePointer(scrolled), 1)
    gtk_scrolled_window_set_min_content_height(OpaquePointer(scrolled), 150)
    let content = gtk_label_new("content")!
    gtk_widget_set_size_request(content, 50, 400)
    gtk_scrolled_window_set_child(OpaquePointer(scrolled), content)
    sheet.child = scrolled
    #expect(await eventually { gtk_widget_get_height(content) >= 400 })
    #expect(await eventually { gtk_widget_get_height(scrolled) >= 400 })
  }

  @Test func `the wish to close a sheet is forwarded and never obeyed`() async {
    let parent = await show(gtk_label_new("parent")!)
    let sheet = Sheet()
    var requests = 0
    sheet.onCloseRequest = { requests += 1 }
    sheet.child = gtk_label_new("content")
    sheet.present(over: parent.pointer)
    #expect(await eventually { gtk_widget_get_mapped(sheet.widget) != 0 })
    pressEscape(in: sheet.pointer)
    #expect(await eventually { requests == 1 })
    gtk_window_close(sheet.pointer)
    #expect(await eventually { requests == 2 })
    #expect(gtk_widget_get_mapped(sheet.widget) != 0)
    sheet.onCloseRequest = { [weak sheet] in sheet?.destroy() }
    gtk_window_close(sheet.pointer)
    #expect(await eventually { sheet.isDestroyed })
  }

  @Test func `the keys of the application's actions work in its dialogs, too`() async {
    let application = Application(id: "org.example.DialogTests", options: .notUnique)
    #expect(application.activateForTesting())
    let window = ApplicationWindow(application: application)
    window.present()
    #expect(await eventually { gtk_widget_get_mapped(window.widget) != 0 })
    let sheet = Sheet()
    sheet.child = gtk_label_new("content")
    sheet.present(over: window.pointer)
    #expect(await eventually { gtk_widget_get_mapped(sheet.widget) != 0 })
    #expect(gtk_window_get_application(sheet.pointer) == application.pointer)
    #expect(application.activeWindow == window.pointer)
    sheet.destroy()
    window.destroy()
    #expect(application.windows.isEmpty)
  }

  @Test func `a message offers its buttons in their roles`() async {
    let parent = await show(gtk_label_new("parent")!)
    let message = MessageDialog(
      titleMarkup: "Delete <b>Lamp</b>?",
      bodyMarkup: "It can not be undone.",
      buttons: [
        .init("Delete", role: .destructive), .init("Keep", role: .cancel), .init("Sell"),
      ]
    )
    var responses: [Int?] = []
    message.onResponse = { responses.append($0) }
    message.present(over: parent.pointer)
    #expect(await eventually { gtk_widget_get_mapped(message.widget) != 0 })
    #expect(gtk_window_get_title(message.pointer).map { String(cString: $0) } == "Delete Lamp?")

    let buttons = message.widget.family.filter {
      $0.isA(gtk_button_get_type()) && gtk_button_get_label($0.cast()) != nil
    }
    let labels = buttons.map { String(cString: gtk_button_get_label($0.cast())) }
    #expect(labels == ["Keep", "Delete", "Sell"])
    #expect(gtk_widget_has_css_class(buttons[1], "destructive-action") != 0)
    #expect(gtk_window_get_default_widget(message.pointer) == buttons[2])

    Signal.emit(buttons[1], "clicked")
    #expect(responses == [0])
    pressEscape(in: message.pointer)
    #expect(await eventually { responses == [0, 1] })
    #expect(gtk_widget_get_mapped(message.widget) != 0)
    message.destroy()
  }

  @Test func `closing a message that can not be cancelled answers with nothing`() async {
    let message = MessageDialog(titleMarkup: "Saved", buttons: [.init("Good")])
    var responses: [Int?] = []
    message.onResponse = { responses.append($0) }
    message.present(over: nil)
    #expect(await eventually { gtk_widget_get_mapped(message.widget) != 0 })
    pressEscape(in: message.pointer)
    #expect(await eventually { responses == [nil] })
  }

  @Test func `a long message wraps in a dialog that is no wider than its window`() async {
    let parent = await show(gtk_label_new("parent")!)
    gtk_window_set_default_size(parent.pointer, 360, 400)
    #expect(await eventually { gtk_widget_get_width(parent.widget) == 360 })
    let message = MessageDialog(
      titleMarkup: "Delete “Hexagon head screw, galvanised, with a very long description of it”?",
      bodyMarkup: "The item ABCDEFGHIJKLMNOPQRSTUVWXYZ-ABCDEFGHIJKLMNOPQRSTUVWXYZ goes.",
      buttons: [.init("Cancel", role: .cancel), .init("Delete", role: .destructive)]
    )
    message.present(over: parent.pointer)
    #expect(await eventually { gtk_widget_get_mapped(message.widget) != 0 })
    #expect(await eventually { gtk_widget_get_width(message.widget) > 0 })
    #expect(gtk_widget_get_width(message.widget) <= 360)
    let labels = message.widget.family.filter { label in
      label.isA(gtk_label_get_type())
        && String(cString: gtk_label_get_text(OpaquePointer(label))).count > 20
    }
    #expect(labels.count == 2)
    for label in labels {
      #expect(pango_layout_get_line_count(gtk_label_get_layout(OpaquePointer(label))) > 1)
    }
    message.destroy()
  }

  @Test(arguments: ["Cantarell 11", "DejaVu Sans 11"])
  func `buttons too long for the window stand one below the other, Cancel last`(
    font: String
  ) async throws {
    let settings = try #require(gtk_settings_get_default())
    let usualFont = settings.string("gtk-font-name")
    settings.set("gtk-font-name", font)
    defer { settings.set("gtk-font-name", usualFont) }
    let parent = await show(gtk_label_new("parent")!)
    gtk_window_set_default_size(parent.pointer, 360, 400)
    #expect(await eventually { gtk_widget_get_width(parent.widget) == 360 })
    for (label, isStacked) in [
      ("Delete", false), ("Delete everything that is kept there", true),
      ("Delete everything that is kept there, and what has ever been counted or moved", true),
    ] {
      let message = MessageDialog(
        titleMarkup: "Delete?",
        bodyMarkup: "What is kept there is lost, and cannot be brought back by anybody at all.",
        buttons: [
          .init("Cancel", role: .cancel), .init(label, role: .destructive),
          .init("Show", role: .suggested),
        ]
      )
      message.present(over: parent.pointer)
      #expect(await eventually { gtk_widget_get_width(message.widget) > 0 })
      #expect(gtk_widget_get_width(message.widget) <= 360)
      let buttons = message.widget.family.filter { $0.isA(gtk_button_get_type()) }
      let labels = buttons.map { String(cString: gtk_button_get_label($0.cast())) }
      let cancel = "Cancel"
      #expect(labels == (isStacked ? [label, "Show", cancel] : [cancel, label, "Show"]))
      let places = buttons.map { button in
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(button, message.widget, 0, 0, &x, &y)
        return isStacked ? y : x
      }
      #expect(places == places.sorted() && Set(places).count == 3)
      message.destroy()
    }
  }

  @Test func `a message with a very long word comes at once, and shows its start`() async {
    let parent = await show(gtk_label_new("parent")!)
    let word = String(repeating: "x&amp;", count: 2_000)
    let message = MessageDialog(titleMarkup: "Nothing there", bodyMarkup: word, buttons: [])
    let start = ContinuousClock.now
    message.present(over: parent.pointer)
    #expect(await eventually { gtk_widget_get_width(message.widget) > 0 })
    // It took more than 15 seconds.
    #expect(ContinuousClock.now - start < .seconds(10))
    let texts = message.widget.family.filter { $0.isA(gtk_label_get_type()) }
      .map { String(cString: gtk_label_get_text(OpaquePointer($0))) }
    #expect(
      texts.map { $0.replacing("\u{200B}", with: "") }
        .contains(String(repeating: "x&", count: 500) + "…")
    )
    message.destroy()
  }

  @Test(arguments: [
    "It is <b>gone</b> &amp; lost", String(repeating: "word ", count: 100),
    String(repeating: "x", count: 60),
  ])
  func `only words of more than sixty characters are broken`(markup: String) {
    let message = MessageDialog(titleMarkup: markup, buttons: [])
    #expect(message.pointer.string("text") == markup)
    message.destroy()
  }

  @Test func `text that is not markup is shown as it is`() {
    let message = MessageDialog(titleMarkup: "1 < 2", buttons: [.init("Yes")])
    #expect(message.pointer.string("text") == "1 &lt; 2")
    #expect(gtk_window_get_title(message.pointer).map { String(cString: $0) } == "1 < 2")
    #expect(Markup.escape("<&>") == "&lt;&amp;&gt;")
    #expect(Markup.isValid("<i>a</i>") && !Markup.isValid("<i>a"))
  }

  @Test func `the body of a message is markup, or is shown as it is`() {
    func body(_ markup: String) -> [String] {
      let message = MessageDialog(titleMarkup: "T", bodyMarkup: markup, buttons: [.init("Yes")])
      defer { message.destroy() }
      return message.widget.family
        .filter { $0.isA(gtk_label_get_type()) }
        .map { String(cString: gtk_label_get_text(OpaquePointer($0))) }
    }
    #expect(body("It is <b>gone</b> &amp; lost").contains("It is gone & lost"))
    #expect(body("1 < 2").contains("1 < 2"))
  }

  @Test func `a message may be destroyed in its response, and dialogs nest`() async {
    let parent = await show(gtk_label_new("parent")!)
    let sheet = Sheet()
    sheet.child = gtk_label_new("content")
    sheet.present(over: parent.pointer)
    #expect(await eventually { gtk_widget_get_mapped(sheet.widget) != 0 })
    let message = MessageDialog(titleMarkup: "Discard?", buttons: [.init("Discard")])
    message.present(over: sheet.pointer)
    #expect(await eventually { gtk_widget_get_mapped(message.widget) != 0 })
    message.onResponse = { [weak message, weak sheet] _ in
      message?.destroy()
      sheet?.destroy()
    }
    message.press(0)
    #expect(message.isDestroyed && sheet.isDestroyed)
    MainLoop.pump()
    #expect(gtk_widget_get_mapped(parent.widget) != 0)
  }

  @Test func `nothing of a dialog is left when it goes`() async {
    let handlers = Signal.liveHandlers
    var weak: [WeakReference] = []
    do {
      let parent = await show(gtk_label_new("parent")!)
      let sheet = Sheet()
      sheet.child = gtk_button_new()
      sheet.onCloseRequest = {}
      sheet.present(over: parent.pointer)
      #expect(await eventually { gtk_widget_get_mapped(sheet.widget) != 0 })
      let message = MessageDialog(
        titleMarkup: "Title",
        bodyMarkup: "Body",
        buttons: [.init("OK", role: .suggested)]
      )
      message.present(over: sheet.pointer)
      #expect(await eventually { gtk_widget_get_mapped(message.widget) != 0 })
      weak = [sheet.widget, sheet.child!, message.widget]
        .map { WeakReference($0) }
    }
    #expect(await eventually { !weak.contains(where: \.isAlive) })
    #expect(Signal.liveHandlers <= handlers)
  }

  @Test func `a dialog may outlive its parent`() async {
    let sheet = Sheet()
    sheet.child = gtk_label_new("content")
    do {
      let parent = await show(gtk_label_new("parent")!)
      sheet.present(over: parent.pointer)
      #expect(await eventually { gtk_widget_get_mapped(sheet.widget) != 0 })
      let message = MessageDialog(titleMarkup: "Nested", buttons: [.init("OK")])
      message.present(over: sheet.pointer)
      parent.destroy()
      #expect(await eventually { gtk_widget_get_mapped(message.widget) != 0 })
    }
    MainLoop.pump()
    #expect(gtk_window_get_transient_for(sheet.pointer) == nil)
    sheet.child = gtk_label_new("other")
    sheet.destroy()
    MainLoop.pump()
  }

  @Test func `a popover tells when it is closed by others than its owner`() async {
    let button = gtk_button_new_with_label("parent")!
    let window = await show(button)
    let popover = Popover(parent: button)
    popover.child = gtk_label_new("content")
    var closed = 0
    popover.onClosed = { closed += 1 }
    popover.popup()
    #expect(await eventually { gtk_widget_get_mapped(popover.widget) != 0 })
    popover.popdown()
    #expect(await eventually { !popover.isShown })
    #expect(closed == 0)
    popover.popup()
    #expect(await eventually { gtk_widget_get_mapped(popover.widget) != 0 })
    gtk_popover_popdown(popover.pointer)
    #expect(await eventually { closed == 1 })
    popover.remove()
    popover.popup()
    #expect(closed == 1)
    window.destroy()
  }

  /// GTK complains of it by itself, which ends the tests.
  @Test func `a popover without anything to focus opens where nothing has the focus`() async {
    let label = gtk_label_new("parent")!
    let window = await show(label)
    #expect(gtk_window_get_focus(window.pointer) == nil)
    let popover = Popover(parent: label)
    popover.child = gtk_label_new("content")
    popover.popup()
    #expect(await eventually { gtk_widget_get_mapped(popover.widget) != 0 })
    popover.popdown()
    #expect(await eventually { !popover.isShown })
    #expect(gtk_window_get_focus(window.pointer) == nil)
    window.destroy()
  }

  @Test func `a popover goes with its owner or its parent, whichever is first`() async {
    let handlers = Signal.liveHandlers
    var weak: [WeakReference] = []
    do {
      let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      let (first, second) = (gtk_button_new()!, gtk_button_new()!)
      gtk_box_append(box.cast(), first)
      gtk_box_append(box.cast(), second)
      let window = await show(box)
      let outliving = Popover(parent: first)
      outliving.popup()
      do {
        let popover = Popover(parent: second)
        popover.child = gtk_label_new("content")
        popover.popup()
        #expect(await eventually { gtk_widget_get_mapped(popover.widget) != 0 })
        weak.append(WeakReference(popover.widget))
      }
      #expect(await eventually { !weak[0].isAlive })
      weak += [WeakReference(first), WeakReference(outliving.widget)]
      gtk_box_remove(box.cast(), first)
      #expect(await eventually { !weak[1].isAlive })
      #expect(!outliving.isShown)
      window.destroy()
    }
    #expect(await eventually { !weak.contains(where: \.isAlive) })
    #expect(Signal.liveHandlers <= handlers)
  }

  @Test
  func `a popover goes also when what is around it is hidden as soon as the user has closed it`()
    async
  {
    let weak: WeakReference
    do {
      let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      let (button, other) = (gtk_button_new()!, gtk_button_new()!)
      gtk_box_append(box.cast(), button)
      let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      gtk_box_append(column.cast(), box)
      gtk_box_append(column.cast(), other)
      let window = await show(column)
      let popover = Popover(parent: button)
      weak = WeakReference(popover.widget)
      let content = gtk_button_new_with_label("content")!
      popover.child = content
      popover.popup()
      #expect(await eventually { gtk_widget_grab_focus(content) != 0 })
      gtk_popover_popdown(popover.pointer)
      #expect(gtk_root_get_focus(gtk_widget_get_root(button)) == button)
      gtk_widget_hide(box)
      #expect(await eventually { gtk_root_get_focus(gtk_widget_get_root(other)) == other })
      window.destroy()
    }
    #expect(await eventually { !weak.isAlive })
  }

  @Test func `a full-screen window goes with its owner`() async {
    let parent = await show(gtk_label_new("parent")!)
    let weak: WeakReference
    do {
      let cover = ApplicationWindow()
      cover.transientParent = parent.pointer
      cover.isModal = true
      cover.isFullscreen = true
      cover.child = gtk_label_new("cover")
      cover.present()
      #expect(await eventually { gtk_widget_get_mapped(cover.child!) != 0 })
      weak = WeakReference(cover.pointer)
    }
    #expect(await eventually { !weak.isAlive })
  }
}

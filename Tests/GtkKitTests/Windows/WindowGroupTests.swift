import GtkKit
import GtkTestSupport
import Testing

/// The input of a window group is kept from other groups by GTK; here it is tested which windows
/// are a group. `SeparateWindowsInputTests` tests the input itself.
extension GtkTests {
  private func group(of window: BaseWindow) -> WeakReference {
    WeakReference(OpaquePointer(gtk_window_get_group(window.pointer)!))
  }

  private func areTogether(_ windows: BaseWindow...) -> Bool {
    Set(windows.map { gtk_window_get_group($0.pointer) }).count == 1
  }

  private func sheet(over parent: BaseWindow) async -> Sheet {
    let sheet = Sheet()
    sheet.child = gtk_label_new("content")
    sheet.present(over: parent.pointer)
    #expect(await eventually { gtk_widget_get_mapped(sheet.widget) != 0 })
    return sheet
  }

  @Test func `each window is a group with all that is above it, and no other`() async {
    let first = await show(gtk_label_new("first")!)
    let second = await show(gtk_label_new("second")!)
    let sheet = await sheet(over: first)
    let message = MessageDialog(titleMarkup: "Sure?", buttons: [.init("Yes")])
    message.present(over: sheet.pointer)
    let cover = ApplicationWindow()
    cover.transientParent = second.pointer
    cover.isModal = true
    cover.present()
    #expect(await eventually { gtk_widget_get_mapped(cover.widget) != 0 })
    #expect(areTogether(first, sheet, message))
    #expect(areTogether(second, cover))
    #expect(!areTogether(first, second))
    for window in [first, second, sheet, message, cover] {
      #expect(gtk_window_has_group(window.pointer) != 0)
    }
    let unparented = Sheet()
    unparented.present(over: nil)
    #expect(!areTogether(unparented, first) && !areTogether(unparented, second))
  }

  @Test func `a file chooser is in the group of its window`() async throws {
    let first = await show(gtk_label_new("first")!)
    let second = await show(gtk_label_new("second")!)
    let choice = Task { await FileChooser.open(over: second.pointer, title: "Choose") }
    #expect(await eventually { !dialogs.isEmpty })
    let chooser: WindowPointer = try #require(dialogs.first).cast()
    #expect(gtk_window_get_group(chooser) == gtk_window_get_group(second.pointer))
    #expect(!areTogether(first, second))
    choice.cancel()
    _ = await choice.value
  }

  @Test func `a window takes what is above it along to another group`() async {
    let first = await show(gtk_label_new("first")!)
    let second = await show(gtk_label_new("second")!)
    let moving = ApplicationWindow()
    moving.transientParent = first.pointer
    moving.isModal = true
    moving.present()
    let sheet = await sheet(over: moving)
    #expect(areTogether(first, moving, sheet))
    moving.transientParent = second.pointer
    #expect(areTogether(second, moving, sheet))
    #expect(!areTogether(first, moving))
    #expect(!Toplevels.isBehindModalWindow(first.pointer))
    #expect(Toplevels.isBehindModalWindow(second.pointer))
    moving.transientParent = nil
    #expect(areTogether(moving, sheet))
    #expect(!areTogether(first, moving) && !areTogether(second, moving))
  }

  @Test func `windows that outlive the one below them do not block each other`() async {
    var sheets: [Sheet] = []
    do {
      let parent = await show(gtk_label_new("parent")!)
      sheets = [await sheet(over: parent), await sheet(over: parent)]
      parent.destroy()
    }
    #expect(
      await eventually { sheets.allSatisfy { gtk_window_get_transient_for($0.pointer) == nil } }
    )
    #expect(!areTogether(sheets[0], sheets[1]))
    for sheet in sheets {
      #expect(gtk_window_get_modal(sheet.pointer) == 0)
      #expect(!Toplevels.isBehindModalWindow(sheet.pointer))
    }
  }

  @Test func `a modal window blocks its own group only`() async {
    let first = await show(gtk_label_new("first")!)
    let second = await show(gtk_label_new("second")!)
    let sheet = await sheet(over: first)
    #expect(Toplevels.isBehindModalWindow(first.pointer))
    #expect(Toplevels.isBehindDialog(first.pointer))
    #expect(!Toplevels.isBehindModalWindow(second.pointer))
    #expect(!Toplevels.isBehindDialog(second.pointer))
    #expect(!Toplevels.isBehindModalWindow(sheet.pointer))
  }

  @Test func `a group is gone with its windows`() async {
    var groups: [WeakReference] = []
    do {
      let first = await show(gtk_label_new("first")!)
      let second = await show(gtk_label_new("second")!)
      let sheet = await sheet(over: first)
      let moving = ApplicationWindow()
      moving.transientParent = first.pointer
      moving.transientParent = second.pointer
      groups = [first, second, sheet, moving].map(group)
    }
    #expect(await eventually { !groups.contains(where: \.isAlive) })
  }

  /// GTK complains of the popover that is gone as soon as it looks for what takes the input.
  @Test func `a popover that leaves together with what is around it takes no input any more`()
    async
  {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let (button, other) = (gtk_button_new()!, gtk_button_new()!)
    gtk_box_append(box.cast(), button)
    gtk_box_append(box.cast(), other)
    let window = await show(box)
    let popover = gtk_popover_new()!
    gtk_popover_set_child(popover.cast(), gtk_button_new())
    gtk_widget_set_parent(popover, button)
    Signal.connect(button, "destroy") { gtk_widget_unparent(popover) }
    gtk_popover_popup(popover.cast())
    #expect(await eventually { gtk_widget_get_mapped(popover) != 0 })
    gtk_box_remove(box.cast(), button)
    let group = gtk_window_get_group(window.pointer)
    let sheet = await sheet(over: window)
    #expect(gtk_window_get_group(sheet.pointer) == group)
    gtk_window_set_transient_for(sheet.pointer, nil)
    #expect(gtk_window_get_group(sheet.pointer) != group)
  }

  @Test func `the window that was used last is asked to close if it is above another one`() async {
    let application = Application(id: "org.example.CloseTests", options: .notUnique)
    #expect(application.activateForTesting())
    let window = ApplicationWindow(application: application)
    window.present()
    #expect(await eventually { gtk_widget_get_mapped(window.widget) != 0 })
    #expect(!application.closeActiveDialog())
    let cover = ApplicationWindow()
    var requests = 0
    cover.onCloseRequest = { requests += 1 }
    cover.transientParent = window.pointer
    cover.present()
    #expect(await eventually { application.windows.first == cover.pointer })
    #expect(application.closeActiveDialog())
    #expect(requests == 1)
    cover.destroy()
    window.destroy()
  }
}

import Foundation
import GtkKit
import GtkTestSupport
import Testing

/// Whether the tests run on a Wayland compositor, where popovers take no grab.
private nonisolated let isWayland = ProcessInfo.processInfo.environment["GDK_BACKEND"] == "wayland"

extension GtkTests {
  @Test(.enabled(if: isWayland))
  func `a popover of GTK's in a popover that takes no grab takes none either`() async throws {
    let button = gtk_button_new_with_label("parent")!
    let window = await show(button)
    let popover = Popover(parent: button)
    let choice = withCStrings(["One", "Two"]) { gtk_drop_down_new_from_strings($0) }!
    popover.child = choice
    popover.popup()
    #expect(await eventually { gtk_widget_get_mapped(popover.widget) != 0 })
    gtk_widget_activate(choice)
    let inner = try #require(popovers(in: choice).first)
    #expect(await eventually { gtk_widget_get_mapped(inner) != 0 })
    #expect(gtk_popover_get_autohide(inner.cast()) == 0)
    gtk_popover_popdown(inner.cast())
    #expect(await eventually { gtk_widget_get_mapped(inner) == 0 })
    #expect(popover.isShown)
    window.destroy()
  }

  @Test(.enabled(if: isWayland))
  func `a popover is closed when another window becomes the active one, but for a dialog over it`()
    async
  {
    let button = gtk_button_new_with_label("parent")!
    let window = await show(button)
    #expect(await eventually { gtk_window_is_active(window.pointer) != 0 })
    let popover = Popover(parent: button)
    popover.child = gtk_button_new_with_label("content")
    var closed = 0
    popover.onClosed = { closed += 1 }
    popover.popup()
    #expect(await eventually { gtk_widget_get_mapped(popover.widget) != 0 })
    let dialog = ApplicationWindow()
    dialog.transientParent = window.pointer
    dialog.child = gtk_button_new_with_label("dialog")
    dialog.present()
    #expect(await eventually { gtk_window_is_active(dialog.pointer) != 0 })
    dialog.destroy()
    // A compositor may hide it as long as the dialog is there.
    #expect(await eventually { gtk_widget_get_mapped(popover.widget) != 0 })
    #expect(await eventually { gtk_window_is_active(window.pointer) != 0 })
    #expect(closed == 0)
    let other = await show(gtk_button_new_with_label("other")!)
    #expect(await eventually { closed == 1 && !popover.isShown })
    other.destroy()
    window.destroy()
  }

  @Test(.enabled(if: isWayland))
  func `a popover of a dialog stays when a dialog beside it becomes the active one`() async {
    let window = await show(gtk_button_new_with_label("main")!)
    func dialog(_ content: WidgetPointer) -> ApplicationWindow {
      let dialog = ApplicationWindow()
      dialog.transientParent = window.pointer
      dialog.child = content
      dialog.present()
      return dialog
    }
    let button = gtk_button_new_with_label("parent")!
    let first = dialog(button)
    #expect(await eventually { gtk_window_is_active(first.pointer) != 0 })
    let popover = Popover(parent: button)
    popover.child = gtk_button_new_with_label("content")
    var closed = 0
    popover.onClosed = { closed += 1 }
    popover.popup()
    #expect(await eventually { gtk_widget_get_mapped(popover.widget) != 0 })
    let second = dialog(gtk_button_new_with_label("beside")!)
    #expect(await eventually { gtk_window_is_active(second.pointer) != 0 })
    // Longer than a popover waits for its window to become active again.
    var hasWaited = false
    let wait = MainLoop.after(.milliseconds(700)) { hasWaited = true }
    #expect(await eventually { hasWaited })
    wait.cancel()
    #expect(closed == 0)
    second.destroy()
    #expect(await eventually { gtk_widget_get_mapped(popover.widget) != 0 })
    #expect(closed == 0)
    first.destroy()
    window.destroy()
  }

  @Test(.enabled(if: isWayland))
  func `the focus goes around in a popover, and back to where it was`() async {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let (first, second) = (gtk_button_new_with_label("1")!, gtk_button_new_with_label("2")!)
    for button in [first, second] { gtk_box_append(box.cast(), button) }
    let window = await show(box)
    gtk_widget_grab_focus(second)
    let popover = Popover(parent: first)
    let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let inside = (0..<2).map { gtk_button_new_with_label("inside \($0)")! }
    for button in inside { gtk_box_append(column.cast(), button) }
    popover.child = column
    popover.popup()
    #expect(await eventually { gtk_window_get_focus(window.pointer) == inside[0] })
    for expected in [1, 0, 1] {
      UngrabbedPopover.moveFocus(in: popover.widget, GTK_DIR_TAB_FORWARD)
      #expect(gtk_window_get_focus(window.pointer) == inside[expected])
    }
    UngrabbedPopover.moveFocus(in: popover.widget, GTK_DIR_TAB_BACKWARD)
    UngrabbedPopover.moveFocus(in: popover.widget, GTK_DIR_TAB_BACKWARD)
    #expect(gtk_window_get_focus(window.pointer) == inside[1])
    gtk_popover_popdown(popover.pointer)
    #expect(gtk_window_get_focus(window.pointer) == second)
    window.destroy()
  }

  private func popovers(in widget: WidgetPointer) -> [WidgetPointer] {
    var found: [WidgetPointer] = []
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if current.isA(gtk_popover_get_type()) { found.append(current) }
      found += popovers(in: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return found
  }
}

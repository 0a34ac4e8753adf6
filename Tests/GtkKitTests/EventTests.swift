import GtkKit
import Testing

/// Emits a signal with arguments, as GTK does for an event. Returns its truth value if it has one.
@discardableResult
private func emit(
  _ controller: EventController,
  _ name: String,
  _ arguments: [(GType, (inout GValue) -> Void)],
  returnsBool: Bool = false
) -> Bool {
  var values = [GValue(), GValue()]
  values.removeLast()
  g_value_init(&values[0], gtk_event_controller_get_type())
  g_value_set_object(&values[0], UnsafeMutableRawPointer(controller.pointer))
  for (type, set) in arguments {
    var value = GValue()
    g_value_init(&value, type)
    set(&value)
    values.append(value)
  }
  var result = GValue()
  if returnsBool { g_value_init(&result, GType(5 << 2)) }
  let signal = g_signal_lookup(name, gtypeOf(controller.pointer))
  g_signal_emitv(&values, signal, 0, &result)
  for index in values.indices { g_value_unset(&values[index]) }
  return returnsBool && g_value_get_boolean(&result) != 0
}

private func gtypeOf(_ pointer: OpaquePointer) -> GType {
  g_type_from_name(pointer.typeName)
}

private func int(_ value: Int32) -> (GType, (inout GValue) -> Void) {
  (GType(6 << 2), { g_value_set_int(&$0, value) })
}

private func uint(_ value: UInt32) -> (GType, (inout GValue) -> Void) {
  (GType(7 << 2), { g_value_set_uint(&$0, value) })
}

private func double(_ value: Double) -> (GType, (inout GValue) -> Void) {
  (GType(15 << 2), { g_value_set_double(&$0, value) })
}

private func modifiers(_ value: GdkModifierType) -> (GType, (inout GValue) -> Void) {
  (gdk_modifier_type_get_type(), { g_value_set_flags(&$0, value.rawValue) })
}

extension GtkTests {
  @Test func `clicks and touches reach their handlers`() {
    let widget = ObjectReference(gtk_label_new("widget"))
    var heard: [String] = []
    let click = EventController.click(on: widget.widget, button: 8) {
      heard.append("\($0) \($1) \($2)")
    }
    let press = EventController.longPress(on: widget.widget) { heard.append("\($0) \($1)") }
    let touch = EventController.touch(on: widget.widget) {
      heard.append("\($0)")
      return false
    }
    let hover = EventController.hover(on: widget.widget) { heard.append("\($0)") }
    emit(click, "released", [int(2), double(1), double(3)])
    emit(press, "pressed", [double(4), double(5)])
    emit(touch, "drag-begin", [double(4), double(5)])
    emit(touch, "drag-update", [double(20), double(0)])
    emit(touch, "drag-end", [double(20), double(0)])
    emit(hover, "enter", [double(0), double(0)])
    emit(hover, "leave", [])
    #expect(
      heard == [
        "2 1.0 3.0", "4.0 5.0", "began", "moved(x: 20.0, y: 0.0)", "ended", "true", "false",
      ]
    )
    #expect(gtk_gesture_single_get_current_button(click.pointer) == 0)
    #expect(gtk_gesture_single_get_button(click.pointer) == 8)
  }

  @Test func `a key's handler tells whether it took the key`() {
    let widget = ObjectReference(gtk_button_new())
    let key = EventController.key(on: widget.widget) { symbol, modifiers in
      symbol == UInt32(GDK_KEY_Escape) && modifiers == GDK_SHIFT_MASK
    }
    for (symbol, expected) in [(GDK_KEY_Escape, true), (GDK_KEY_a, false)] {
      let taken = emit(
        key,
        "key-pressed",
        [uint(UInt32(symbol)), uint(0), modifiers(GDK_SHIFT_MASK)],
        returnsBool: true
      )
      #expect(taken == expected)
    }
  }

  @Test func `focus is heard when it comes and goes`() async {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let (first, second) = (gtk_entry_new()!, gtk_entry_new()!)
    gtk_box_append(box.cast(), first)
    gtk_box_append(box.cast(), second)
    var heard: [Bool] = []
    EventController.focus(on: second) { heard.append($0) }
    let window = await show(box)
    gtk_widget_grab_focus(second)
    gtk_widget_grab_focus(first)
    #expect(heard == [true, false])
    window.destroy()
  }

  @Test func `a shortcut holds its handler until it is removed`() {
    final class Witness {}
    weak var weak: Witness?
    let widget = ObjectReference(gtk_button_new())
    let controller: EventController
    do {
      let witness = Witness()
      weak = witness
      controller = EventController.shortcut("<Alt>Left|Back", on: widget.widget, scope: .window) {
        _ = witness
        return true
      }
    }
    #expect(weak != nil)
    #expect(g_list_model_get_n_items(controller.pointer) == 1)
    let shortcut = g_list_model_get_item(controller.pointer, 0)!
    gtk_shortcut_controller_remove_shortcut(controller.pointer, OpaquePointer(shortcut))
    g_object_unref(shortcut)
    #expect(weak == nil)
    controller.remove()
    controller.remove()
    #expect(gtk_event_controller_get_widget(controller.pointer) == nil)
  }

  @Test func `controllers and their handlers go with their widget`() {
    let handlers = Signal.liveHandlers
    do {
      let widget = ObjectReference(gtk_button_new())
      EventController.click(on: widget.widget) { _, _, _ in }
      EventController.dragText(from: widget.widget) { "text" }
      EventController.dropText(on: widget.widget) { _, _, _ in true }
      EventController.dropFiles(on: widget.widget) { _, _, _ in true }
      #expect(Signal.liveHandlers == handlers + 4)
    }
    #expect(Signal.liveHandlers == handlers)
  }

  @Test func `dropped texts and files reach their handlers`() {
    let widget = ObjectReference(gtk_button_new())
    var heard: [String] = []
    let text = EventController.dropText(on: widget.widget) { text, x, y in
      heard.append("\(text) \(x) \(y)")
      return true
    }
    let files = EventController.dropFiles(on: widget.widget) { uris, _, _ in
      heard += uris
      return true
    }
    let dropped: (GType, (inout GValue) -> Void) = (
      GType(16 << 2), { g_value_set_string(&$0, "a") }
    )
    #expect(emitDrop(text, dropped))
    let file = g_file_new_for_uri("file:///tmp/a%20b")!
    var list = g_slist_append(nil, UnsafeMutableRawPointer(file))
    let boxed: (GType, (inout GValue) -> Void) = (
      gdk_file_list_get_type(), { g_value_set_boxed(&$0, UnsafeRawPointer(list)) }
    )
    #expect(emitDrop(files, boxed))
    g_slist_free(list)
    list = nil
    g_object_unref(file.instance)
    #expect(heard == ["a 1.0 2.0", "file:///tmp/a%20b"])
  }

  /// The signal's first argument is itself a GValue.
  private func emitDrop(
    _ controller: EventController,
    _ content: (GType, (inout GValue) -> Void)
  ) -> Bool {
    var inner = GValue()
    g_value_init(&inner, content.0)
    content.1(&inner)
    defer { g_value_unset(&inner) }
    return withUnsafePointer(to: inner) { pointer in
      emit(
        controller,
        "drop",
        [
          (g_value_get_type(), { g_value_set_boxed(&$0, UnsafeRawPointer(pointer)) }), double(1),
          double(2),
        ],
        returnsBool: true
      )
    }
  }
}

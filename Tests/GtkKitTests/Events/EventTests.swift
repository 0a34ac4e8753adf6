import GtkTestSupport
import Testing

@testable import GtkKit

/// Emits a signal of a controller, as GTK does for an event. Returns its truth value if it has one.
@discardableResult
private func emit(
  _ controller: EventController,
  _ name: String,
  _ arguments: [(GType, (inout GValue) -> Void)],
  returnsBool: Bool = false
) -> Bool {
  emit(controller.pointer, name, arguments, returnsBool: returnsBool)
}

private func int(_ value: Int32) -> (GType, (inout GValue) -> Void) {
  (FundamentalType.int, { g_value_set_int(&$0, value) })
}

private func uint(_ value: UInt32) -> (GType, (inout GValue) -> Void) {
  (FundamentalType.uint, { g_value_set_uint(&$0, value) })
}

private func double(_ value: Double) -> (GType, (inout GValue) -> Void) {
  (FundamentalType.double, { g_value_set_double(&$0, value) })
}

private func modifiers(_ value: GdkModifierType) -> (GType, (inout GValue) -> Void) {
  (gdk_modifier_type_get_type(), { g_value_set_flags(&$0, value.rawValue) })
}

extension GtkTests {
  @Test func `a movement that GTK makes up does not hide a release that is still to come`() {
    let motion = LateMotion()
    // Another button, or one that is down as far as everybody knows, hides nothing.
    #expect(!motion.hides(.moved(down: 0, isMadeUp: true)))
    #expect(!motion.hides(.pressed(1)))
    #expect(!motion.hides(.moved(down: GDK_BUTTON1_MASK.rawValue, isMadeUp: true)))
    // The server knows of the release already.
    #expect(motion.hides(.moved(down: 0, isMadeUp: true)))
    #expect(motion.hides(.moved(down: GDK_BUTTON3_MASK.rawValue, isMadeUp: true)))
    #expect(!motion.hides(.released(1)))
    #expect(!motion.hides(.moved(down: 0, isMadeUp: true)))
  }

  @Test func `a release that never comes hides nothing for long`() {
    let motion = LateMotion()
    #expect(!motion.hides(.pressed(3)))
    #expect(!motion.hides(.pressed(9)))
    #expect(motion.hides(.moved(down: 0, isMadeUp: true)))
    // The pointer itself has moved without the button.
    #expect(!motion.hides(.moved(down: 0, isMadeUp: false)))
    #expect(!motion.hides(.moved(down: 0, isMadeUp: true)))
  }

  @Test func `fingers that began elsewhere are not taken for a gesture of what they reveal`() {
    let outside = ObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let inside = ObjectReference(gtk_label_new("inside"))
    gtk_widget_set_parent(inside.widget, outside.widget)
    let outer = TouchpadGesture(on: outside.widget)
    let inner = TouchpadGesture(on: inside.widget)
    func event(_ time: UInt32) -> TouchpadGesture.Event { .init(address: 1, time: time) }

    // Both see the fingers from the beginning.
    #expect(outer.begin(with: event(1)))
    #expect(inner.begin(with: event(1)))
    outer.end(with: event(2))
    inner.end(with: event(2))
    // The inner widget sees nothing until the last event, or comes in the middle.
    #expect(outer.begin(with: event(3)))
    outer.end(with: event(5))
    #expect(!inner.begin(with: event(5)))
    inner.end(with: event(5))
    #expect(outer.begin(with: event(6)))
    #expect(!inner.begin(with: event(7)))
    outer.end(with: event(8))
    inner.end(with: event(8))
    // All that a gesture consists of can come in one event.
    #expect(outer.begin(with: event(9)))
    outer.end(with: event(9))
    #expect(inner.begin(with: event(9)))
    inner.end(with: event(9))
    // Fingers that only the inner widget was told of are its own, and never keep the outer one out.
    #expect(inner.begin(with: event(10)))
    #expect(outer.begin(with: event(11)))
    gtk_widget_unparent(inside.widget)
  }

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
    emit(click, "released", [int(2), double(1), double(3)])
    emit(press, "pressed", [double(4), double(5)])
    emit(touch, "drag-begin", [double(4), double(5)])
    emit(touch, "drag-update", [double(20), double(0)])
    emit(touch, "drag-end", [double(20), double(0)])
    #expect(
      heard == ["2 1.0 3.0", "4.0 5.0", "began", "moved(x: 20.0, y: 0.0)", "ended"]
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

  @Test func `a shortcut activates its widget from anywhere in the window`() async throws {
    let button = gtk_button_new()!
    let controller = EventController.shortcut(
      UInt32(GDK_KEY_Left),
      GDK_ALT_MASK,
      activating: button
    )
    #expect(gtk_shortcut_controller_get_scope(controller.pointer) == GTK_SHORTCUT_SCOPE_GLOBAL)
    try #require(g_list_model_get_n_items(controller.pointer) == 1)
    let shortcut = ObjectReference(owning: g_list_model_get_item(controller.pointer, 0))
    let trigger = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(shortcut.opaque))
    #expect(String(taking: trigger) == "<Alt>Left")
    var clicks = 0
    Signal.connect(button, "clicked") { clicks += 1 }
    let window = await show(button)
    gtk_shortcut_action_activate(
      gtk_shortcut_get_action(shortcut.opaque),
      GtkShortcutActionFlags(rawValue: 0),
      button,
      nil
    )
    #expect(await eventually { clicks == 1 })
    controller.remove()
    controller.remove()
    #expect(gtk_event_controller_get_widget(controller.pointer) == nil)
    window.destroy()
  }

  @Test func `controllers and their handlers go with their widget`() {
    let handlers = Signal.liveHandlers
    do {
      let widget = ObjectReference(gtk_button_new())
      EventController.click(on: widget.widget) { _, _, _ in }
      _ = DragSource(on: widget.widget, actions: GDK_ACTION_COPY) { _, _ in
        nil
      } onEnd: {
      }
      _ = DropTarget(on: widget.widget, types: [FundamentalType.string]) { _, _, _ in true }
      #expect(Signal.liveHandlers <= handlers + 5)
    }
    #expect(Signal.liveHandlers <= handlers)
  }

  @Test func `dropped texts and files reach their handlers`() {
    let widget = ObjectReference(gtk_button_new())
    var heard: [String] = []
    let text = DropTarget(on: widget.widget, types: [FundamentalType.string]) { value, x, y in
      heard.append("\(value.string) \(x) \(y)")
      return true
    }
    let files = DropTarget(on: widget.widget, types: [gdk_file_list_get_type()]) { value, _, _ in
      heard += value.fileURIs
      return true
    }
    let dropped: (GType, (inout GValue) -> Void) = (
      FundamentalType.string, { g_value_set_string(&$0, "a") }
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

  @Test func `a drag source offers a value or nothing, and tells when the drag is over`() {
    let widget = ObjectReference(gtk_button_new())
    var value: UnsafeMutableRawPointer?
    var ends = 0
    let source = DragSource(on: widget.widget, actions: GDK_ACTION_MOVE) { x, y in
      #expect((x, y) == (1, 2))
      return value.map { DragSource.Content(value: $0, image: (widget.widget, 0, 0)) }
    } onEnd: {
      ends += 1
    }
    #expect(gtk_drag_source_get_actions(source.pointer) == GDK_ACTION_MOVE)
    #expect(emitPrepare(source) == nil)
    value = widget.instance
    let content = emitPrepare(source)
    var offered = GValue()
    g_value_init(&offered, FundamentalType.pointer)
    gdk_content_provider_get_value(
      content?.instance.assumingMemoryBound(to: GdkContentProvider.self),
      &offered,
      nil
    )
    #expect(g_value_get_pointer(&offered) == widget.instance)
    g_value_unset(&offered)
    emit(
      source,
      "drag-end",
      [
        (gdk_drag_get_type(), { g_value_set_object(&$0, nil) }),
        (FundamentalType.boolean, { g_value_set_boolean(&$0, 0) }),
      ]
    )
    #expect(ends == 1)
  }

  @Test func `a drop target says what a drop would do`() {
    let widget = ObjectReference(gtk_button_new())
    var heard: [String] = []
    let target = DropTarget(
      on: widget.widget,
      types: [FundamentalType.string],
      actions: GDK_ACTION_MOVE,
      onMove: { x, y in
        heard.append("\(x) \(y)")
        return GDK_ACTION_MOVE
      },
      onLeave: { heard.append("left") },
      onDrop: { _, _, _ in false }
    )
    target.types = [FundamentalType.pointer, FundamentalType.int]
    var count: gsize = 0
    let types = gtk_drop_target_get_gtypes(target.pointer, &count)
    #expect(
      UnsafeBufferPointer(start: types, count: Int(count)).map(\.self)
        == [FundamentalType.pointer, FundamentalType.int]
    )
    emit(target, "leave", [])
    #expect(heard == ["left"])
  }

  /// Emits the signal that GTK emits when a drag starts, and returns the content.
  private func emitPrepare(_ source: DragSource) -> ObjectReference? {
    var values = [GValue(), GValue(), GValue()]
    g_value_init(&values[0], gtk_drag_source_get_type())
    g_value_set_object(&values[0], source.pointer.instance)
    g_value_init(&values[1], FundamentalType.double)
    g_value_set_double(&values[1], 1)
    g_value_init(&values[2], FundamentalType.double)
    g_value_set_double(&values[2], 2)
    var result = GValue()
    g_value_init(&result, gdk_content_provider_get_type())
    defer { g_value_unset(&result) }
    g_signal_emitv(&values, g_signal_lookup("prepare", gtk_drag_source_get_type()), 0, &result)
    for index in values.indices { g_value_unset(&values[index]) }
    return g_value_get_object(&result).map { ObjectReference($0) }
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

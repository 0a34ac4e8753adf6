import GtkKit

/// Emits a signal with arguments, as GTK does for an event.
@MainActor
package func emit(_ object: some InstancePointer, _ name: String, _ arguments: any CVarArg...) {
  withVaList(arguments) {
    g_signal_emit_valist(object.instance, g_signal_lookup(name, type(of: object)), 0, $0)
  }
}

/// Emits a signal with arguments and gives its truth value.
@MainActor
package func emitForResult(
  _ object: some InstancePointer,
  _ name: String,
  _ arguments: any CVarArg...
) -> Bool {
  var result: gboolean = 0
  withUnsafeMutablePointer(to: &result) { result in
    withVaList(arguments + [result]) {
      g_signal_emit_valist(object.instance, g_signal_lookup(name, type(of: object)), 0, $0)
    }
  }
  return result != 0
}

@MainActor
private func type(of object: some InstancePointer) -> GType {
  object.instance.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The event controllers of a type on this widget.
  package func controllers(_ type: GType) -> [OpaquePointer] {
    let list = gtk_widget_observe_controllers(self)!
    defer { g_object_unref(UnsafeMutableRawPointer(list)) }
    return (0..<g_list_model_get_n_items(list)).compactMap { index in
      guard let item = g_list_model_get_item(list, index) else { return nil }
      // The widget holds it.
      g_object_unref(item)
      return item.isA(type) ? OpaquePointer(item) : nil
    }
  }

  /// Presses a button of the mouse on this widget, and lets it go.
  package func press(button: guint) {
    for click in controllers(gtk_gesture_click_get_type())
    where gtk_gesture_single_get_button(click) == button {
      emit(click, "pressed", Int32(1), 1.0, 1.0)
      emit(click, "released", Int32(1), 1.0, 1.0)
    }
  }

  /// Presses a key while this widget has the focus. Returns whether a controller handled it.
  package func press(key: Int32, _ modifiers: GdkModifierType = GdkModifierType(rawValue: 0))
    -> Bool
  {
    controllers(gtk_event_controller_key_get_type()).contains {
      emitForResult($0, "key-pressed", guint(key), guint(0), modifiers.rawValue)
    }
  }
  /// Presses the keys of a shortcut of this widget. Returns whether they were handled.
  package func press(shortcut key: Int32, _ modifiers: GdkModifierType) -> Bool {
    let trigger = gtk_keyval_trigger_new(guint(key), modifiers)!
    defer { g_object_unref(trigger.instance) }
    return controllers(gtk_shortcut_controller_get_type())
      .flatMap { shortcuts in
        (0..<g_list_model_get_n_items(shortcuts)).map {
          ObjectReference(owning: g_list_model_get_item(shortcuts, $0))
        }
      }
      .filter { reference in
        gtk_shortcut_trigger_equal(
          UnsafeRawPointer(gtk_shortcut_get_trigger(reference.opaque)),
          UnsafeRawPointer(trigger)
        ) != 0
      }
      .contains {
        gtk_shortcut_action_activate(
          gtk_shortcut_get_action($0.opaque),
          GtkShortcutActionFlags(rawValue: 0),
          self,
          nil
        ) != 0
      }
  }
}

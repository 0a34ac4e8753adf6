import GtkKit
import GtkTestSupport
import Testing

/// The suite of all tests that touch GTK: one at a time, on the main actor.
@MainActor @Suite(.serialized)
struct GtkTests {
  init() {
    #expect(Display.isAvailable, "No display: run under xvfb-run")
  }
}

/// Shows a widget in a window and waits until it is on the screen.
///
/// - Returns: The window, which goes when it is dropped.
func show(_ widget: WidgetPointer, width: Int = 400, height: Int = 300) async -> ApplicationWindow {
  let window = ApplicationWindow()
  window.defaultSize = (width, height)
  window.child = widget
  window.present()
  // On Wayland a widget is mapped before it has a size.
  #expect(
    await eventually {
      gtk_widget_get_mapped(widget) != 0 && gtk_widget_get_width(window.widget) > 0
    }
  )
  return window
}

/// Emits a signal with arguments, as GTK does. Returns its truth value if it has one.
@discardableResult
func emit(
  _ object: some InstancePointer,
  _ name: String,
  _ arguments: [(GType, (inout GValue) -> Void)],
  returnsBool: Bool = false
) -> Bool {
  let type = g_type_from_name(object.typeName)
  var values = [GValue()]
  g_value_init(&values[0], type)
  g_value_set_object(&values[0], object.instance)
  for (type, set) in arguments {
    var value = GValue()
    g_value_init(&value, type)
    set(&value)
    values.append(value)
  }
  var result = GValue()
  if returnsBool { g_value_init(&result, FundamentalType.boolean) }
  let signal = g_signal_lookup(name, type)
  g_signal_emitv(&values, signal, 0, &result)
  for index in values.indices { g_value_unset(&values[index]) }
  return returnsBool && g_value_get_boolean(&result) != 0
}

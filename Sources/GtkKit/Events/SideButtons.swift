/// Mouse buttons beyond the first five, such as *back*.
///
/// After a button press, GTK sends all pointer input to the widget under the pointer (an implicit
/// grab) until one of the first five buttons is released. The release of another button does not
/// end this grab: the next click would go to the same widget, wherever the pointer is, and GTK 4.18
/// warns when that widget is destroyed. Therefore, if a gesture here handles such a button, its
/// presses and releases are hidden from GTK.
enum SideButtons {
  /// The last button whose release GTK handles.
  static let lastOrdinary = 5

  private static let mark = g_quark_from_string("swift-gtkkit-side-button")
  private static var hook: gulong = 0
  /// The gesture that has received a press and waits for the release.
  private static var pressed: (gesture: ObjectReference, button: guint)?
  /// The surface whose current event is hidden from GTK, and its window.
  private static var muted: (surface: ObjectReference, window: UnsafeMutableRawPointer)?

  /// Lets a gesture receive its button from here.
  static func connect(_ gesture: OpaquePointer) {
    g_object_set_qdata(gesture.instance.cast(), mark, gesture.instance)
    guard hook == 0 else { return }
    // The signal exists only once the class is initialized.
    let surfaces = g_type_class_ref(gdk_surface_get_type())
    defer { g_type_class_unref(surfaces) }
    hook = g_signal_add_emission_hook(
      signal,
      0,
      { _, _, values, _ in
        MainActor.assumeIsolated {
          SideButtons.eventComes(values![0], values![1])
        }
        return 1
      },
      nil,
      nil
    )
  }

  private static var signal: guint { g_signal_lookup("event", gdk_surface_get_type()) }

  /// Called for each event of a surface, before GTK handles it.
  private static func eventComes(_ surface: GValue, _ event: GValue) {
    if let muted {
      g_signal_handlers_unblock_matched(
        muted.surface.instance,
        GSignalMatchType(rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue),
        signal,
        0,
        nil,
        nil,
        muted.window
      )
      Self.muted = nil
    }
    var surface = surface
    var event = event
    guard let event = g_value_get_pointer(&event).map({ OpaquePointer($0) }),
      let instance = g_value_get_object(&surface),
      isTaken(event, of: OpaquePointer(instance)),
      let window = gtk_native_get_for_surface(OpaquePointer(instance))
    else { return }
    muted = (ObjectReference(instance), window.instance)
    g_signal_handlers_block_matched(
      instance,
      GSignalMatchType(rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue),
      signal,
      0,
      nil,
      nil,
      window.instance
    )
  }

  private static func isTaken(_ event: OpaquePointer, of surface: OpaquePointer) -> Bool {
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_PRESS:
      let button = gdk_button_event_get_button(event)
      guard button > lastOrdinary, pressed == nil,
        let (gesture, x, y) = target(of: event, button: button, in: surface)
      else { return false }
      pressed = (ObjectReference(gesture), button)
      emit(gesture, "pressed", x, y)
      return true
    case GDK_BUTTON_RELEASE:
      guard let pressed, pressed.button == gdk_button_event_get_button(event) else { return false }
      Self.pressed = nil
      emit(pressed.gesture.opaque, "released", 0, 0)
      return true
    default:
      return false
    }
  }

  /// Returns the nearest gesture for the button at the pointer, and the pointer's coordinates in
  /// its widget.
  private static func target(of event: OpaquePointer, button: guint, in surface: OpaquePointer)
    -> (gesture: OpaquePointer, x: Double, y: Double)?
  {
    guard let native = gtk_native_get_for_surface(surface) else { return nil }
    let root = WidgetPointer(native)
    if root.isA(gtk_window_get_type()), Toplevels.isBehindModalWindow(root.cast()) { return nil }
    var (x, y, originX, originY) = (0.0, 0.0, 0.0, 0.0)
    gdk_event_get_position(event, &x, &y)
    gtk_native_get_surface_transform(native, &originX, &originY)
    var widget = gtk_widget_pick(root, x - originX, y - originY, GTK_PICK_DEFAULT)
    while let current = widget {
      if let gesture = gesture(for: button, on: current) {
        var (widgetX, widgetY) = (0.0, 0.0)
        gtk_widget_translate_coordinates(
          root,
          current,
          x - originX,
          y - originY,
          &widgetX,
          &widgetY
        )
        return (gesture, widgetX, widgetY)
      }
      widget = gtk_widget_get_parent(current)
    }
    return nil
  }

  private static func gesture(for button: guint, on widget: WidgetPointer) -> OpaquePointer? {
    let controllers = gtk_widget_observe_controllers(widget)!
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let item = g_list_model_get_item(controllers, index) else { continue }
      // The widget retains it.
      g_object_unref(item)
      if g_object_get_qdata(item.cast(), mark) != nil,
        gtk_gesture_single_get_button(OpaquePointer(item)) == button
      {
        return OpaquePointer(item)
      }
    }
    return nil
  }

  private static func emit(_ gesture: OpaquePointer, _ name: String, _ x: Double, _ y: Double) {
    var values = [GValue](repeating: GValue(), count: 4)
    g_value_init(&values[0], gtk_gesture_click_get_type())
    g_value_set_object(&values[0], gesture.instance)
    g_value_init(&values[1], FundamentalType.int)
    g_value_set_int(&values[1], 1)
    for (index, coordinate) in [(2, x), (3, y)] {
      g_value_init(&values[index], FundamentalType.double)
      g_value_set_double(&values[index], coordinate)
    }
    g_signal_emitv(&values, g_signal_lookup(name, gtk_gesture_click_get_type()), 0, nil)
    for index in values.indices { g_value_unset(&values[index]) }
  }
}

import ComposableGtk
import ComposableGtkTestSupport
import GtkKit

/// What is on the screen, or should be: a window and what is presented over it.
struct Screen: Equatable, CustomStringConvertible {
  enum Kind: String { case window, sheet, cover, popover, message }

  var kind: Kind
  var title: String
  /// The labels of all pages and the titles by which they are announced, sorted, because they have
  /// no order. The order of the path is visible in the menu of the back button.
  var pages: [String] = []
  /// The label of the page on top.
  var top = ""
  /// The title of the page that the back button leads to.
  var back: String?
  /// The windows, messages and popovers whose parent this is.
  var children: [Screen] = [] {
    didSet { if children.count > 1 { children.sort { $0.order < $1.order } } }
  }

  private var order: String { "\(kind.rawValue) \(title) \(top)" }

  var description: String {
    let own = "\(kind.rawValue) \"\(title)\" pages \(pages) top \(top) back \(back ?? "-")"
    return ([own] + children.map { "  " + $0.description.replacing("\n", with: "\n  ") })
      .joined(separator: "\n")
  }
}

/// The widgets of a walk, looked at as a user would.
@MainActor
struct WalkWidgets {
  let main: WidgetPointer
  /// All windows that are mapped, with the one that each is transient for.
  private let windows: [(widget: WidgetPointer, parent: WidgetPointer?)]

  init(main: WidgetPointer) {
    self.main = main
    let toplevels = gtk_window_get_toplevels()!
    windows = (0..<g_list_model_get_n_items(toplevels)).compactMap { index in
      guard let item = g_list_model_get_item(toplevels, index) else { return nil }
      defer { g_object_unref(item) }
      let widget = item.assumingMemoryBound(to: GtkWidget.self)
      guard gtk_widget_get_mapped(widget) != 0 else { return nil }
      let parent = gtk_window_get_transient_for(item.assumingMemoryBound(to: GtkWindow.self))
      return (widget, parent.map { $0.cast() })
    }
  }

  var screen: Screen { screen(of: main) }

  private func screen(of window: WidgetPointer) -> Screen {
    var screen = Screen(
      kind: window == main
        ? .window : window.isMessage ? .message : window.isDialog ? .sheet : .cover,
      title: window.windowTitle
    )
    var popovers: [Screen] = []
    if !window.isMessage {
      let family = window.mappedFamily
      if let stack = window.navigationStack {
        let pages = stack.ownChildren.filter { gtk_widget_get_can_target($0) != 0 }
        screen.pages = pages.map { page in
          "\(page.roomLabel ?? "?") \(Accessibility.label(of: page) ?? "")"
        }
        .sorted()
        screen.top = gtk_stack_get_visible_child(OpaquePointer(stack))?.roomLabel ?? "?"
      }
      let back = window.family.first { $0.isBackButton }
      if let back, gtk_widget_get_visible(back) != 0 {
        screen.back = gtk_widget_get_tooltip_text(back).map { String(cString: $0) } ?? ""
      }
      for popover in family where popover.isA(gtk_popover_get_type()) {
        var inner = Screen(kind: .popover, title: "")
        inner.top = popover.roomLabel ?? "?"
        popovers.append(inner)
      }
    }
    screen.children =
      popovers + windows.filter { $0.parent == window }.map { self.screen(of: $0.widget) }
    return screen
  }

  /// The number of the last frame of each window that has had one.
  var frames: [WidgetPointer: gint64] {
    windows.reduce(into: [:]) { frames, window in
      if let clock = gtk_widget_get_frame_clock(window.widget) {
        frames[window.widget] = gdk_frame_clock_get_frame_counter(clock)
      }
    }
  }

  // MARK: Where the user acts

  /// The widgets of a room that is shown: what is around its label.
  func room(_ room: Room.State) -> WidgetPointer? {
    for window in windows {
      let label = window.widget.mappedFamily.first { $0.labelText == room.label }
      if let label { return gtk_widget_get_parent(label) }
    }
    return nil
  }

  /// The window that shows a room on top of its stack.
  func window(_ room: Room.State) -> WidgetPointer? {
    self.room(room).flatMap { gtk_widget_get_root($0) }.map { WidgetPointer($0) }
  }

  /// The popover that shows a room.
  func popover(_ room: Room.State) -> WidgetPointer? {
    self.room(room).flatMap { gtk_widget_get_ancestor($0, gtk_popover_get_type()) }
  }

  /// A message with a title.
  func message(_ title: String) -> WidgetPointer? {
    windows.first { $0.widget.isMessage && $0.widget.windowTitle == title }?.widget
  }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  fileprivate var ownChildren: [WidgetPointer] {
    var children: [WidgetPointer] = []
    var child = gtk_widget_get_first_child(self)
    while let current = child {
      children.append(current)
      child = gtk_widget_get_next_sibling(current)
    }
    return children
  }

  /// This widget and all inside of it that users see and can reach, outermost first. Pages that are
  /// leaving are left out.
  fileprivate var mappedFamily: [WidgetPointer] {
    gtk_widget_get_mapped(self) != 0 && gtk_widget_get_can_target(self) != 0
      ? [self] + ownChildren.flatMap(\.mappedFamily) : []
  }

  fileprivate var isDialog: Bool { isA(gtk_dialog_get_type()) }
  fileprivate var isMessage: Bool { isA(gtk_message_dialog_get_type()) }

  fileprivate var windowTitle: String {
    let window: WindowPointer = cast()
    return gtk_window_get_title(window).map { String(cString: $0) } ?? ""
  }

  var labelText: String? {
    isA(gtk_label_get_type()) ? String(cString: gtk_label_get_text(OpaquePointer(self))) : nil
  }

  /// The label of the room that is shown in here: the first one with a colon.
  fileprivate var roomLabel: String? {
    if let labelText { return labelText.contains(": ") ? labelText : nil }
    for child in ownChildren { if let label = child.roomLabel { return label } }
    return nil
  }

  fileprivate var isBackButton: Bool {
    guard isA(gtk_button_get_type()), let name = gtk_button_get_icon_name(cast()) else {
      return false
    }
    return String(cString: name) == "go-previous-symbolic"
  }

  /// The back button in this window.
  var backButton: WidgetPointer? { family.first(where: \.isBackButton) }

  /// The pages below, as the menu that hangs on this back button offers them.
  var historyEntries: [(title: String, button: WidgetPointer)] {
    ownChildren.filter { $0.isA(gtk_popover_get_type()) }.flatMap(\.family)
      .filter { $0.isA(gtk_button_get_type()) }
      .map { button in (button.family.lazy.compactMap(\.labelText).first ?? "", button) }
  }

  /// Presses Escape in this window, as if no focused widget handled it: the window's own
  /// controllers come first, then the key binding of a dialog.
  func pressEscape() {
    if press(GDK_KEY_Escape) { return }
    if isDialog { Signal.emit(self, "close") }
  }

  /// Sends a key to the key controllers of this widget, as GTK does if no nearer widget handles it.
  @discardableResult
  func press(_ key: Int32, _ modifiers: GdkModifierType = GdkModifierType(rawValue: 0)) -> Bool {
    let controllers = gtk_widget_observe_controllers(self)!
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let item = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(item) }
      let type = item.assumingMemoryBound(to: GTypeInstance.self)
      guard g_type_check_instance_is_a(type, gtk_event_controller_key_get_type()) != 0 else {
        continue
      }
      if emitKey(item, key, modifiers) { return true }
    }
    return false
  }

  private func emitKey(_ controller: gpointer, _ key: Int32, _ modifiers: GdkModifierType) -> Bool {
    var values = [GValue](repeating: GValue(), count: 4)
    g_value_init(&values[0], gtk_event_controller_key_get_type())
    g_value_set_object(&values[0], controller)
    g_value_init(&values[1], GType(7 << 2))  // G_TYPE_UINT
    g_value_set_uint(&values[1], guint(key))
    g_value_init(&values[2], GType(7 << 2))
    g_value_set_uint(&values[2], 0)
    g_value_init(&values[3], gdk_modifier_type_get_type())
    g_value_set_flags(&values[3], modifiers.rawValue)
    var result = GValue()
    g_value_init(&result, GType(5 << 2))  // G_TYPE_BOOLEAN
    let signal = g_signal_lookup("key-pressed", gtk_event_controller_key_get_type())
    g_signal_emitv(values, signal, 0, &result)
    for index in values.indices { g_value_unset(&values[index]) }
    return g_value_get_boolean(&result) != 0
  }
}

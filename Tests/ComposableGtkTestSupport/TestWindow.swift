import ComposableGtk
import GtkKit

/// Pumps GLib's loop until a condition holds, and lets jobs of the main actor run meanwhile.
///
/// - Returns: Whether it came to hold before the time was over.
@MainActor
package func eventually(within timeout: Duration = .seconds(60), _ condition: () -> Bool) async
  -> Bool
{
  let deadline = ContinuousClock.now + timeout
  while true {
    MainLoop.pump(limit: 100)
    if condition() { return true }
    if ContinuousClock.now > deadline { return false }
    try? await Task.sleep(for: .milliseconds(2))
  }
}

/// A window with a view in it, as an app would show it.
@MainActor
package final class TestWindow {
  package let window = Window()
  package let context = PageContext()
  package let headerBar: PageHeaderBar
  private let host: any Host

  private protocol Host: AnyObject {
    var widget: WidgetPointer { get }
    func destroy()
  }

  private final class ConcreteHost<Content: View>: Host {
    let host: ViewHost<Content>
    init(_ host: ViewHost<Content>) { self.host = host }
    var widget: WidgetPointer { host.widget }
    func destroy() { host.destroy() }
  }

  package init(_ content: some View) {
    headerBar = PageHeaderBar(page: context) { [weak window] in window?.title = $0 }
    var environment = EnvironmentValues()
    environment.pageContext = context
    host = ConcreteHost(ViewHost(content, environment: environment))
    window.titlebar = headerBar.widget
    window.child = host.widget
    window.defaultSize = (600, 400)
    window.present()
  }

  package func close() {
    host.destroy()
    headerBar.destroy()
    window.destroy()
  }

  package var content: WidgetPointer { host.widget }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// This widget and all below, outermost first.
  package var family: [WidgetPointer] {
    var family = [self]
    var child = gtk_widget_get_first_child(self)
    while let current = child {
      family += current.family
      child = gtk_widget_get_next_sibling(current)
    }
    return family
  }

  /// Whether this widget is where a person can see it: mapped, and on the page on top.
  ///
  /// A page that slides out of sight is still mapped, but no longer the page on top.
  package var isOnTop: Bool {
    gtk_widget_get_mapped(self) != 0
      && PageStack.stacks(around: self).allSatisfy { stack in
        guard self != stack, let page = gtk_stack_get_visible_child(OpaquePointer(stack)) else {
          return true
        }
        return gtk_widget_is_ancestor(self, page) != 0 || self == page
      }
  }

  /// The texts of the labels in this widget that are shown, in order. Labels of rows that are
  /// scrolled out of sight count as shown; labels of pages below the top one and of closed popovers
  /// do not.
  ///
  /// While a transition runs, both of its pages are shown.
  package var visibleTexts: [String] {
    family.filter { $0.isA(gtk_label_get_type()) && gtk_widget_is_visible($0) != 0 }
      .filter { label in
        PageStack.stacks(around: label).allSatisfy { stack in
          let page = sequence(first: label) { gtk_widget_get_parent($0) }
            .first { gtk_widget_get_parent($0) == stack }
          return page.map { gtk_widget_get_child_visible($0) != 0 } ?? true
        }
      }
      .map { String(cString: gtk_label_get_text(OpaquePointer($0))) }
  }

  /// The popovers below that are on the screen.
  package var openPopovers: [WidgetPointer] {
    family.filter { $0.isA(gtk_popover_get_type()) && gtk_widget_get_mapped($0) != 0 }
  }

  /// The navigation stack below.
  package var navigationStack: WidgetPointer? {
    family.first { $0.isA(gtk_stack_get_type()) }
  }

  /// The pages of this navigation stack in the order in which they came, those that are leaving
  /// included.
  package var pages: [WidgetPointer] { Array(children) }

  /// The button below that shows a text, where a person can click it.
  package func button(_ title: String) -> WidgetPointer? {
    family.first { widget in
      widget.isA(gtk_button_get_type()) && widget.isOnTop
        && widget.family.contains {
          $0.isA(gtk_label_get_type())
            && String(cString: gtk_label_get_text(OpaquePointer($0))) == title
        }
    }
  }

  /// The button below with an icon, where a person can click it.
  package func button(icon: String) -> WidgetPointer? {
    family.first { widget in
      guard widget.isA(gtk_button_get_type()), widget.isOnTop,
        let name = gtk_button_get_icon_name(widget.cast())
      else { return false }
      return String(cString: name) == icon
    }
  }

  package func click() { Signal.emit(self, "clicked") }
}

@MainActor
extension TestWindow {
  /// The navigation stack in the window.
  package var stack: WidgetPointer? { content.navigationStack }

  /// What receives the gestures on the stack: it holds the stack and images of moved pages.
  package var stackSurface: WidgetPointer? { stack.flatMap { gtk_widget_get_parent($0) } }

  /// Whether no page of the stack moves.
  package var stackIsStill: Bool {
    stack.map { !PageStack.isMoving(stack: $0) } ?? true
  }

  /// The pages that the stack holds in the order in which they came, those that are leaving
  /// included.
  package var pages: [WidgetPointer] { stack?.pages ?? [] }

  /// Their number.
  package var pageCount: Int { pages.count }
}

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
}

/// The windows on the screen, dialogs included, in the order in which they came.
@MainActor
package var windows: [WidgetPointer] {
  Toplevels.all.reversed().map { $0.cast() }.filter { gtk_widget_get_mapped($0) != 0 }
}

/// The dialogs on the screen, in the order in which they came.
@MainActor
package var dialogs: [WidgetPointer] { windows.filter { $0.isA(gtk_dialog_get_type()) } }

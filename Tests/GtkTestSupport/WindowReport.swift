import Foundation
import GtkKit
import Testing

/// What a test that failed needs to be understood: the windows, where the focus was, and which
/// events had come.
@MainActor
package enum WindowReport {
  private static var entries: [String] = []
  private static let start = ContinuousClock.now
  private static var isRecording = false
  private static let longest = 60

  /// Begins to note the events of all windows, once for the process.
  package static func record() {
    guard !isRecording else { return }
    isRecording = true
    // The type of surfaces has the signal only after its class is initialized.
    g_type_ensure(gdk_surface_get_type())
    g_type_class_ref(gdk_surface_get_type())
    PopoverPainting.record()
    g_signal_add_emission_hook(
      g_signal_lookup("event", gdk_surface_get_type()),
      0,
      { _, count, values, _ in
        guard count > 1, let values, let event = g_value_peek_pointer(values + 1) else { return 1 }
        MainActor.assumeIsolated { WindowReport.note(OpaquePointer(event)) }
        return 1
      },
      nil,
      nil
    )
  }

  /// Adds a line to the report, such as a command that sends input.
  package static func note(_ line: String) {
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    entries.append("\(Int(time)) ms: \(line)")
    if entries.count > longest { entries.removeFirst(entries.count - longest) }
  }

  /// The windows, the focus and the last events, as lines.
  package static var text: String {
    let windows = windows.map(describe)
    return """
      --- windows, the oldest first
      \(windows.isEmpty ? "none" : windows.joined(separator: "\n"))
      --- the last events and commands
      \(entries.isEmpty ? "none" : entries.joined(separator: "\n"))
      """
  }

  private static func describe(_ window: WidgetPointer) -> String {
    let focus = gtk_root_get_focus(OpaquePointer(window))
    let stacks = window.family.filter { $0.isA(gtk_stack_get_type()) }
    return """
      \(window.typeName) \(gtk_widget_get_width(window))x\(gtk_widget_get_height(window))\
      \(gtk_window_is_active(window.cast()) != 0 ? ", active" : "")\
      \(gtk_window_get_modal(window.cast()) != 0 ? ", modal" : "")\
      \(stacks.contains { PageStack.isMoving(stack: $0) } ? ", a page is moving" : ""): \
      the focus is in \(focus.map(name) ?? "nothing"); it shows \(window.visibleTexts)
      """
  }

  private static func name(_ widget: WidgetPointer) -> String {
    let texts = widget.visibleTexts
    return texts.isEmpty ? widget.typeName : "\(widget.typeName) \(texts)"
  }

  // MARK: Events

  private static func note(_ event: OpaquePointer) {
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_PRESS:
      note("button \(gdk_button_event_get_button(event)) pressed \(place(of: event))")
    case GDK_BUTTON_RELEASE:
      note("button \(gdk_button_event_get_button(event)) released \(place(of: event))")
    case GDK_MOTION_NOTIFY: note("motion \(place(of: event))")
    case GDK_ENTER_NOTIFY: note("the pointer enters \(place(of: event))")
    case GDK_LEAVE_NOTIFY: note("the pointer leaves \(place(of: event))")
    case GDK_KEY_PRESS: note("\(key(of: event)) pressed in \(receiver(of: event))")
    case GDK_KEY_RELEASE: note("\(key(of: event)) released in \(receiver(of: event))")
    case GDK_FOCUS_CHANGE:
      let isIn = gdk_focus_event_get_in(event) != 0
      note("the keyboard \(isIn ? "enters" : "leaves") \(receiver(of: event))")
    case GDK_TOUCH_BEGIN: note("touch begins \(place(of: event))")
    case GDK_TOUCH_END: note("touch ends \(place(of: event))")
    case GDK_GRAB_BROKEN: note("the grab of \(receiver(of: event)) is broken")
    case GDK_DELETE: note("\(receiver(of: event)) is asked to close")
    default: break
    }
  }

  private static func key(of event: OpaquePointer) -> String {
    gdk_keyval_name(gdk_key_event_get_keyval(event)).map { String(cString: $0) } ?? "a key"
  }

  private static func native(of event: OpaquePointer) -> WidgetPointer? {
    gdk_event_get_surface(event).flatMap { gtk_native_get_for_surface($0) }.map { $0.cast() }
  }

  private static func receiver(of event: OpaquePointer) -> String {
    native(of: event)?.typeName ?? "a surface without widgets"
  }

  private static func place(of event: OpaquePointer) -> String {
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    guard let native = native(of: event), gdk_event_get_position(event, &x, &y) != 0 else {
      return "at \(receiver(of: event))"
    }
    gtk_native_get_surface_transform(OpaquePointer(native), &left, &top)
    let widget = gtk_widget_pick(native, x - left, y - top, GTK_PICK_DEFAULT)
    return "at (\(Int(x)), \(Int(y))) in \(native.typeName), on \(widget.map(name) ?? "nothing")"
  }
}

extension Trait where Self == IssueHandlingTrait {
  /// Adds the report of windows and events to each issue that a test records on the main thread.
  package static var withWindowReport: Self {
    .compactMapIssues { issue in
      guard Thread.isMainThread else { return issue }
      var issue = issue
      issue.comments.append(Comment(rawValue: MainActor.assumeIsolated { WindowReport.text }))
      return issue
    }
  }
}

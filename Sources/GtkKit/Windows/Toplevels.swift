/// The windows of the program, and which of them stand over others.
package enum Toplevels {
  /// The windows, shown or not, the newest first.
  package static var all: [WindowPointer] {
    let windows = gtk_window_list_toplevels()
    defer { g_list_free(windows) }
    return sequence(first: windows) { $0?.pointee.next }.prefix { $0 != nil }
      .compactMap { $0?.pointee.data?.cast() }
  }

  /// Whether a window stands over another one, directly or over a window that does.
  package static func isTransient(_ window: WindowPointer, for other: WindowPointer) -> Bool {
    ancestors(of: window).contains(other)
  }

  /// Whether dialogs keep the user from working in a window.
  ///
  /// Those are dialogs over it, and while it is not active a dialog that is, over the same window as
  /// itself.
  package static func isBehindDialog(_ window: WindowPointer) -> Bool {
    let isActive = gtk_window_is_active(window) != 0
    return all.contains { other in
      guard other != window, gtk_widget_get_visible(other.cast()) != 0 else { return false }
      return isTransient(other, for: window)
        || !isActive && gtk_window_is_active(other) != 0 && base(of: other) == base(of: window)
    }
  }

  /// Whether the user has left a window: for a window that does not belong to the same one, or for
  /// another program.
  package static func hasUserLeft(_ window: WindowPointer) -> Bool {
    let family = all.filter {
      gtk_widget_get_visible($0.cast()) != 0 && base(of: $0) == base(of: window)
    }
    if family.contains(where: { gtk_window_is_active($0) != 0 }) { return false }
    if all.contains(where: { gtk_window_is_active($0) != 0 }) { return true }
    // With no active window, a dialog that has come may be about to become it.
    return !family.contains { $0 != window && !isTransient(window, for: $0) }
  }

  /// Whether another window takes all input to the program, as GTK sees to for modal windows.
  package static func isBehindModalWindow(_ window: WindowPointer) -> Bool {
    // Of two modal windows over the same one, the active one takes the input.
    let isTaking = gtk_window_get_modal(window) != 0 && gtk_window_is_active(window) != 0
    return all.contains { other in
      guard other != window, gtk_window_get_modal(other) != 0,
        gtk_widget_get_mapped(other.cast()) != 0
      else { return false }
      return isTransient(other, for: window) || !isTaking && !isTransient(window, for: other)
    }
  }

  /// The windows that a window stands over, the nearest first.
  private static func ancestors(
    of window: WindowPointer
  ) -> some Sequence<WindowPointer> {
    sequence(first: window) { gtk_window_get_transient_for($0) }.dropFirst()
  }

  /// The window below all dialogs, which is the window itself where it stands over no other.
  private static func base(of window: WindowPointer) -> WindowPointer {
    ancestors(of: window).reduce(window) { $1 }
  }
}

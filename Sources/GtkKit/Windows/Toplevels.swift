/// The windows of the program, and their relations to each other.
package enum Toplevels {
  /// All windows, shown or not, the newest first.
  package static var all: [WindowPointer] {
    let windows = gtk_window_list_toplevels()
    defer { g_list_free(windows) }
    return sequence(first: windows) { $0?.pointee.next }.prefix { $0 != nil }
      .compactMap { $0?.pointee.data?.cast() }
  }

  /// Returns whether a window is above another one: directly, or above a window that is.
  package static func isTransient(_ window: WindowPointer, for other: WindowPointer) -> Bool {
    ancestors(of: window).contains(other)
  }

  /// Returns whether dialogs keep the user from working in a window.
  ///
  /// Such dialogs are those above it, and, while the window is not active, an active dialog above
  /// the same base window as the window itself.
  package static func isBehindDialog(_ window: WindowPointer) -> Bool {
    let isActive = gtk_window_is_active(window) != 0
    return all.contains { other in
      guard other != window, gtk_widget_get_visible(other.cast()) != 0 else { return false }
      return isTransient(other, for: window)
        || !isActive && gtk_window_is_active(other) != 0 && base(of: other) == base(of: window)
    }
  }

  /// Returns whether the user has left a window: for a window with another base window, or for
  /// another program.
  package static func hasUserLeft(_ window: WindowPointer) -> Bool {
    let family = all.filter {
      gtk_widget_get_visible($0.cast()) != 0 && base(of: $0) == base(of: window)
    }
    if family.contains(where: { gtk_window_is_active($0) != 0 }) { return false }
    if all.contains(where: { gtk_window_is_active($0) != 0 }) { return true }
    // If no window is active, a dialog that was just shown may be about to become active.
    return !family.contains { $0 != window && !isTransient(window, for: $0) }
  }

  /// Returns whether another window takes the input of a window, as modal windows do in GTK, with
  /// the windows of their group.
  package static func isBehindModalWindow(_ window: WindowPointer) -> Bool {
    // Of two modal windows above the same one, the active one takes the input.
    let isTaking = gtk_window_get_modal(window) != 0 && gtk_window_is_active(window) != 0
    return all.contains { other in
      guard other != window, gtk_window_get_modal(other) != 0,
        gtk_widget_get_mapped(other.cast()) != 0,
        gtk_window_get_group(other) == gtk_window_get_group(window)
      else { return false }
      return isTransient(other, for: window) || !isTaking && !isTransient(window, for: other)
    }
  }

  /// Returns the windows below a window, the nearest first.
  static func ancestors(
    of window: WindowPointer
  ) -> some Sequence<WindowPointer> {
    sequence(first: window) { gtk_window_get_transient_for($0) }.dropFirst()
  }

  /// Returns the window below all dialogs, which is the window itself if it is above no other.
  static func base(of window: WindowPointer) -> WindowPointer {
    ancestors(of: window).reduce(window) { $1 }
  }
}

import GtkKit

/// Knows when a popover was painted last.
///
/// sway 1.7 closes the popovers of a window that loses the keyboard. If a popover sends its next
/// picture at that moment, sway takes this for an error of the program, and disconnects it. So
/// tests on sway give the keyboard to another window only when no popover is painted.
@MainActor
package enum PopoverPainting {
  private static var last: ContinuousClock.Instant?

  /// Begins to watch the surfaces of all popovers. Their class must have been initialized.
  static func record() {
    g_signal_add_emission_hook(
      g_signal_lookup("render", gdk_surface_get_type()),
      0,
      { _, count, values, _ in
        guard count > 0, let values, let surface = g_value_get_object(values),
          surface.isA(gdk_popup_get_type())
        else { return 1 }
        MainActor.assumeIsolated { PopoverPainting.last = .now }
        return 1
      },
      nil,
      nil
    )
  }

  /// Waits until no popover has been painted for a while; for two seconds at most, because a caret
  /// that blinks is painted again and again.
  package static func end() async {
    _ = await eventually(within: .seconds(2)) {
      last.map { .now - $0 > .milliseconds(100) } ?? true
    }
  }
}

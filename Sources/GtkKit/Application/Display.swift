import CGtkSupport
import Glibc

/// The connection to the display server.
public enum Display {
  /// Whether there is a display to show windows on. The first call connects to it.
  public static var isAvailable: Bool { gtk_init_check() != 0 }

  /// Whether windows are shown by a Wayland compositor.
  static var isWayland: Bool {
    gdk_display_get_default().map { $0.instance.typeName == "GdkWaylandDisplay" } ?? false
  }

  /// Takes the token by which the program's launcher lets it come to the front on Wayland; where another
  /// process of the application runs, that one comes to the front. GTK does so from 4.10 on.
  package static func takeActivationToken() {
    guard let token = getenv("XDG_ACTIVATION_TOKEN"), let display = gdk_display_get_default()
    else { return }
    cgtk_display_set_activation_token(display, token)
    // Programs that this one starts have no right to it.
    unsetenv("XDG_ACTIVATION_TOKEN")
  }

  /// Says on the standard error that there is no display, and what to do about it.
  static func reportMissing(program: String?) {
    let name = program?.split(separator: "/").last.map(String.init) ?? "application"
    let message = """
      \(name): there is no display to show a window on.
      Neither WAYLAND_DISPLAY nor DISPLAY names one that can be reached. Start the program in a \
      desktop session, or under Xvfb: xvfb-run \(name)

      """
    _ = write(STDERR_FILENO, message, message.utf8.count)
  }
}

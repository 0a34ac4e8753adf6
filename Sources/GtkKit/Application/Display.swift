import CGtkSupport
import Glibc

/// The connection to the display server.
public enum Display {
  /// Whether there is a display to show windows on. The first access connects to it.
  public static var isAvailable: Bool { isInitialized }

  private static let isInitialized: Bool = {
    guard gtk_init_check() != 0 else { return false }
    cgtk_accessible_mend_places()
    return true
  }()

  /// Has GTK leave the C library's locale as the program has chosen it. Otherwise GTK sets it
  /// again, and warns if the system does not have it. Call it before anything else of GTK.
  public static func keepLocale() { gtk_disable_setlocale() }

  /// Whether windows that open from now on are laid out from right to left. GTK chooses by its own
  /// translations; a program that has others chooses by these.
  public static var isRightToLeft: Bool {
    get { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }
    set { gtk_widget_set_default_direction(newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
  }

  /// Whether the display is a Wayland compositor.
  static var isWayland: Bool {
    gdk_display_get_default().map { $0.instance.typeName == "GdkWaylandDisplay" } ?? false
  }

  /// Takes over the launcher's activation token, which allows the application to raise its window
  /// on Wayland. If another process of the application is running, the token lets that process
  /// raise its window. GTK does this itself from 4.10 on.
  package static func takeActivationToken() {
    guard let token = getenv("XDG_ACTIVATION_TOKEN"), let display = gdk_display_get_default()
    else { return }
    cgtk_display_set_activation_token(display, token)
    // Child processes must not use the token.
    unsetenv("XDG_ACTIVATION_TOKEN")
  }

  /// Prints to standard error that there is no display, and what to do about it.
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

import Foundation

/// The user's settings for the whole desktop.
public enum DesktopSettings {
  private static var settings: OpaquePointer? { gtk_settings_get_default() }

  /// Whether animations are enabled. If not, transitions are skipped.
  public static var areAnimationsEnabled: Bool {
    get { settings?.bool("gtk-enable-animations") ?? false }
    set { settings?.set("gtk-enable-animations", newValue) }
  }

  /// The buttons of windows: the names of those at the start, a colon, and the names of those at
  /// the end, each separated by commas.
  public static var windowControls: String { settings?.string("gtk-decoration-layout") ?? "" }

  /// Calls a closure whenever `windowControls` has changed, until the connection is disconnected.
  package static func onWindowControlsChange(_ handler: @escaping () -> Void) -> SignalConnection? {
    settings.map { Signal.connect($0, notify: "gtk-decoration-layout", handler) }
  }

  /// The longest time between the clicks of a double click, in milliseconds.
  package static var doubleClickTime: Int {
    get { Int(settings?.int("gtk-double-click-time") ?? 0) }
    set { settings?.set("gtk-double-click-time", Int32(newValue)) }
  }

  /// The longest distance between the clicks of a double click, in pixels.
  static var doubleClickDistance: Int { Int(settings?.int("gtk-double-click-distance") ?? 0) }

  /// Whether the application prefers the dark variant of the theme.
  public static var prefersDarkTheme: Bool {
    get { settings?.bool("gtk-application-prefer-dark-theme") ?? false }
    set { settings?.set("gtk-application-prefer-dark-theme", newValue) }
  }

  /// Whether the theme is dark: because dark is preferred, or because of its name.
  public static var isThemeDark: Bool {
    // This variable wins over the settings.
    if let name = ProcessInfo.processInfo.environment["GTK_THEME"] { return isDark(theme: name) }
    return prefersDarkTheme || isDark(theme: settings?.string("gtk-theme-name") ?? "")
  }

  private static func isDark(theme: String) -> Bool {
    theme.hasSuffix("-dark") || theme.hasSuffix(":dark")
  }

  /// Calls a closure whenever `isThemeDark` may have changed, as long as the program runs.
  public static func onThemeChange(_ handler: @escaping () -> Void) {
    guard let settings else { return }
    for property in ["gtk-application-prefer-dark-theme", "gtk-theme-name"] {
      Signal.connect(settings, notify: property, handler)
    }
  }

  /// Whether windows are light or dark.
  public enum ColorScheme: Equatable, Sendable {
    /// As the desktop says, if `followColorScheme()` was called.
    case system
    case light
    case dark
  }

  /// Whether windows are light or dark, whatever the desktop says.
  public static var colorScheme = ColorScheme.system {
    willSet { _ = isSystemDark }
    didSet {
      switch colorScheme {
      case .system: prefersDarkTheme = isSystemDark
      case .light: prefersDarkTheme = false
      case .dark: prefersDarkTheme = true
      }
    }
  }

  /// What the desktop says. Before it has said something: what the user's settings of GTK say.
  private static var isSystemDark = prefersDarkTheme

  private static let portal = "org.freedesktop.portal.Desktop"
  private static let portalPath = "/org/freedesktop/portal/desktop"
  private static let portalInterface = "org.freedesktop.portal.Settings"
  private static let appearance = "org.freedesktop.appearance"
  private static let colorSchemeKey = "color-scheme"
  private static var bus: ObjectReference?

  /// Makes the theme follow the desktop's colour scheme, dark or light, now and whenever it
  /// changes.
  ///
  /// GTK itself does so only from 4.20 on. The scheme comes from the settings portal; without a
  /// portal or a session bus, nothing happens. Later calls do nothing.
  public static func followColorScheme() {
    guard bus == nil, let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return }
    bus = ObjectReference(owning: connection)
    g_dbus_connection_signal_subscribe(
      connection,
      portal,
      portalInterface,
      "SettingChanged",
      portalPath,
      appearance,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, change, _ in
        // The parameters are the namespace, the key and the value.
        let key = g_variant_get_child_value(change, 1)!
        let value = g_variant_get_child_value(change, 2)!
        if String(cString: g_variant_get_string(key, nil)) == DesktopSettings.colorSchemeKey {
          DesktopSettings.applyColorScheme(value)
        }
        g_variant_unref(key)
        g_variant_unref(value)
      },
      nil,
      nil
    )
    var question = [g_variant_new_string(appearance), g_variant_new_string(colorSchemeKey)]
    g_dbus_connection_call(
      connection,
      portal,
      portalPath,
      portalInterface,
      "Read",
      g_variant_new_tuple(&question, 2),
      nil,
      G_DBUS_CALL_FLAGS_NONE,
      -1,
      nil,
      { connection, result, _ in
        let answer = g_dbus_connection_call_finish(OpaquePointer(connection), result, nil)
        // Without an answer there is no portal, and so no scheme to follow.
        guard let answer else { return }
        let value = g_variant_get_child_value(answer, 0)!
        DesktopSettings.applyColorScheme(value)
        g_variant_unref(value)
        g_variant_unref(answer)
      },
      nil
    )
  }

  /// - Parameter value: A number, in any number of nested variants: 1 prefers dark, 2 light.
  static func applyColorScheme(_ value: OpaquePointer) {
    switch String(cString: g_variant_get_type_string(value)) {
    case "v":
      let inner = g_variant_get_variant(value)!
      applyColorScheme(inner)
      g_variant_unref(inner)
    case "u":
      isSystemDark = g_variant_get_uint32(value) == 1
      if colorScheme == .system { prefersDarkTheme = isSystemDark }
    default: break
    }
  }
}

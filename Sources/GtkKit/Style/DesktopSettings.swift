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

  /// The name of the theme in the settings. ``isThemeForced`` tells whether it is in force.
  public static var themeName: String {
    get { settings?.string("gtk-theme-name") ?? "" }
    set { settings?.set("gtk-theme-name", newValue) }
  }

  /// Whether the environment variable `GTK_THEME` names the theme, which wins over the settings.
  public static var isThemeForced: Bool { forcedTheme != nil }

  private static let forcedTheme: String? = {
    let name = ProcessInfo.processInfo.environment["GTK_THEME"] ?? ""
    return name.isEmpty ? nil : name
  }()

  /// Whether the theme is dark: because dark is preferred, or because of its name.
  public static var isThemeDark: Bool {
    if let forcedTheme { return isDark(theme: forcedTheme) }
    return prefersDarkTheme || isDark(theme: themeName)
  }

  private static func isDark(theme: String) -> Bool {
    theme.hasSuffix("-dark") || theme.hasSuffix(":dark") || theme == "HighContrastInverse"
  }

  /// Calls a closure whenever `isThemeDark`, `themeName`, `accentColor` or `prefersHighContrast`
  /// may have changed, as long as the program runs.
  public static func onThemeChange(_ handler: @escaping () -> Void) {
    appearanceObservers.append(handler)
    guard let settings else { return }
    for property in ["gtk-application-prefer-dark-theme", "gtk-theme-name"] {
      Signal.connect(settings, notify: property, handler)
    }
  }

  private static var appearanceObservers: [() -> Void] = []

  /// Whether windows are light or dark.
  public enum ColorScheme: Equatable, Sendable {
    /// As the desktop says, if `followAppearance()` was called.
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

  /// An accent colour in sRGB.
  public struct AccentColor: Equatable, Sendable {
    /// From 0 to 1.
    public var red: Double
    /// From 0 to 1.
    public var green: Double
    /// From 0 to 1.
    public var blue: Double
  }

  /// The accent that the desktop prefers; `nil` if it names none, or if `followAppearance()` was
  /// not called.
  public private(set) static var accentColor: AccentColor? {
    didSet { if accentColor != oldValue { appearanceDidChange() } }
  }

  /// Whether the desktop asks for more contrast. `false` if `followAppearance()` was not called.
  public private(set) static var prefersHighContrast = false {
    didSet { if prefersHighContrast != oldValue { appearanceDidChange() } }
  }

  private static func appearanceDidChange() {
    for observer in appearanceObservers { observer() }
  }

  private static let portal = "org.freedesktop.portal.Desktop"
  private static let portalPath = "/org/freedesktop/portal/desktop"
  private static let portalInterface = "org.freedesktop.portal.Settings"
  private static let appearance = "org.freedesktop.appearance"
  private static let appearanceKeys = ["color-scheme", "accent-color", "contrast"]
  private static var bus: ObjectReference?

  /// Makes the program follow the desktop's appearance, now and whenever it changes: its colour
  /// scheme, dark or light, its accent and its contrast. The first view that is shown calls it.
  ///
  /// GTK itself follows the colour scheme only from 4.20 on. The values come from the settings
  /// portal; without a portal or a session bus, nothing happens. Later calls do nothing.
  public static func followAppearance() {
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
        DesktopSettings.apply(value, of: String(cString: g_variant_get_string(key, nil)))
        g_variant_unref(key)
        g_variant_unref(value)
      },
      nil,
      nil
    )
    var namespace = g_variant_new_string(appearance)
    var question = g_variant_new_array(nil, &namespace, 1)
    g_dbus_connection_call(
      connection,
      portal,
      portalPath,
      portalInterface,
      "ReadAll",
      g_variant_new_tuple(&question, 1),
      nil,
      G_DBUS_CALL_FLAGS_NONE,
      -1,
      nil,
      { connection, result, _ in
        let answer = g_dbus_connection_call_finish(OpaquePointer(connection), result, nil)
        // Without an answer there is no portal, and so nothing to follow.
        guard let answer else { return }
        DesktopSettings.applyAll(answer)
        g_variant_unref(answer)
      },
      nil
    )
  }

  /// - Parameter answer: A tuple with the settings by their keys, by namespaces: `(a{sa{sv}})`.
  private static func applyAll(_ answer: OpaquePointer) {
    guard String(cString: g_variant_get_type_string(answer)) == "(a{sa{sv}})" else { return }
    let namespaces = g_variant_get_child_value(answer, 0)!
    defer { g_variant_unref(namespaces) }
    guard let values = g_variant_lookup_value(namespaces, appearance, nil) else { return }
    defer { g_variant_unref(values) }
    for key in appearanceKeys {
      guard let value = g_variant_lookup_value(values, key, nil) else { continue }
      apply(value, of: key)
      g_variant_unref(value)
    }
  }

  /// Takes over a setting of the desktop's appearance. Values of other types are passed over.
  ///
  /// - Parameters:
  ///   - value: The value, in any number of nested variants.
  ///   - key: The name of the setting.
  static func apply(_ value: OpaquePointer, of key: String) {
    switch (key, String(cString: g_variant_get_type_string(value))) {
    case (_, "v"):
      let inner = g_variant_get_variant(value)!
      apply(inner, of: key)
      g_variant_unref(inner)
    case ("color-scheme", "u"):
      // 1 prefers dark, 2 light.
      isSystemDark = g_variant_get_uint32(value) == 1
      if colorScheme == .system { prefersDarkTheme = isSystemDark }
    case ("contrast", "u"):
      prefersHighContrast = g_variant_get_uint32(value) == 1
    case ("accent-color", "(ddd)"):
      let components = (0..<3).map { index in
        let component = g_variant_get_child_value(value, gsize(index))!
        defer { g_variant_unref(component) }
        return g_variant_get_double(component)
      }
      // Other numbers mean that there is no accent.
      let isColor = components.allSatisfy((0...1).contains)
      accentColor =
        isColor
        ? AccentColor(red: components[0], green: components[1], blue: components[2]) : nil
    default: break
    }
  }
}

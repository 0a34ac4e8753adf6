/// How windows, controls and lists look.
///
/// ```swift
/// init() { Look.current = .system }
/// ```
///
/// Whatever a program chooses, a theme that its user has chosen wins, as does the user's own style
/// sheet.
nonisolated public enum Look: Sendable {
  /// That of GNOME's programs today: flat header bars in the colour of the page, boxed lists with
  /// round corners, and the accent of the desktop; light, dark or in high contrast as the desktop
  /// says.
  case gnome
  /// That of GTK's theme, whichever it is.
  case system

  /// The look of all windows of the program. When it is set, windows that are open change.
  @MainActor public static var current = Look.gnome {
    didSet { StyleSheet.update() }
  }
}

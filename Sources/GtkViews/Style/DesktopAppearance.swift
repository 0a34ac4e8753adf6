import GtkKit

/// What the user and the desktop say about how programs look.
nonisolated struct DesktopAppearance: Equatable, Sendable {
  /// The name of the theme in the settings of GTK.
  var themeName: String
  /// Whether the environment variable `GTK_THEME` names a theme, which wins over the settings.
  var isThemeForced: Bool
  /// Whether the theme is dark: because of its name, or because the desktop or the program prefers
  /// dark.
  var isDark: Bool
  /// Whether the desktop asks for more contrast.
  var prefersHighContrast: Bool
  /// The accent of the desktop, if it has one.
  var accent: SolidColor?

  /// The names of GTK's own theme, which it uses when nobody chooses another, and those under which
  /// its forms with high contrast are known.
  private static let standardThemes: Set = [
    "", "Adwaita", "Adwaita-dark", "Default", "Default-dark",
  ]
  private static let highContrastThemes: Set = [
    "HighContrast", "HighContrastInverse", "Default-hc", "Default-hc-dark", "Adwaita-hc",
    "Adwaita-hc-dark",
  ]

  /// Returns what a look is made of; `nil` if windows look as the theme says: because the program
  /// wants it, or because the user has chosen another theme than GTK's own.
  func tokens(for look: Look) -> DesignTokens? {
    let isHighContrastTheme = Self.highContrastThemes.contains(themeName)
    guard look == .gnome, !isThemeForced,
      isHighContrastTheme || Self.standardThemes.contains(themeName)
    else { return nil }
    return DesignTokens(
      isDark: isDark,
      hasHighContrast: isHighContrastTheme || prefersHighContrast,
      accent: accent ?? Palette.standardAccent
    )
  }

  /// What the user and the desktop say now.
  @MainActor static var current: DesktopAppearance {
    DesktopAppearance(
      themeName: DesktopSettings.themeName,
      isThemeForced: DesktopSettings.isThemeForced,
      isDark: DesktopSettings.isThemeDark,
      prefersHighContrast: DesktopSettings.prefersHighContrast,
      accent: DesktopSettings.accentColor.map {
        SolidColor(red: $0.red, green: $0.green, blue: $0.blue)
      }
    )
  }
}

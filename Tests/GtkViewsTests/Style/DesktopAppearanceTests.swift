import Testing

@testable import GtkViews

/// Which look windows have, by what the user, the desktop and the program say. Needs no display.
@Suite struct DesktopAppearanceTests {
  private let plain = DesktopAppearance(
    themeName: "Adwaita",
    isThemeForced: false,
    isDark: false,
    prefersHighContrast: false,
    accent: nil
  )

  private func with(_ change: (inout DesktopAppearance) -> Void) -> DesktopAppearance {
    var appearance = plain
    change(&appearance)
    return appearance
  }

  @Test func `by default windows have the look with GNOME's blue`() {
    #expect(plain.tokens(for: .gnome) == DesignTokens(accent: SolidColor(0x3584e4)))
  }

  @Test(arguments: ["", "Adwaita", "Adwaita-dark", "Default", "Default-dark"])
  func `GTK's own theme is not a choice of the user`(name: String) {
    #expect(with { $0.themeName = name }.tokens(for: .gnome) != nil)
  }

  @Test(arguments: ["Yaru", "Breeze", "Adwaita-empty", "Numix"])
  func `a theme that the user has chosen is left alone`(name: String) {
    #expect(with { $0.themeName = name }.tokens(for: .gnome) == nil)
  }

  @Test func `a theme that an environment variable names is left alone`() {
    #expect(with { $0.isThemeForced = true }.tokens(for: .gnome) == nil)
  }

  @Test func `a program can have the look of the theme`() {
    #expect(plain.tokens(for: .system) == nil)
  }

  @Test(arguments: ["HighContrast", "HighContrastInverse", "Default-hc", "Default-hc-dark"])
  func `a theme with high contrast has the look with high contrast`(name: String) {
    #expect(with { $0.themeName = name }.tokens(for: .gnome)?.hasHighContrast == true)
  }

  @Test func `contrast, dark and the accent are those of the desktop`() {
    let accent = SolidColor(0x9141ac)
    let appearance = with {
      $0.prefersHighContrast = true
      $0.isDark = true
      $0.accent = accent
    }
    let expected = DesignTokens(isDark: true, hasHighContrast: true, accent: accent)
    #expect(appearance.tokens(for: .gnome) == expected)
  }
}

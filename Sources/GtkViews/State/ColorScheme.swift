import GtkKit
import Observation

/// Whether views are light or dark.
public enum ColorScheme: CaseIterable, Equatable, Sendable {
  case light
  case dark
}

@MainActor private enum ColorSchemeKey: @MainActor EnvironmentKey {
  static var defaultValue: ColorScheme { CurrentColorScheme.shared.value }
}

extension EnvironmentValues {
  /// Whether the theme is light or dark. A view that reads it is evaluated again when it changes.
  ///
  /// Setting it has no effect on the theme; `DesktopSettings.colorScheme` of GtkKit has.
  public var colorScheme: ColorScheme {
    get { self[ColorSchemeKey.self] }
    set { self[ColorSchemeKey.self] = newValue }
  }
}

/// The colour scheme of the theme. Bodies that read it observe it.
@Observable
private final class CurrentColorScheme {
  static let shared = CurrentColorScheme()

  private(set) var value: ColorScheme

  private init() {
    value = Self.read()
    DesktopSettings.onThemeChange { [unowned self] in
      let new = Self.read()
      if new != value { value = new }
    }
  }

  deinit {}

  private static func read() -> ColorScheme { DesktopSettings.isThemeDark ? .dark : .light }
}

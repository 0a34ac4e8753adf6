/// The icons that widgets look up by name.
public enum IconTheme {
  private static var theme: OpaquePointer? {
    gdk_display_get_default().map { gtk_icon_theme_get_for_display($0) }
  }

  /// Adds a directory of icons, laid out according to the icon theme specification.
  public static func addSearchPath(_ path: String) {
    guard let theme else { return }
    gtk_icon_theme_add_search_path(theme, path)
  }

  /// Returns whether there is an icon with a name.
  public static func hasIcon(named name: String) -> Bool {
    theme.map { gtk_icon_theme_has_icon($0, name) != 0 } ?? false
  }
}

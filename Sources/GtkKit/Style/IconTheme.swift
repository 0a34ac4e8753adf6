/// The icons that widgets find by name.
public enum IconTheme {
  private static var theme: OpaquePointer? {
    gdk_display_get_default().map { gtk_icon_theme_get_for_display($0) }
  }

  /// Adds a directory of icons, laid out as the icon theme specification says.
  public static func addSearchPath(_ path: String) {
    guard let theme else { return }
    gtk_icon_theme_add_search_path(theme, path)
  }

  /// Adds icons that are part of a resource of the program.
  public static func addResourcePath(_ path: String) {
    guard let theme else { return }
    gtk_icon_theme_add_resource_path(theme, path)
  }

  /// Whether there is an icon of a name.
  public static func hasIcon(named name: String) -> Bool {
    theme.map { gtk_icon_theme_has_icon($0, name) != 0 } ?? false
  }
}

import Foundation
import GtkKit

/// The appearance of the program: its style sheet, its icon, and the desktop's light or dark style.
@MainActor
enum Theme {
  private static var styles: StyleProvider?

  /// Loads the style sheet and adds the icons to the icon theme.
  static func load(resources: Resources) {
    DesktopSettings.followColorScheme()
    IconTheme.addSearchPath(resources.icons.path)
    if let css = try? String(contentsOf: resources.styleSheet, encoding: .utf8) {
      styles = StyleProvider(css: css)
    }
  }
}

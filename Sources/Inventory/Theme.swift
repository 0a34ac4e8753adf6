import Foundation
import GtkKit

/// The look of the program: its style sheet, its icon, and the desktop's choice of light or dark.
@MainActor
enum Theme {
  private static var styles: StyleProvider?

  /// Loads the style sheet and makes the icons known.
  static func load(resources: Resources) {
    DesktopSettings.followColorScheme()
    IconTheme.addSearchPath(resources.icons.path)
    if let css = try? String(contentsOf: resources.styleSheet, encoding: .utf8) {
      styles = StyleProvider(css: css)
    }
  }
}

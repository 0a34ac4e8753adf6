import ComposableGtk
import Foundation
import GtkKit
import InventoryCore

/// The appearance of the program: its style sheet, its icon, and whether it is
/// light or dark: as the desktop says, or as the user prefers.
@MainActor
enum Theme {
  private static var styles: StyleProvider?
  private static let theme = SharedReader(.theme)
  private static var preference: ObserveToken?

  /// Loads the style sheet and adds the icons to the icon theme.
  static func load(resources: Resources) {
    preference = observe {
      DesktopSettings.colorScheme =
        switch theme.wrappedValue {
        case .system: .system
        case .light: .light
        case .dark: .dark
        }
    }
    IconTheme.addSearchPath(resources.icons.path)
    if let css = try? String(contentsOf: resources.styleSheet, encoding: .utf8) {
      styles = StyleProvider(css: css)
    }
  }
}

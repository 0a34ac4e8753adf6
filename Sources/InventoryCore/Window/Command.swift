/// What can be done on every page of a window: with keys, and with its menu.
public enum Command: String, CaseIterable, Hashable, Sendable {
  /// Shows what the program is.
  case about
  case closeWindow
  /// Copies the link to what the window shows.
  case copyLink
  case newItem
  case newWindow
  /// Opens another window with the pages of this one.
  case pageInNewWindow
  case preferences
  /// Closes all windows.
  case quit
  /// Looks for something: in the field of the page, or else in the list of all items.
  case search
  /// Shows the keys.
  case shortcuts

  /// The title in menus and in the list of keys.
  public var title: String {
    switch self {
    case .about: tr("About Inventory")
    case .closeWindow: tr("Close Window")
    case .copyLink: tr("Copy Link")
    case .newItem: tr("Add Item")
    case .newWindow: tr("New Window")
    case .pageInNewWindow: tr("Open in New Window")
    case .preferences: tr("Preferences")
    case .quit: tr("Quit")
    case .search: tr("Search")
    case .shortcuts: tr("Keyboard Shortcuts")
    }
  }

  /// The keys.
  public var keys: KeyCombination? {
    switch self {
    case .about, .pageInNewWindow: nil
    // Where the list is on the screen, its search has these keys.
    case .search: nil
    case .closeWindow: "<Control>w"
    case .copyLink: "<Control><Shift>c"
    case .newItem: "<Control>n"
    case .newWindow: "<Control><Shift>n"
    case .preferences: "<Control>comma"
    case .quit: "<Control>q"
    case .shortcuts: "<Control>question"
    }
  }
}

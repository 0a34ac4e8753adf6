import ComposableGtk
import InventoryCore

/// The menu of a page: what the page offers, and what all pages do. F10 opens it.
struct MainMenu<Items: View>: View {
  private let items: Items
  private let offersSearch: Bool
  @Environment(\.perform) private var perform

  /// - Parameters:
  ///   - offersSearch: Whether the page has no search of its own, so that the menu leads to one.
  ///   - items: What the page offers.
  init(offersSearch: Bool = true, @ViewBuilder items: () -> Items) {
    self.offersSearch = offersSearch
    self.items = items()
  }

  var body: some View {
    Menu(systemImage: "line.3.horizontal") {
      if Items.self != EmptyView.self {
        items
        Divider()
      }
      if offersSearch { button(.search).keyboardShortcut("f") }
      button(.copyLink)
      button(.pageInNewWindow)
      button(.newWindow)
      Divider()
      button(.preferences)
      button(.shortcuts)
      button(.about)
    }
    .primaryMenu()
    .accessibilityLabel(tr("Main Menu"))
    .help(tr("Main Menu"))
  }

  private func button(_ command: Command) -> some View {
    Button(command.title) { perform(command) }
  }
}

extension MainMenu where Items == EmptyView {
  init() {
    self.init {}
  }
}

/// Does what a menu asks of the window.
struct PerformAction: Equatable {
  private let store: StoreOf<InventoryFeature>?

  init(_ store: StoreOf<InventoryFeature>? = nil) {
    self.store = store
  }

  @MainActor func callAsFunction(_ command: Command) {
    store?.send(.command(command))
  }

  static func == (first: Self, second: Self) -> Bool { first.store === second.store }
}

@MainActor
private enum PerformActionKey: @MainActor EnvironmentKey {
  static let defaultValue = PerformAction()
}

@MainActor
extension EnvironmentValues {
  var perform: PerformAction {
    get { self[PerformActionKey.self] }
    set { self[PerformActionKey.self] = newValue }
  }
}

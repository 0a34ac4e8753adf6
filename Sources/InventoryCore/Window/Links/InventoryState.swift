import ComposableArchitecture
import Foundation

extension InventoryFeature.State {
  /// The whole state of the app at the end of a link: its first frame shows the pages and what is
  /// open on them.
  ///
  /// - Throws: ``DeepLinkError`` when the text is no link or leads to what is not there, or an
  ///   error of the inventory when it cannot be read.
  public init(link text: String, in inventory: InventoryClients) async throws {
    self.init(target: try await inventory.links.target(DeepLink(text)))
  }

  /// The whole state of the app at the end of a link that has been followed.
  public init(target: DeepLinkTarget) {
    @Dependency(\.uuid) var uuid
    self.init(target: target, newItemID: uuid())
  }

  /// The state of the app at its start, without a link.
  ///
  /// - Throws: An error of the inventory when it cannot be read.
  public init(startIn inventory: InventoryClients) async throws {
    self.init(page: try await inventory.items.completePage(ItemQuery(), .first))
  }

  init(target: DeepLinkTarget, newItemID: @autoclosure () -> Item.ID) {
    self.init()
    follow(target, newItemID: newItemID())
  }

  /// Goes where a link leads: what was open is closed, and the list is all items again unless it
  /// says otherwise.
  mutating func follow(_ target: DeepLinkTarget, newItemID: @autoclosure () -> Item.ID) {
    @Dependency(\.numberLocale) var locale
    list.list = ItemRowsFeature.State(query: target.link.query, page: target.list)
    list.filters = nil
    list.transfer.fileChooser = nil
    list.transfer.destination = nil
    destination = nil
    path = StackState(target.pages)

    switch target.link.presentation {
    case .about:
      destination = .about(AboutFeature.State())
    case .add:
      destination = .add(ItemFormFeature.State(newItem: newItemID(), locale: locale))
    case .backups:
      destination = .backups(BackupsFeature.State(asksAbout: target.link.backup))
    case .export:
      list.transfer.fileChooser = .exportFile(.items)
    case .filters:
      list.filters = FiltersFeature.State(filter: list.list.query.filter)
    case .import:
      list.transfer.fileChooser = .importFile
    case .legal:
      destination = .about(AboutFeature.State(legal: LegalFeature.State()))
    case .lowStock:
      break
    case .preferences:
      destination = .preferences(PreferencesFeature.State())
    case .reorderList:
      list.transfer.fileChooser = .exportFile(.reorderList)
    case .shortcuts:
      destination = .shortcuts(ShortcutsFeature.State())
    case let presentation?:
      guard let id = path.ids.last else { break }
      path[id: id]?.page.present(presentation, countedItem: target.countedItem)
    case nil:
      break
    }
  }
}

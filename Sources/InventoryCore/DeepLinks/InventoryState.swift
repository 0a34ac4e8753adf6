import ComposableArchitecture
import Foundation

extension InventoryFeature.State {
  /// The whole state of the app at the end of a link: its first frame shows the pages and what is
  /// open on them.
  ///
  /// - Throws: ``DeepLinkError`` when the text is no link or leads to what is not there,
  ///   ``InventoryDatabaseError`` when the database cannot be read.
  public init(link text: String, database: InventoryDatabase) throws {
    self.init(target: try database.target(of: DeepLink(text)))
  }

  /// The whole state of the app at the end of a link that has been followed.
  public init(target: DeepLinkTarget) {
    @Dependency(\.uuid) var uuid
    self.init(target: target, newItemID: uuid())
  }

  /// The state of the app at its start, without a link.
  public init(database: InventoryDatabase) throws {
    self.init(page: try database.page(ItemQuery(), .first))
  }

  init(target: DeepLinkTarget, newItemID: @autoclosure () -> Item.ID) {
    self.init(page: target.list)
    follow(target, newItemID: newItemID())
  }

  /// Goes where a link leads: what was open is closed, and the list is all items again.
  mutating func follow(_ target: DeepLinkTarget, newItemID: @autoclosure () -> Item.ID) {
    @Dependency(\.numberLocale) var locale
    list.list = ItemRowsFeature.State(page: target.list)
    list.filters = nil
    list.transfer.fileChooser = nil
    list.transfer.destination = nil
    destination = nil
    path = StackState(target.pages.map(Path.init))

    switch (target.link.presentation, target.pages.last) {
    case (.about, _):
      destination = .about(AboutFeature.State())
    case (.add, _):
      destination = .add(ItemFormFeature.State(newItem: newItemID(), locale: locale))
    case (.backups, _):
      destination = .backups(BackupsFeature.State())
    case (.preferences, _):
      destination = .preferences(PreferencesFeature.State())
    case (.shortcuts, _):
      destination = .shortcuts(ShortcutsFeature.State())
    case (.book, .item(let item)):
      present(.book(BookingFeature.State(item: item)))
    case (.edit, .item(let item)):
      present(.edit(ItemFormFeature.State(item: item, locale: locale)))
    case (.delete, .item(let item)):
      present(.confirmationDialog(.delete(item)))
    case (.book, _), (.delete, _), (.edit, _), (nil, _):
      break
    }
  }

  private typealias Path = InventoryFeature.Path.State

  private mutating func present(_ destination: ItemDetailFeature.Destination.State) {
    guard let id = path.ids.last else { return }
    path[id: id, case: \.item]?.destination = destination
  }
}

extension InventoryFeature.Path.State {
  fileprivate init(_ page: DeepLinkTarget.Page) {
    switch page {
    case .item(let item): self = .item(ItemDetailFeature.State(item: item))
    case .location(let content, let page):
      self = .location(LocationFeature.State(name: content.name, content: content, page: page))
    case .locations(let locations):
      self = .locations(LocationsFeature.State(locations: locations))
    case .stocktake(let counts):
      self = .stocktake(StocktakeFeature.State(counts: counts))
    case .stocktakeReview(let counts):
      self = .stocktakeReview(StocktakeReviewFeature.State(counts: counts))
    }
  }
}

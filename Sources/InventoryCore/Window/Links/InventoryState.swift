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
    path = StackState(target.pages.map(Path.init))

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
      path[id: id]?.present(presentation, countedItem: target.countedItem, locale: locale)
    case nil:
      break
    }
  }

  private typealias Path = InventoryFeature.Path.State
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
    case .tag(let name, let page): self = .tag(TagFeature.State(name: name, page: page))
    }
  }
  /// Opens what a link says on top of the page. What the page does not have is left out.
  fileprivate mutating func present(
    _ presentation: DeepLink.Presentation,
    countedItem: Item?,
    locale: Locale
  ) {
    switch self {
    case .item: modify(\.item) { $0.present(presentation, locale: locale) }
    case .location: modify(\.location) { $0.present(presentation) }
    case .locations: modify(\.locations) { $0.form = LocationFormFeature.State() }
    case .stocktake:
      guard let countedItem else { break }
      modify(\.stocktake) { $0.startCounting(countedItem, isAddition: presentation == .count) }
    case .stocktakeReview: modify(\.stocktakeReview) { $0.askToDiscard() }
    case .tag: break
    }
  }
}

extension ItemDetailFeature.State {
  fileprivate mutating func present(_ presentation: DeepLink.Presentation, locale: Locale) {
    switch presentation {
    case .book: destination = .book(BookingFeature.State(item: item, locale: locale))
    case .delete: destination = .confirmationDialog(.delete(item))
    case .edit: destination = .edit(ItemFormFeature.State(item: item, locale: locale))
    case .fullScreenPhoto: photo.request = .fullScreen
    case .history: history.isFocused = true
    case .photo: photo.request = .viewer
    case .removePhoto: photo.request = .removal
    default: break
    }
  }
}

extension LocationFeature.State {
  fileprivate mutating func present(_ presentation: DeepLink.Presentation) {
    switch (presentation, content) {
    case (.delete, let content?): destination = .confirmationDialog(.delete(content))
    case (.edit, let content?): destination = .form(LocationFormFeature.State(editing: content))
    case (.newLocation, _): destination = .form(LocationFormFeature.State(parent: name))
    default: break
    }
  }
}

extension StocktakeReviewFeature.State {
  fileprivate mutating func askToDiscard() {
    guard let counts, !counts.isEmpty else { return }
    destination = .confirmationDialog(.discardCounts(counts.count))
  }
}

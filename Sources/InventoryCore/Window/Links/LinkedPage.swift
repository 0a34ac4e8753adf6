import ComposableArchitecture

/// A page as links name it: its word, what may be open on it, and how it is read from the database.
struct LinkedPage: Sendable {
  /// The grammar of links: the pages that they may lead to, in the order in which messages name
  /// them. Where two have the same word, the one with a value behind the word stands first.
  static let all: [LinkedPage] = [
    .item, .location, .locations, .locationOfItem, .stocktake, .stocktakeReview, .tag,
    .recentChanges,
  ]

  /// The word in the link.
  let word: String
  /// What stands behind the word, in the words of a message; `nil` if nothing does.
  let value: (@Sendable () -> String)?
  /// What may be open on the page.
  let presentations: Set<DeepLink.Presentation>
  /// Whether the page may stand behind another one; behind `nil` it stands on the list.
  let isPossible: @Sendable (_ before: DeepLink.Page?) -> Bool
  /// Reads the page from the inventory. Its first parameter is what stands behind the word.
  let open:
    @Sendable (_ value: String, _ visit: LinkVisit) async throws -> InventoryFeature.Path.State
  /// Throws an error if what is to be open on the page is not there.
  let check:
    @Sendable (
      _ presentation: DeepLink.Presentation, _ page: InventoryFeature.Path.State, _ visit: LinkVisit
    ) async throws -> Void

  init(
    _ word: String,
    value: (@Sendable () -> String)? = nil,
    presentations: Set<DeepLink.Presentation> = [],
    isPossible: @escaping @Sendable (_ before: DeepLink.Page?) -> Bool = { _ in true },
    open:
      @escaping @Sendable (_ value: String, _ visit: LinkVisit) async throws ->
      InventoryFeature.Path.State,
    check:
      @escaping @Sendable (
        _ presentation: DeepLink.Presentation, _ page: InventoryFeature.Path.State,
        _ visit: LinkVisit
      ) async throws -> Void = { _, _, _ in }
  ) {
    self.word = word
    self.value = value
    self.presentations = presentations
    self.isPossible = isPossible
    self.open = open
    self.check = check
  }

  /// The pages that a word may stand for behind another page, those with a value first.
  static func pages(word: Substring, behind page: DeepLink.Page?) -> [LinkedPage] {
    all.filter { $0.word == word && $0.isPossible(page) }
  }
}

extension DeepLink.Page {
  /// The line of the grammar that the page is of.
  var rule: LinkedPage? {
    LinkedPage.all.first { $0.word == word && ($0.value == nil) == (value == nil) }
  }

  /// Whether the word alone would be read as the beginning of another page with the same word.
  var isAmbiguous: Bool {
    value == nil && LinkedPage.all.contains { $0.word == word && $0.value != nil }
  }
}

/// A link that is followed, page by page.
struct LinkVisit {
  let link: DeepLink
  let inventory: InventoryClients
  /// The pages that have been read.
  var pages: [InventoryFeature.Path.State] = []

  /// Why the link leads nowhere.
  func error(_ problem: String) -> DeepLinkError {
    DeepLinkError(link: link.text, problem: problem)
  }

  /// The item with a SKU, or else the only one whose SKU differs in capitals alone: people write
  /// links by hand, and not every program keeps capitals.
  func item(sku: String) async throws -> Item {
    guard let item = try await inventory.items.itemWithSkuInAnyCase(sku) else {
      throw error(
        tr("there is no item with the SKU “\(sku.excerpt())”; expected the SKU of an item")
      )
    }
    return item
  }
}

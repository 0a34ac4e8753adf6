/// What is in the database at the places of a deep link: all that its pages show at first.
public struct DeepLinkTarget: Equatable, Sendable {
  public var link: DeepLink
  /// The first items that the link's query asks for: the list beneath the pages.
  public var list: ItemPage
  public var pages: [InventoryFeature.Path.State]
  /// The item that is counted, over a stocktake.
  public var countedItem: Item?

  public init(
    link: DeepLink,
    list: ItemPage,
    pages: [InventoryFeature.Path.State] = [],
    countedItem: Item? = nil
  ) {
    self.link = link
    self.list = list
    self.pages = pages
    self.countedItem = countedItem
  }
}

extension DeepLink {
  /// What the list beneath the pages shows.
  var query: ItemQuery {
    ItemQuery(filter: ItemFilter(isLow: presentation == .lowStock))
  }
}

extension DeepLinkTarget {
  /// Follows a link.
  ///
  /// - Throws: ``DeepLinkError`` when an item or location is not there, an error of the inventory
  ///   when it cannot be read, and `CancellationError`.
  init(of link: DeepLink, in inventory: InventoryClients) async throws {
    var visit = LinkVisit(link: link, inventory: inventory)
    let list = try await inventory.items.completePage(link.query, .first)
    for page in link.pages {
      try Task.checkCancellation()
      guard let rule = page.rule else { continue }
      visit.pages.append(try await rule.open(page.value ?? "", visit))
    }
    var countedItem: Item?
    if let sku = link.countedSKU { countedItem = try await visit.item(sku: sku) }
    if link.presentation == .backups, let backup = link.backup,
      try await inventory.backups.backup(backup) == nil
    {
      throw visit.error(
        tr("there is no backup “\(backup.excerpt())”; expected the name of a backup, or nothing")
      )
    }
    if let presentation = link.presentation, let page = visit.pages.last {
      try await link.pages.last?.rule?.check(presentation, page, visit)
    }
    self.init(link: link, list: list, pages: visit.pages, countedItem: countedItem)
  }

  /// Follows a link as far as it leads: without what is open over its last page, or a part of that,
  /// if that is not there, else to the last page before the first one that is not there.
  ///
  /// - Throws: An error of the inventory when it cannot be read, and `CancellationError`.
  init(asFarAsPossible link: DeepLink, in inventory: InventoryClients) async throws {
    var link = link
    while true {
      do {
        try await self.init(of: link, in: inventory)
        return
      } catch is DeepLinkError where link != DeepLink() {
        link.shorten()
      }
    }
  }
}

extension DeepLink {
  /// Leaves out the last part that may not be there.
  fileprivate mutating func shorten() {
    if backup != nil {
      backup = nil
    } else if presentation != nil {
      presentation = nil
      countedSKU = nil
    } else if !pages.isEmpty {
      pages.removeLast()
    } else {
      self = DeepLink()
    }
  }
}

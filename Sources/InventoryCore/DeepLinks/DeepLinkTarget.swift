/// What is in the database at the places of a deep link: all that its pages show at first.
public struct DeepLinkTarget: Equatable, Sendable {
  public enum Page: Equatable, Sendable {
    case item(Item)
    case location(LocationContent, page: ItemPage)
    case locations([Location])
    case stocktake([StocktakeCount])
    case stocktakeReview([StocktakeCount])
    case tag(String, page: ItemPage)
  }

  public var link: DeepLink
  /// The first items that the link's query asks for: the list beneath the pages.
  public var list: ItemPage
  public var pages: [Page]
  /// The item that is counted, over a stocktake.
  public var countedItem: Item?

  public init(link: DeepLink, list: ItemPage, pages: [Page] = [], countedItem: Item? = nil) {
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

extension InventoryDatabase {
  /// Follows a link.
  ///
  /// - Parameters:
  ///   - link: Where it leads is looked for.
  ///   - checkCancellation: Is called now and then. If it throws, no more is read.
  /// - Throws: ``DeepLinkError`` when an item or location is not there,
  ///   ``InventoryDatabaseError`` when the database cannot be read; what the closure throws.
  public func target(
    of link: DeepLink,
    checkCancellation: @escaping @Sendable () throws -> Void = {}
  ) throws -> DeepLinkTarget {
    var target = DeepLinkTarget(link: link, list: try page(link.query, .first))
    for page in link.pages {
      try checkCancellation()
      switch page {
      case .item(let sku):
        target.pages.append(.item(try item(sku: sku, of: link)))
      case .location(let name):
        target.pages.append(
          try location(
            name,
            of: link,
            missing: tr("there is no location “\(name.excerpt())”; expected the path of a location")
          )
        )
      case .locations:
        target.pages.append(.locations(try topLocations()))
      case .locationOfItem:
        guard case .item(let item) = target.pages.last, !item.location.isEmpty else {
          throw DeepLinkError(
            link: link.text,
            problem: tr("the item before “location” has none; expected an item with a location")
          )
        }
        target.pages.append(
          try location(item.location, of: link, missing: "the location is gone")
        )
      case .stocktake:
        target.pages.append(.stocktake(try stocktake()))
      case .stocktakeReview:
        target.pages.append(.stocktakeReview(try stocktake()))
      case .tag(let name):
        let tagged = try self.page(ItemQuery(filter: ItemFilter(tag: name)), .first)
        guard let item = tagged.rows.first else {
          throw DeepLinkError(
            link: link.text,
            problem: tr("no item has the tag “\(name.excerpt())”; expected a tag")
          )
        }
        let tag = item.tags.first { $0.folded == name.folded }
        target.pages.append(.tag(tag ?? name, page: tagged))
      }
    }
    if let sku = link.countedSKU { target.countedItem = try item(sku: sku, of: link) }
    try checkPresentation(of: target, checkCancellation)
    return target
  }

  /// Checks that what is to be open on top of the last page is there.
  private func checkPresentation(
    of target: DeepLinkTarget,
    _ checkCancellation: @escaping @Sendable () throws -> Void
  ) throws {
    let link = target.link
    func fail(_ problem: String) -> DeepLinkError {
      DeepLinkError(link: link.text, problem: problem)
    }
    switch (link.presentation, target.pages.last) {
    case (.backups, _):
      let folder = BackupFolder(database: path)
      if let backup = link.backup,
        try folder.backup(backup, checkCancellation: checkCancellation) == nil
      {
        throw fail(
          tr("there is no backup “\(backup.excerpt())”; expected the name of a backup, or nothing")
        )
      }
    case (.discard, .stocktakeReview([])):
      throw fail(tr("nothing has been counted; expected a stocktake with counts"))
    case (.fullScreenPhoto, .item(let item)), (.photo, .item(let item)),
      (.removePhoto, .item(let item)):
      if try photo(ofItem: item.id) == nil {
        throw fail(tr("the item has no photo; expected an item with a photo"))
      }
    default:
      break
    }
  }

  /// The item with a SKU, or else the only one whose SKU differs in capitals alone: people write
  /// links by hand, and not every program keeps capitals.
  private func item(sku: String, of link: DeepLink) throws -> Item {
    guard let item = try item(sku: sku) ?? onlyItem(skuIgnoringCase: sku) else {
      throw DeepLinkError(
        link: link.text,
        problem: tr("there is no item with the SKU “\(sku.excerpt())”; expected the SKU of an item")
      )
    }
    return item
  }

  private func onlyItem(skuIgnoringCase sku: String) throws -> Item? {
    let items = try read { db in
      try db.items(
        where: "item.id IN (SELECT id FROM item WHERE sku = ? COLLATE NOCASE LIMIT 2)",
        [sku]
      )
    }
    return items.count == 1 ? items[0] : nil
  }

  private func location(
    _ name: String,
    of link: DeepLink,
    missing: String
  ) throws -> DeepLinkTarget.Page {
    guard let content = try location(.name(name)) else {
      throw DeepLinkError(link: link.text, problem: missing)
    }
    return .location(content, page: try page(ItemQuery(location: name), .first))
  }
}

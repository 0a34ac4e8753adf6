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
  /// - Throws: ``DeepLinkError`` when an item or location is not there,
  ///   ``InventoryDatabaseError`` when the database cannot be read.
  public func target(of link: DeepLink) throws -> DeepLinkTarget {
    var target = DeepLinkTarget(link: link, list: try page(link.query, .first))
    for page in link.pages {
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
    return target
  }

  private func item(sku: String, of link: DeepLink) throws -> Item {
    guard let item = try item(sku: sku) else {
      throw DeepLinkError(
        link: link.text,
        problem: tr("there is no item with the SKU “\(sku.excerpt())”; expected the SKU of an item")
      )
    }
    return item
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

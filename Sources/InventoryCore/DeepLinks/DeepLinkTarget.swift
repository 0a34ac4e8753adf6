/// What is in the database at the places of a deep link: all that its pages show.
public struct DeepLinkTarget: Equatable, Sendable {
  public enum Page: Equatable, Sendable {
    case item(Item)
    case location(name: String, items: [Item])
  }

  /// All items, ordered by name: the list beneath the pages.
  public var items: [Item]
  public var pages: [Page]
  public var presentation: DeepLink.Presentation?

  public init(
    items: [Item],
    pages: [Page] = [],
    presentation: DeepLink.Presentation? = nil
  ) {
    self.items = items
    self.pages = pages
    self.presentation = presentation
  }
}

extension InventoryDatabase {
  /// Follows a link, at one moment of the database.
  ///
  /// - Throws: ``DeepLinkError`` when an item or location is not there,
  ///   ``InventoryDatabaseError`` when the database cannot be read.
  public func target(of link: DeepLink) throws -> DeepLinkTarget {
    try read { db in
      func location(_ name: String, missing: String) throws -> DeepLinkTarget.Page {
        let items = try db.items(location: name)
        guard !items.isEmpty else { throw DeepLinkError(link: link.text, problem: missing) }
        return .location(name: name, items: items)
      }

      var target = DeepLinkTarget(
        items: try db.items(ItemQuery()),
        presentation: link.presentation
      )
      for page in link.pages {
        switch page {
        case .item(let sku):
          guard let item = try db.items(where: "item.sku = ?", [sku]).first else {
            throw DeepLinkError(
              link: link.text,
              problem: "there is no item with the SKU “\(sku)”; expected the SKU of an item"
            )
          }
          target.pages.append(.item(item))
        case .location(let name):
          target.pages.append(
            try location(
              name,
              missing: "there is no location “\(name)”; expected a location that holds something"
            )
          )
        case .locationOfItem:
          guard case .item(let item) = target.pages.last, !item.location.isEmpty else {
            throw DeepLinkError(
              link: link.text,
              problem: "the item before “location” has none; expected an item with a location"
            )
          }
          target.pages.append(try location(item.location, missing: "the location is empty"))
        }
      }
      return target
    }
  }
}

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
    var visit = LinkVisit(link: link, database: self)
    let list = try page(link.query, .first)
    for page in link.pages {
      try checkCancellation()
      guard let rule = page.rule else { continue }
      visit.pages.append(try rule.open(page.value ?? "", visit))
    }
    let countedItem = try link.countedSKU.map(visit.item)
    if link.presentation == .backups, let backup = link.backup,
      try BackupFolder(database: path).backup(backup, checkCancellation: checkCancellation) == nil
    {
      throw visit.error(
        tr("there is no backup “\(backup.excerpt())”; expected the name of a backup, or nothing")
      )
    }
    if let presentation = link.presentation, let page = visit.pages.last {
      try link.pages.last?.rule?.check(presentation, page, visit)
    }
    return DeepLinkTarget(link: link, list: list, pages: visit.pages, countedItem: countedItem)
  }
}

import ComposableArchitecture
import Foundation

extension WindowFeature.State {
  /// A window as it was when the program ended. What is not there any more is left out.
  ///
  /// - Throws: ``InventoryDatabaseError`` when the database cannot be read.
  public init(restoring saved: SavedWindow, database: InventoryDatabase) throws {
    let link = (try? DeepLink(saved.link)) ?? DeepLink()
    var inventory = InventoryFeature.State(target: try database.target(asFarAsPossible: link))
    if saved.query != ItemQuery() {
      let page = try database.page(saved.query, .first)
      inventory.list.list = ItemRowsFeature.State(query: saved.query, page: page)
    }
    self.init(id: saved.id, size: saved.size, inventory: inventory)
  }
}

extension InventoryDatabase {
  /// Follows a link as far as it leads: without what is open over its last page if that is not
  /// there, else to the last page before the first one that is not there.
  ///
  /// - Throws: ``InventoryDatabaseError`` when the database cannot be read.
  func target(asFarAsPossible link: DeepLink) throws -> DeepLinkTarget {
    var link = link
    while true {
      do {
        return try target(of: link)
      } catch is DeepLinkError where !link.pages.isEmpty {
        if link.countedSKU == nil { link.pages.removeLast() }
        link.presentation = nil
        link.countedSKU = nil
      }
    }
  }
}

import ComposableArchitecture
import Foundation

/// What is in the database of a window that is restored: where it was, without what is not there
/// any more, and what was typed there and not saved.
public struct RestoredWindow: Equatable, Sendable {
  var target: DeepLinkTarget
  /// What the list has shown, below the pages.
  var query: ItemQuery
  var page: ItemPage
  var draft: FormDraft?

  init(target: DeepLinkTarget, query: ItemQuery, page: ItemPage, draft: FormDraft? = nil) {
    self.target = target
    self.query = query
    self.page = page
    self.draft = draft
  }

  /// - Throws: ``InventoryDatabaseError`` when the database cannot be read; what the closure
  ///   throws, which is called now and then.
  init(
    _ saved: SavedWindow,
    database: InventoryDatabase,
    checkCancellation: @escaping @Sendable () throws -> Void = {}
  ) throws {
    var link = (try? DeepLink(saved.link)) ?? DeepLink()
    if let draft = saved.draft { try link.follow(draft, database: database) }
    target = try database.target(asFarAsPossible: link, checkCancellation: checkCancellation)
    query = saved.query == ItemQuery() ? target.link.query : saved.query
    page = saved.query == ItemQuery() ? target.list : try database.page(saved.query, .first)
    draft = saved.draft
  }
}

extension WindowFeature.State {
  /// A window as it was when the program ended, with what was typed and not saved. What is not
  /// there any more is left out.
  ///
  /// - Throws: ``InventoryDatabaseError`` when the database cannot be read.
  public init(restoring saved: SavedWindow, database: InventoryDatabase) throws {
    self.init(id: saved.id, size: saved.size)
    inventory.restore(try RestoredWindow(saved, database: database))
    inventory.sidebar.layout = saved.sidebar
  }
}

extension InventoryFeature.State {
  /// Shows what a window has shown when the program ended.
  mutating func restore(_ window: RestoredWindow) {
    @Dependency(\.uuid) var uuid
    follow(window.target, newItemID: uuid())
    list.list = ItemRowsFeature.State(query: window.query, page: window.page)
    if let draft = window.draft { restore(draft) }
  }
}

extension DeepLink {
  /// Leads to what a form is about also if that has another SKU or path by now, and no longer to
  /// the form for a new item if that was saved at the last moment.
  fileprivate mutating func follow(_ draft: FormDraft, database: InventoryDatabase) throws {
    let last = pages.count - 1
    switch draft {
    case .item(let id, original: nil, _):
      if try database.item(id: id) != nil, presentation == .add { presentation = nil }
    case .booking(let id, _, _, _), .item(let id, _, _):
      guard pages.last?.isItem == true, let item = try database.item(id: id) else { return }
      pages[last] = .item(sku: item.sku)
    case .count(let id, _):
      guard countedSKU != nil, let item = try database.item(id: id) else { return }
      countedSKU = item.sku
    case .location(let id?, _, _):
      guard pages.last?.isNamedLocation == true, let location = try database.location(.id(id))
      else {
        return
      }
      pages[last] = .location(name: location.name)
    case .location(nil, _, _):
      break
    }
  }
}

extension InventoryDatabase {
  /// Follows a link as far as it leads: without what is open over its last page, or a part of that,
  /// if that is not there, else to the last page before the first one that is not there.
  ///
  /// - Throws: ``InventoryDatabaseError`` when the database cannot be read.
  func target(
    asFarAsPossible link: DeepLink,
    checkCancellation: @escaping @Sendable () throws -> Void = {}
  ) throws -> DeepLinkTarget {
    var link = link
    while true {
      do {
        return try target(of: link, checkCancellation: checkCancellation)
      } catch is DeepLinkError where link != DeepLink() {
        if link.backup != nil {
          link.backup = nil
        } else if link.presentation != nil {
          link.presentation = nil
          link.countedSKU = nil
        } else if !link.pages.isEmpty {
          link.pages.removeLast()
        } else {
          link = DeepLink()
        }
      }
    }
  }
}

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

  /// - Throws: An error of the inventory when it cannot be read, and `CancellationError`.
  init(_ saved: SavedWindow, in inventory: InventoryClients) async throws {
    var link = (try? DeepLink(saved.link)) ?? DeepLink()
    if let draft = saved.draft { try await link.follow(draft, in: inventory) }
    target = try await DeepLinkTarget(asFarAsPossible: link, in: inventory)
    query = saved.query == ItemQuery() ? target.link.query : saved.query
    page =
      saved.query == ItemQuery()
      ? target.list : try await inventory.items.completePage(saved.query, .first)
    draft = saved.draft
  }
}

extension WindowFeature.State {
  /// A window as it was when the program ended, with what was typed and not saved. What is not
  /// there any more is left out.
  ///
  /// - Throws: An error of the inventory when it cannot be read.
  public init(restoring saved: SavedWindow, in inventory: InventoryClients) async throws {
    let window = try await inventory.links.savedWindow(saved)
    self.init(id: saved.id, size: saved.size)
    self.inventory.restore(window)
    self.inventory.sidebar.layout = saved.sidebar
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
  fileprivate mutating func follow(
    _ draft: FormDraft,
    in inventory: InventoryClients
  ) async throws {
    let last = pages.count - 1
    switch draft {
    case .item(let id, original: nil, _):
      if try await inventory.items.item(id) != nil, presentation == .add { presentation = nil }
    case .booking(let id, _, _, _), .item(let id, _, _):
      guard pages.last?.isItem == true, let item = try await inventory.items.item(id) else {
        return
      }
      pages[last] = .item(sku: item.sku)
    case .count(let id, _):
      guard countedSKU != nil, let item = try await inventory.items.item(id) else { return }
      countedSKU = item.sku
    case .location(let id?, _, _):
      guard pages.last?.isNamedLocation == true,
        let location = try await inventory.locations.content(.id(id))
      else {
        return
      }
      pages[last] = .location(name: location.name)
    case .location(nil, _, _):
      break
    }
  }
}

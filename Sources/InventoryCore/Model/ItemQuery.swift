/// Which items to fetch, and in which order.
public struct ItemQuery: Hashable, Sendable {
  /// Beginnings of words that must all occur in the name, SKU, barcode, tags, location or notes;
  /// case and accents do not matter. Blank for all items.
  public var searchText: String
  /// The path of the place where the items are kept; `nil` for all places.
  public var location: String?
  public var sort: ItemSort

  public init(searchText: String = "", location: String? = nil, sort: ItemSort = .name) {
    self.searchText = searchText
    self.location = location
    self.sort = sort
  }
}

/// The order of a list of items. Equal items are ordered by name.
public enum ItemSort: String, CaseIterable, Equatable, Sendable {
  case name
  case sku
  case location
  /// Least first: what runs out is on top.
  case quantity
  /// Cheapest first.
  case price
}

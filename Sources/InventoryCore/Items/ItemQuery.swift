/// Which items to fetch, and in which order.
public struct ItemQuery: Codable, Hashable, Sendable {
  /// Beginnings of words that must all occur in the name, SKU, barcode, tags, location or notes;
  /// case and accents do not matter. Blank for all items.
  public var searchText: String
  /// The path of the place where the items are kept, without the places below it; `nil` for all
  /// places.
  public var location: String?
  /// What else the items have to meet.
  public var filter: ItemFilter
  public var sort: ItemSort
  /// Whether the last item of the order is the first.
  public var isReversed: Bool

  public init(
    searchText: String = "",
    location: String? = nil,
    filter: ItemFilter = ItemFilter(),
    sort: ItemSort = .name,
    isReversed: Bool = false
  ) {
    self.searchText = searchText
    self.location = location
    self.filter = filter
    self.sort = sort
    self.isReversed = isReversed
  }

  /// Reads what was written. What is missing, or has become unreadable, has its default value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    searchText = (try? container.decode(String.self, forKey: .searchText)) ?? ""
    location = try? container.decode(String.self, forKey: .location)
    filter = (try? container.decode(ItemFilter.self, forKey: .filter)) ?? ItemFilter()
    sort = (try? container.decode(ItemSort.self, forKey: .sort)) ?? .name
    isReversed = (try? container.decode(Bool.self, forKey: .isReversed)) ?? false
  }

  /// Whether the query asks for all items.
  public var findsAll: Bool { searchText.isBlank && location == nil && filter.isEmpty }

  /// What the items are ordered by, and in which direction.
  public var ordering: ItemOrdering { ItemOrdering(sort, isReversed: isReversed) }
}

/// The order of a list of items. Equal items are ordered by name.
public enum ItemSort: String, CaseIterable, Codable, Equatable, Sendable {
  case name
  case sku
  case location
  /// Least first: what runs out is on top.
  case quantity
  /// Cheapest first.
  case price
  /// Quantity times price. Values of different currencies cannot be compared: those of one currency
  /// are together, ordered by its code, and of these the least is first.
  case value
  /// Least first, and at the end the items that have none.
  case reorderLevel
  /// By the characters of the barcode, and at the end the items that have none.
  case barcode
  /// Latest first.
  case dateAdded
  /// Latest first. A booking is a change, too.
  case dateChanged

  /// Whether items are ordered by a date first.
  package var isByDate: Bool { self == .dateAdded || self == .dateChanged }

  /// Whether the engines keep an index of the order. Otherwise they sort when they are asked: what
  /// few people ask for is not worth the time that an index takes of each booking.
  package var hasIndex: Bool {
    switch self {
    case .name, .sku, .quantity, .price, .dateAdded, .dateChanged: true
    case .location, .value, .reorderLevel, .barcode: false
    }
  }
}

/// What a list of items is ordered by, and in which direction.
public struct ItemOrdering: Hashable, Sendable {
  public var sort: ItemSort
  /// Whether the last item of the order is the first.
  public var isReversed: Bool

  public init(_ sort: ItemSort, isReversed: Bool = false) {
    self.sort = sort
    self.isReversed = isReversed
  }
}

import ComposableArchitecture

/// A column of a table of items.
public enum ItemTableColumn: String, CaseIterable, Sendable {
  case name
  case sku
  case quantity
  case location
  case price
  /// Quantity times price.
  case value
  case tags
  case reorderLevel
  case barcode
  case dateAdded
  case dateChanged

  /// The order that a click on the header asks for; `nil` if items cannot be ordered by the column.
  public var sort: ItemSort? {
    switch self {
    case .name: .name
    case .sku: .sku
    case .quantity: .quantity
    case .location: .location
    case .price: .price
    case .value: .value
    case .reorderLevel: .reorderLevel
    case .barcode: .barcode
    case .dateAdded: .dateAdded
    case .dateChanged: .dateChanged
    // An item may have many.
    case .tags: nil
    }
  }

  /// Whether the column is shown until the user says otherwise.
  public var isShownAtFirst: Bool {
    switch self {
    case .name, .sku, .quantity, .location, .price, .value, .tags: true
    case .reorderLevel, .barcode, .dateAdded, .dateChanged: false
    }
  }

  /// Whether the column may be hidden: not the one that says which item it is.
  public var canBeHidden: Bool { self != .name }
}

extension TableColumnCustomization<Item> {
  /// Whether a column is shown.
  public func shows(_ column: ItemTableColumn) -> Bool {
    switch self[visibility: column.rawValue] {
    case .automatic: column.isShownAtFirst
    case .visible: true
    case .hidden: !column.canBeHidden
    }
  }
}

extension SharedKey where Self == AppStorageKey<TableColumnCustomization<Item>>.Default {
  /// What the user has made of the columns of items.
  public static var itemColumns: Self {
    Self[.appStorage("itemColumns"), default: TableColumnCustomization()]
  }
}

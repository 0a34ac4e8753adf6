import Foundation

/// A kind of thing that is kept in stock.
public struct Item: Codable, Equatable, Hashable, Identifiable, Sendable {
  public let id: UUID
  /// What people call it; never blank in the database.
  public var name: String
  /// The stock-keeping unit: unique in the inventory, never blank in the database.
  public var sku: String
  /// What a scanner reads from it, or an empty string.
  public var barcode: String
  /// How many there are; never negative in the database.
  public var quantity: Quantity
  /// What is counted, such as "m" or "boxes"; empty for pieces.
  public var unit: String
  /// The quantity at which more should be ordered.
  public var reorderLevel: Quantity?
  /// The price of one; never negative in the database.
  public var price: Money
  /// The currency of the price (ISO 4217), or an empty string for the inventory's own.
  public var currency: String
  /// The path of the place where it is kept (see ``LocationPath``), or an empty string when it has
  /// none.
  public var location: String
  /// Words that it can be found by, each once.
  public var tags: [String]
  public var notes: String

  public init(
    id: UUID,
    name: String,
    sku: String,
    barcode: String = "",
    quantity: Quantity = 0,
    unit: String = "",
    reorderLevel: Quantity? = nil,
    price: Money = .zero,
    currency: String = "",
    location: String = "",
    tags: [String] = [],
    notes: String = ""
  ) {
    self.id = id
    self.name = name
    self.sku = sku
    self.barcode = barcode
    self.quantity = quantity
    self.unit = unit
    self.reorderLevel = reorderLevel
    self.price = price
    self.currency = currency
    self.location = location
    self.tags = tags
    self.notes = notes
  }

  /// Whether more should be ordered.
  public var isLow: Bool {
    reorderLevel.map { quantity <= $0 } ?? false
  }
}

import Foundation

/// A kind of thing that is kept in stock.
public struct Item: Equatable, Hashable, Identifiable, Sendable {
  public let id: UUID
  /// What people call it; never blank in the database.
  public var name: String
  /// The stock-keeping unit: unique in the inventory, never blank in the database.
  public var sku: String
  /// How many there are; never negative in the database.
  public var quantity: Int
  /// The price of one; never negative in the database.
  public var price: Money
  /// The name of the place where it is kept, or an empty string when it has none.
  public var location: String
  public var notes: String

  public init(
    id: UUID,
    name: String,
    sku: String,
    quantity: Int = 0,
    price: Money = .zero,
    location: String = "",
    notes: String = ""
  ) {
    self.id = id
    self.name = name
    self.sku = sku
    self.quantity = quantity
    self.price = price
    self.location = location
    self.notes = notes
  }
}

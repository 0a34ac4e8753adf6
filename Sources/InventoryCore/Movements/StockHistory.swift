import Foundation

/// How many of an item there were from a moment on.
public struct StockLevel: Equatable, Hashable, Sendable {
  public var date: Date
  public var quantity: Quantity

  public init(date: Date, quantity: Quantity) {
    self.date = date
    self.quantity = quantity
  }
}

/// When an item was added, and when anything of it was changed last.
public struct ItemDates: Equatable, Sendable {
  public var added: Date
  public var changed: Date

  public init(added: Date, changed: Date) {
    self.added = added
    self.changed = changed
  }
}

/// What has happened to an item, above all to its quantity.
public struct StockHistory: Equatable, Sendable {
  /// The quantities, the oldest first; each holds until the next. Of a long history there are the
  /// least and the last ones of each part.
  public var levels: [StockLevel]
  /// Some of the movements, the latest first.
  public var movements: [Movement]
  /// How many movements there are.
  public var movementCount: Int
  /// When the item was added and changed; `nil` if there is no such item.
  public var dates: ItemDates?

  public init(
    levels: [StockLevel] = [],
    movements: [Movement] = [],
    movementCount: Int? = nil,
    dates: ItemDates? = nil
  ) {
    self.levels = levels
    self.movements = movements
    self.movementCount = movementCount ?? movements.count
    self.dates = dates
  }
}

import Foundation

/// How many of an item there were from a moment on.
public struct StockLevel: Equatable, Hashable, Sendable {
  public var date: Date
  public var quantity: Int

  public init(date: Date, quantity: Int) {
    self.date = date
    self.quantity = quantity
  }
}

/// What has happened to the quantity of an item.
public struct StockHistory: Equatable, Sendable {
  /// The quantities, the oldest first; each holds until the next. Of a long history there are the
  /// least and the last ones of each part.
  public var levels: [StockLevel]
  /// Some of the movements, the latest first.
  public var movements: [Movement]
  /// How many movements there are.
  public var movementCount: Int

  public init(levels: [StockLevel] = [], movements: [Movement] = [], movementCount: Int? = nil) {
    self.levels = levels
    self.movements = movements
    self.movementCount = movementCount ?? movements.count
  }
}

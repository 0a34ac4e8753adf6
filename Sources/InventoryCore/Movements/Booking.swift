/// A change of an item's quantity that is to be booked.
public struct Booking: Equatable, Hashable, Sendable {
  public var reason: Movement.Reason
  /// How many have come or gone; how many there are, when they were counted.
  public var amount: Quantity
  public var note: String

  public init(_ reason: Movement.Reason, _ amount: Quantity, note: String = "") {
    self.reason = reason
    self.amount = amount
    self.note = note
  }

  /// How the booking changes a quantity.
  ///
  /// - Throws: ``InventoryError/notEnough(available:)`` when there would be less than none,
  ///   or more than can be counted.
  public func delta(from quantity: Quantity) throws -> Quantity {
    let delta: Quantity =
      switch reason {
      case .received: amount
      case .used: -amount
      case .counted: amount - quantity
      case .moved: 0
      }
    guard let result = quantity.adding(delta), result >= 0 else {
      throw InventoryError.notEnough(available: quantity)
    }
    return delta
  }
}

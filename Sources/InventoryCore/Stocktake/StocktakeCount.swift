import Foundation

/// How many of an item were counted in a stocktake that is not booked yet.
///
/// A count is of the moment of counting. What is booked is the difference to the quantity that was
/// expected at that moment, so whatever is received or used until the booking is kept.
public struct StocktakeCount: Equatable, Identifiable, Sendable {
  /// The item as it is by now.
  public var item: Item
  /// How many there were.
  public var counted: Quantity
  /// How many there should have been when it was counted.
  public var expected: Quantity
  /// When it was counted.
  public var date: Date

  public init(item: Item, counted: Quantity, expected: Quantity, date: Date) {
    self.item = item
    self.counted = counted
    self.expected = expected
    self.date = date
  }

  public var id: Item.ID { item.id }

  /// How many more were there than expected.
  public var difference: Quantity { counted &- expected }

  /// How many have come, or gone if it is negative, since the item was counted.
  public var movedSince: Quantity { item.quantity &- expected }

  /// The quantity once the count is booked. `nil` if more has gone since than there was: the item
  /// has to be counted again.
  public var quantityAfterwards: Quantity? {
    item.quantity.adding(difference).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The largest count; what is longer is a barcode that was scanned into the wrong field.
  public static let limit: Quantity = 9_999_999
}

/// Why the counts of a stocktake were not booked. Nothing has been changed then.
public enum StocktakeProblem: Error, Equatable, Sendable {
  /// The counts are not those that were reviewed.
  case countsChanged
  /// More has been taken of these items since they were counted than there was.
  case countAgain(names: [String])
}

extension StocktakeProblem: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .countsChanged:
      tr("Somebody has counted something since. Review the counts again.")
    case .countAgain(let names):
      tr(
        """
        More has been taken since than was counted. Count again: \
        \(names.joined(separator: ", ")).
        """
      )
    }
  }
}

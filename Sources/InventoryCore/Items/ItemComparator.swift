import Foundation

/// The order of a table of items, as the header of the table knows it.
///
/// The engine sorts. What this compares is what it knows of the items itself.
public struct ItemComparator: SortComparator, Sendable {
  public var sort: ItemSort
  /// The direction of the values: forward if the least is first.
  public var order: SortOrder

  /// The order of a column whose least value is first.
  public init(_ sort: ItemSort) {
    self.sort = sort
    order = .forward
  }

  public init(_ ordering: ItemOrdering) {
    sort = ordering.sort
    // The latest first is the usual order of dates.
    order = ordering.isReversed == ordering.sort.isByDate ? .forward : .reverse
  }

  /// The order as the engines know it.
  public var ordering: ItemOrdering {
    ItemOrdering(sort, isReversed: (order == .reverse) != sort.isByDate)
  }

  public func compare(_ first: Item, _ second: Item) -> ComparisonResult {
    let result: ComparisonResult =
      switch sort {
      case .name: Self.compare(first.name.naturalKey, second.name.naturalKey)
      case .sku: Self.compare(first.sku.naturalKey, second.sku.naturalKey)
      case .location: Self.compare(first.location.naturalKey, second.location.naturalKey)
      case .quantity: Self.compare(first.quantity, second.quantity)
      case .price: Self.compare(first.price, second.price)
      case .value: Self.compareValues(first, second)
      case .reorderLevel: Self.compareOptionals(first.reorderLevel, second.reorderLevel)
      case .barcode:
        Self.compareOptionals(
          first.barcode.isEmpty ? nil : first.barcode,
          second.barcode.isEmpty ? nil : second.barcode
        )
      case .dateAdded, .dateChanged: .orderedSame
      }
    guard order == .reverse else { return result }
    return ComparisonResult(rawValue: -result.rawValue) ?? result
  }

  private static func compareValues(_ first: Item, _ second: Item) -> ComparisonResult {
    let currencies = compare(first.currency, second.currency)
    guard currencies == .orderedSame else { return currencies }
    return compare(first.value?.amount ?? 0, second.value?.amount ?? 0)
  }

  /// Compares values of which those that are missing come last.
  private static func compareOptionals<Value: Comparable>(
    _ first: Value?,
    _ second: Value?
  ) -> ComparisonResult {
    switch (first, second) {
    case (let first?, let second?): compare(first, second)
    case (nil, nil): .orderedSame
    case (nil, _): .orderedDescending
    case (_, nil): .orderedAscending
    }
  }

  private static func compare<Value: Comparable>(
    _ first: Value,
    _ second: Value
  ) -> ComparisonResult {
    if first == second { return .orderedSame }
    return first < second ? .orderedAscending : .orderedDescending
  }
}

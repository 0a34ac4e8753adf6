/// How many items there are, and what they are worth.
public struct ItemTotals: Equatable, Sendable {
  public var count: Int
  /// The value of the items in each currency, ordered by its code. Currencies in which nothing is
  /// worth anything are left out.
  public var values: [StockValue]

  public init(count: Int = 0, values: [StockValue] = []) {
    self.count = count
    self.values = values
  }

  /// The values, with those without a currency added to those of the inventory's own.
  ///
  /// - Parameter currency: The inventory's own currency, or an empty string.
  public func values(currency: String) -> [StockValue] {
    guard let own = values.first(where: { $0.currency.isEmpty }),
      let index = values.firstIndex(where: { $0.currency == currency && !currency.isEmpty })
    else { return values }
    var merged = values
    merged[index].add(own.amount)
    return merged.filter { !$0.currency.isEmpty }
  }
}

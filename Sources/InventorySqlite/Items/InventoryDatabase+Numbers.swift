import GRDB
import InventoryCore

extension InventoryDatabase {
  /// The SKU with the next number that no item has.
  public func nextSku(_ pattern: SkuPattern) throws -> String {
    try read { pattern.sku(pattern.number(after: try $0.largestNumber(pattern))) }
  }
}

extension Database {
  /// The largest number that an item has in a SKU of a pattern.
  func largestNumber(_ pattern: SkuPattern) throws -> Int? {
    // Only the SKUs with the beginning are read. The last character of Unicode comes after all
    // others.
    let rows = try String.fetchCursor(
      self,
      sql: "SELECT sku FROM item WHERE sku >= :prefix AND sku < :prefix || char(1114111)",
      arguments: ["prefix": pattern.prefix]
    )
    var largest: Int?
    while let sku = try rows.next() {
      if let number = pattern.number(in: sku) { largest = max(largest ?? number, number) }
    }
    return largest
  }
}

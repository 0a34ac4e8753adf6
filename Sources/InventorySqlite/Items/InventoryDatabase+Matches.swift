import Foundation
import GRDB
import InventoryCore

/// Items by what people scan or type.
extension InventoryDatabase {
  /// The items that may be meant by what was scanned or typed: those with it as their barcode, or
  /// else the one with it as its SKU, or else those in which the search finds it.
  public func matches(_ text: String, limit: Int = 20) throws -> ItemMatches {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return ItemMatches() }
    let exact = try read { db in
      // The second condition lets SQLite use the index, which has no empty barcodes.
      let scanned = try db.items(where: "item.barcode = ? AND item.barcode <> ''", [text])
      return scanned.isEmpty ? try db.items(where: "item.sku = ?", [text]) : scanned
    }
    guard exact.isEmpty else { return ItemMatches(exact: exact) }
    let similar = try page(ItemQuery(searchText: text), 0..<limit).rows
    let sameSku = similar.filter { $0.sku.folded == text.folded }
    return sameSku.isEmpty
      ? ItemMatches(similar: similar) : ItemMatches(exact: sameSku)
  }

  /// The SKUs of items that have the same letters as some texts, and perhaps others.
  ///
  /// - Complexity: O(*n* log *m*) for *n* texts and *m* items, from an index.
  func skus(like texts: [String]) throws -> [String] {
    try read { db in
      let select = try db.makeStatement(
        sql: "SELECT sku FROM item WHERE skuOrder >= ? AND skuOrder < ?"
      )
      return try texts.flatMap { text in
        let keys = text.naturalKeysOfSameLetters
        return try String.fetchAll(select, arguments: [keys.lowerBound, keys.upperBound])
      }
    }
  }

  /// The only item whose SKU differs from a text in capitals alone; `nil` if there are several.
  func onlyItem(skuIgnoringCase sku: String) throws -> Item? {
    let items = try read { db in
      try db.items(
        where: "item.id IN (SELECT id FROM item WHERE sku = ? COLLATE NOCASE LIMIT 2)",
        [sku]
      )
    }
    return items.count == 1 ? items[0] : nil
  }
}

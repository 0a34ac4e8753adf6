import Foundation
import GRDB
import InventoryCore

extension InventoryDatabase {
  /// Some of the items that have something in common with another one, as links from its page.
  ///
  /// - Parameters:
  ///   - id: The identity of the item. If there is none, there is nothing in common.
  ///   - limit: How many items of each kind to return at most.
  /// - Complexity: O(log *n*) in the number of all items, for a few tags.
  public func relatedItems(to id: Item.ID, limit: Int = 5) throws -> RelatedItems {
    try read { db in
      let key = try Int32.fetchOne(
        db,
        sql: "SELECT key FROM item WHERE id = ?",
        arguments: [id.uuidString]
      )
      guard let key else { return RelatedItems() }
      let neighbours = try Int32.fetchAll(
        db,
        sql: """
          SELECT key FROM item
          WHERE locationID = (SELECT locationID FROM item WHERE key = :key) AND key <> :key
          ORDER BY nameOrder LIMIT :limit
          """,
        arguments: ["key": key, "limit": limit]
      )
      return RelatedItems(
        atSamePlace: try db.items(keys: neighbours),
        withSameTag: try db.items(keys: db.taggedAs(key, besides: neighbours, limit))
          .sortedNaturally(by: \.name)
      )
    }
  }
}

extension Database {
  /// The keys of items that have one of the tags of an item. The index has them by tag, so that a
  /// tag of half of all items takes no longer than another one.
  fileprivate func taggedAs(
    _ key: Int32,
    besides known: [Int32],
    _ limit: Int
  ) throws -> [Int32] {
    let tags = try String.fetchAll(
      self,
      sql: "SELECT tagKey FROM itemTag WHERE itemKey = ?",
      arguments: [key]
    )
    var found: [Int32] = []
    for tag in tags where found.count < limit {
      let keys = try Int32.fetchCursor(
        self,
        sql: "SELECT itemKey FROM itemTag WHERE tagKey = ? ORDER BY itemKey LIMIT ?",
        arguments: [tag, 2 * limit + known.count + 1]
      )
      while found.count < limit, let other = try keys.next() {
        if other != key, !known.contains(other), !found.contains(other) { found.append(other) }
      }
    }
    return found
  }
}

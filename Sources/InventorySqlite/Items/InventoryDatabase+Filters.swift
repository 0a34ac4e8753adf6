import GRDB
import InventoryCore

/// What lists of items can be limited to.
extension InventoryDatabase {
  /// All locations, ordered by path, with the number of items there and below.
  ///
  /// - Complexity: O(items), read from an index.
  public func locations() throws -> [Location] {
    try read { try $0.locations() }
  }

  /// The tags that most items have, ordered by name.
  ///
  /// - Parameter limit: how many tags there are at most.
  /// - Complexity: O(tags of all items), read from an index.
  public func tags(limit: Int = 500) throws -> [Tag] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT tagKey, COUNT(*) AS itemCount, MIN(itemKey) FROM itemTag
          GROUP BY tagKey ORDER BY itemCount DESC, tagKey LIMIT ?
          """,
        arguments: [limit]
      )
      let texts = try db.cachedStatement(sql: "SELECT tags FROM item WHERE key = ?")
      return try rows.map { row in
        let key = try row.decode(String.self, atIndex: 0)
        let text = try String.fetchOne(texts, arguments: [row.decode(Int64.self, atIndex: 2)]) ?? ""
        let name = text.split(separator: "\n").first { $0.folded == key }.map(String.init)
        return Tag(name: name ?? key, itemCount: try row.decode(Int.self, atIndex: 1))
      }
      .sortedNaturally(by: \.name)
    }
  }
}

extension Database {
  /// All locations, ordered by path, with the number of items there and below.
  func locations() throws -> [Location] {
    let counts = try Row.fetchCursor(
      self,
      sql: "SELECT locationID, COUNT(*) FROM item WHERE locationID IS NOT NULL GROUP BY locationID"
    )
    var counted: [Int64: Int] = [:]
    while let row = try counts.next() {
      counted[try row.decode(Int64.self, atIndex: 0)] = try row.decode(Int.self, atIndex: 1)
    }

    let rows = try Row.fetchAll(
      self,
      sql: "SELECT id, parentID, path FROM location ORDER BY pathOrder, path"
    )
    var parents: [Int64: Int64] = [:]
    for row in rows {
      parents[try row.decode(Int64.self, atIndex: 0)] = try row.decode(Int64?.self, atIndex: 1)
    }
    var totals: [Int64: Int] = [:]
    for (id, count) in counted {
      // A damaged file may have a location inside itself.
      var visited: Set<Int64> = []
      var ancestor: Int64? = id
      while let current = ancestor, visited.insert(current).inserted {
        totals[current, default: 0] += count
        ancestor = parents[current]
      }
    }
    return try rows.map { row in
      Location(
        name: try row.decode(String.self, atIndex: 2),
        itemCount: totals[try row.decode(Int64.self, atIndex: 0)] ?? 0
      )
    }
  }
}

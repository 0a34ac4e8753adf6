import Foundation
import GRDB
import InventoryCore

/// Functions about the tags of items for statements: SQLite cannot compare texts without case and
/// accents.
enum TagFunctions {
  static func add(to db: Database) {
    db.add(function: withTags)
    db.add(function: withoutTags)
    db.add(function: tagKeys)
  }

  /// The tags of an item, and those behind them that it does not have yet.
  private static let withTags = function("inventoryWithTags") { tags, others in
    var known = Set(tags.map(\.folded))
    return (tags + others.filter { known.insert($0.folded).inserted }).joined(separator: "\n")
  }

  /// The tags of an item without others.
  private static let withoutTags = function("inventoryWithoutTags") { tags, others in
    let removed = Set(others.map(\.folded))
    return tags.filter { !removed.contains($0.folded) }.joined(separator: "\n")
  }

  /// What tags are looked up by, as a list of JSON.
  private static let tagKeys = DatabaseFunction(
    "inventoryTagKeys",
    argumentCount: 1,
    pure: true
  ) { values in
    let keys = lines(values[0]).map(\.folded)
    return String(decoding: try JSONEncoder().encode(keys), as: UTF8.self)
  }

  private static func function(
    _ name: String,
    _ body: @escaping @Sendable (_ tags: [String], _ others: [String]) -> String
  ) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 2, pure: true) { values in
      body(lines(values[0]), lines(values[1]))
    }
  }

  private static func lines(_ value: DatabaseValue) -> [String] {
    (String.fromDatabaseValue(value) ?? "").split(separator: "\n").map(String.init)
  }
}

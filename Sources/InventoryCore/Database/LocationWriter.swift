import GRDB

/// Finds locations by their paths, and makes those that are not there.
final class LocationWriter {
  private let db: Database
  private let table: String
  private var ids: [LocationPath: Int64] = [:]

  init(_ db: Database, table: String = "location") {
    self.db = db
    self.table = table
  }

  /// The location at a path; `nil` for an empty path.
  @discardableResult
  func id(of path: LocationPath) throws -> Int64? {
    guard let name = path.names.last else { return nil }
    if let id = ids[path] { return id }
    var id = try Int64.fetchOne(
      db,
      sql: "SELECT id FROM \(table) WHERE path = ?",
      arguments: [path.text]
    )
    if id == nil {
      let parent = try path.parent.flatMap(self.id)
      try db.execute(
        sql: "INSERT INTO \(table) (parentID, name, path, pathKey) VALUES (?, ?, ?, ?)",
        arguments: [parent, name, path.text, path.text.folded]
      )
      id = db.lastInsertedRowID
    }
    ids[path] = id
    return id
  }
}

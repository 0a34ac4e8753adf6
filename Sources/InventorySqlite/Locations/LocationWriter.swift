import GRDB
import InventoryCore

/// Finds locations by their paths, and makes those that are not there.
final class LocationWriter {
  private let db: Database
  private var ids: [LocationPath: Int64] = [:]

  init(_ db: Database) {
    self.db = db
  }

  /// The location at a path; `nil` for an empty path.
  @discardableResult
  func id(of path: LocationPath) throws -> Int64? {
    guard !path.names.isEmpty else { return nil }
    if let id = try ids[path] ?? find(path) { return id }
    // A loop, because old databases may have paths of any depth.
    var id: Int64?
    for count in 1...path.names.count {
      let part = LocationPath(names: Array(path.names.prefix(count)))
      id = try ids[part] ?? find(part) ?? add(part, in: id)
    }
    return id
  }

  /// The location at a path, if it is there.
  func find(_ path: LocationPath) throws -> Int64? {
    let id = try Int64.fetchOne(
      db,
      sql: "SELECT id FROM location WHERE path = ?",
      arguments: [path.text]
    )
    ids[path] = id
    return id
  }

  private func add(_ path: LocationPath, in parent: Int64?) throws -> Int64 {
    let text = path.text
    try db.execute(
      sql: "INSERT INTO location (parentID, name, path, pathOrder) VALUES (?, ?, ?, ?)",
      arguments: [parent, path.names.last, text, text.naturalPathKey]
    )
    let id = db.lastInsertedRowID
    ids[path] = id
    return id
  }
}

import Foundation
import GRDB
import InventoryCore

/// Reads and changes the tree of locations in a transaction.
///
/// The paths of all locations below follow a change, and with them, by triggers, the index of the
/// search.
struct LocationTree {
  private let db: Database
  /// The items that have been moved out of locations, in this order.
  private(set) var moves: [LocationChange.Move] = []

  init(_ db: Database) {
    self.db = db
  }

  // MARK: - Reading

  func content(_ reference: LocationReference) throws -> LocationContent? {
    let found =
      switch reference {
      case .id(let id):
        try Row.fetchOne(db, sql: "SELECT id, path FROM location WHERE id = ?", arguments: [id])
      case .name(let path):
        try Row.fetchOne(db, sql: "SELECT id, path FROM location WHERE path = ?", arguments: [path])
      }
    guard let found else { return nil }
    let id = found[0] as Int64
    let sublocations = try locations(in: id)
    let ownCount = try Int.fetchOne(
      db,
      sql: "SELECT COUNT(*) FROM item WHERE locationID = ?",
      arguments: [id]
    )
    return LocationContent(
      id: id,
      name: found[1],
      sublocations: sublocations,
      itemCount: sublocations.reduce(ownCount ?? 0) { $0 + $1.itemCount }
    )
  }

  /// The locations directly in another one, or in none.
  func locations(in parent: Int64?) throws -> [Location] {
    try Row.fetchAll(
      db,
      sql: """
        -- UNION, which ends even if a damaged file has a location inside itself.
        WITH RECURSIVE below (id, root) AS (
          SELECT id, id FROM location WHERE parentID IS ?
          UNION
          SELECT location.id, root FROM location JOIN below ON location.parentID = below.id
        ),
        counted (root, itemCount) AS (
          SELECT root, SUM((SELECT COUNT(*) FROM item WHERE locationID = below.id))
          FROM below GROUP BY root
        )
        SELECT location.path, itemCount FROM counted JOIN location ON location.id = root
        ORDER BY location.pathOrder, location.path
        """,
      arguments: [parent]
    )
    .map { row in
      Location(
        name: try row.decode(String.self, atIndex: 0),
        itemCount: try row.decode(Int.self, atIndex: 1)
      )
    }
  }

  // MARK: - Writing

  func add(_ path: LocationPath) throws {
    if let existing = try content(.name(path.text)) { throw LocationError.exists(existing) }
    try path.checkLength()
    try LocationWriter(db).id(of: path)
  }

  mutating func move(_ id: Int64, to path: LocationPath, isMerging: Bool) throws {
    try take([.move(id, to: path, isMerging: isMerging)])
  }

  /// What is still to be done. A list instead of recursion: a tree may be of any depth.
  private enum Step {
    case move(Int64, to: LocationPath, isMerging: Bool)
    case remove(Int64)
  }

  /// Takes steps, the last one first.
  private mutating func take(_ steps: [Step]) throws {
    var steps = steps
    while let step = steps.popLast() {
      switch step {
      case .move(let id, let path, let isMerging):
        steps += try move(id, to: path, isMerging: isMerging).reversed()
      case .remove(let id):
        try db.execute(sql: "DELETE FROM location WHERE id = ?", arguments: [id])
      }
    }
  }

  /// Moves a location.
  ///
  /// - Returns: What is to be done next: the locations in one that is merged are moved, and then it
  ///   goes.
  private mutating func move(
    _ id: Int64,
    to path: LocationPath,
    isMerging: Bool
  ) throws -> [Step] {
    guard let name = path.names.last, let location = try content(.id(id)) else {
      throw LocationError.gone
    }
    let ancestors = sequence(first: path, next: \.parent).dropFirst()
    guard !ancestors.contains(where: { $0.text == location.name }) else {
      throw LocationError.insideItself
    }
    if let existing = try content(.name(path.text)), existing.id != id {
      guard isMerging else { throw LocationError.exists(existing) }
      return try empty(location, into: existing.id, path)
    }
    let parent = try path.parent.flatMap { try LocationWriter(db).id(of: $0) }
    try db.execute(
      sql: "UPDATE location SET parentID = ?, name = ? WHERE id = ?",
      arguments: [parent, name, id]
    )
    try setPath(path.text, of: id, isLimited: true)
    return []
  }

  mutating func delete(_ id: Int64) throws {
    guard let location = try content(.id(id)) else { return }
    let parent = try Int64.fetchOne(
      db,
      sql: "SELECT parentID FROM location WHERE id = ?",
      arguments: [id]
    )
    let steps = try empty(
      location,
      into: parent,
      location.path.parent ?? LocationPath(names: [])
    )
    try take(steps.reversed())
  }

  /// Moves what is in a location to another one, or out of all, and removes it.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - target: Where the items go.
  ///   - path: The path of the target, which has no names if there is none.
  /// - Returns: What is to be done next.
  private mutating func empty(
    _ location: LocationContent,
    into target: Int64?,
    _ path: LocationPath
  ) throws -> [Step] {
    let items = try Int64.fetchAll(
      db,
      sql: "SELECT key FROM item WHERE locationID = ?",
      arguments: [location.id]
    )
    let lastMovement = try db.lastMovement()
    try db.execute(
      sql: "UPDATE item SET locationID = ?, changedAt = ? WHERE locationID = ?",
      arguments: [target, Date().milliseconds, location.id]
    )
    if !items.isEmpty {
      moves.append(
        LocationChange.Move(
          items: items,
          from: location.id,
          to: target,
          movements: lastMovement + 1...lastMovement + Int64(items.count)
        )
      )
    }
    let children = try Row.fetchAll(
      db,
      sql: "SELECT id, name FROM location WHERE parentID = ? ORDER BY id",
      arguments: [location.id]
    )
    var steps: [Step] = []
    for child in children {
      let path = LocationPath(names: path.names + [try child.decode(String.self, atIndex: 1)])
      if path.text == location.name {
        // The child takes the path of the location, which is empty of items by now and goes. A
        // path never ends so.
        try db.execute(
          sql: "UPDATE location SET path = ? WHERE id = ?",
          arguments: [path.text + LocationPath.separator, location.id]
        )
      }
      steps.append(.move(try child.decode(Int64.self, atIndex: 0), to: path, isMerging: true))
    }
    return steps + [.remove(location.id)]
  }

  /// Writes the path of a location, and those of all locations below it.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - id: The location.
  ///   - isLimited: Whether no path may become longer than a path may be.
  /// - Throws: ``LocationError/tooLong``.
  func setPath(_ path: String, of id: Int64, isLimited: Bool = false) throws {
    var steps = [(path: path, id: id)]
    var done: Set<Int64> = []
    // A loop, because a tree may be of any depth.
    while let (path, id) = steps.popLast() {
      guard done.insert(id).inserted else {
        throw DatabaseError(
          resultCode: .SQLITE_CORRUPT,
          message: "the location \(path.excerpt()) is inside itself"
        )
      }
      if isLimited { try LocationPath(path).checkLength() }
      try db.execute(
        sql: "UPDATE location SET path = ?, pathOrder = ? WHERE id = ?",
        arguments: [path, path.naturalPathKey, id]
      )
      let children = try Row.fetchAll(
        db,
        sql: "SELECT id, name FROM location WHERE parentID = ?",
        arguments: [id]
      )
      for child in children {
        let name = try child.decode(String.self, atIndex: 1)
        steps.append(
          (path + LocationPath.separator + name, try child.decode(Int64.self, atIndex: 0))
        )
      }
    }
  }
}

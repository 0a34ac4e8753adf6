import Foundation
import GRDB
import InventoryCore

/// What has become of the tree of locations, and of the items in it.
struct LocationChange: Equatable, Sendable {
  /// A location without its path, which follows from the names of those around it.
  struct Row: Hashable, Identifiable, Sendable {
    let id: Int64
    var parentID: Int64?
    var name: String
  }

  /// Items that went from one location to another, or out of all.
  struct Move: Equatable, Sendable {
    /// The keys of the items.
    var items: [Int64]
    var from: Int64?
    var to: Int64?
    /// The numbers of the movements that were written about it; `nil` if it takes back another
    /// move: then nothing is written, and what was written about that one is removed.
    var movements: ClosedRange<Int64>?
    /// When the items were moved, in milliseconds since 1970, if their keys are not to be trusted:
    /// the key of an item that is gone is given to another one. What was written about the move
    /// then says which items they are.
    var date: Int64?
  }

  /// The locations that are other ones now, as they were. Those that are new are missing.
  var before: Set<Row> = []
  /// The same locations as they are now. Those that are gone are missing.
  var after: Set<Row> = []
  /// The items that were moved, in this order.
  var moves: [Move] = []
  /// Whether locations were only made for items. Then they stay when this is taken back if others
  /// use them or have made something else of them, and do not stand in the way. When they are to
  /// return, those that others have made meanwhile do as well.
  var sparesUsed = false

  var isEmpty: Bool { before.isEmpty && after.isEmpty && moves.isEmpty }

  init() {}

  /// The difference between the locations of two moments.
  init(from before: Set<Row>, to after: Set<Row>, moves: [Move] = [], sparesUsed: Bool = false) {
    self.before = before.subtracting(after)
    self.after = after.subtracting(before)
    self.moves = moves
    self.sparesUsed = sparesUsed
  }

  /// The locations that were made for items.
  ///
  /// - Parameter last: The largest number that a location had had before.
  init(madeForItemsAfter last: Int64, _ db: Database) throws {
    after = try db.locationRows(after: last)
    sparesUsed = true
  }

  /// Takes the change back. Items that somebody has put elsewhere meanwhile stay there.
  ///
  /// - Returns: the change that takes this back in its turn.
  /// - Throws: ``UndoProblem`` if others have changed the same locations.
  func revert(_ db: Database) throws -> LocationChange {
    guard !isEmpty else { return self }
    let original = try db.locationRows()
    var change = self
    let changed = after.subtracting(original)
    if sparesUsed {
      change.after.subtract(changed)
    } else if let changed = changed.first {
      throw UndoProblem.locationChangedMeanwhile(name: changed.name)
    }
    var reverter = try LocationReverter(change, original, db)
    return try reverter.revert()
  }
}

/// Makes locations what they were.
private struct LocationReverter {
  private let change: LocationChange
  private let original: Set<LocationChange.Row>
  private let db: Database
  /// The paths of the locations before.
  private let paths: [Int64: String]
  /// The numbers of locations that return, and what they are now: the old ones may be in use.
  private var ids: [Int64: Int64] = [:]

  init(_ change: LocationChange, _ original: Set<LocationChange.Row>, _ db: Database) throws {
    self.change = change
    self.original = original
    self.db = db
    paths = Dictionary(
      uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT id, path FROM location")
        .map { ($0[0], $0[1]) }
    )
  }

  mutating func revert() throws -> LocationChange {
    try clearPaths()
    let wanted = try insertMissing()
    for row in wanted {
      try db.execute(
        sql: "UPDATE location SET parentID = ?, name = ? WHERE id = ?",
        arguments: [row.parentID, row.name, row.id]
      )
    }
    try setPaths(wanted)
    let moves = try change.moves.reversed().map(moveBack)
    try removeNew()
    return LocationChange(
      from: original,
      to: try db.locationRows(),
      moves: moves,
      sparesUsed: change.sparesUsed
    )
  }

  private func id(_ id: Int64?) -> Int64? {
    id.map { ids[$0] ?? $0 }
  }

  /// Lets no location that changes keep its path, nor those below it: another one may be about to
  /// take it. A path never ends with a separator.
  private func clearPaths() throws {
    try db.execute(
      sql: """
        WITH RECURSIVE below (id) AS (
          SELECT value FROM json_each(:ids)
          UNION
          SELECT location.id FROM location JOIN below ON parentID = below.id
        )
        UPDATE location SET path = path || :separator WHERE id IN below
        """,
      arguments: [
        "ids": Self.list(change.after.map(\.id)), "separator": LocationPath.separator,
      ]
    )
  }

  private static func list(_ ids: [Int64]) -> String {
    "[\(ids.map(String.init).joined(separator: ","))]"
  }

  /// Inserts the locations that are gone, for the time being in no other location.
  ///
  /// - Returns: all locations as they should be.
  private mutating func insertMissing() throws -> [LocationChange.Row] {
    let present = Set(change.after.map(\.id))
    let taken = Set(original.map(\.id))
    let missing = change.before.filter { !present.contains($0.id) }.sorted { $0.id < $1.id }
    var wanted = change.before
    for row in missing {
      if change.sparesUsed {
        let parent = id(row.parentID)
        if let other = original.first(where: { $0.parentID == parent && $0.name == row.name }) {
          ids[row.id] = other.id
          continue
        }
        // Without the one around it, it is made anew with the item that needs it.
        if let parent, !taken.contains(parent), !ids.values.contains(parent) {
          wanted.remove(row)
          continue
        }
      }
      let name = UUID().uuidString
      try db.execute(
        sql: "INSERT INTO location (id, name, path, pathOrder) VALUES (?, ?, ?, ?)",
        arguments: [taken.contains(row.id) ? nil : row.id, name, name, name]
      )
      ids[row.id] = db.lastInsertedRowID
    }
    return wanted.sorted { $0.id < $1.id }
      .map { LocationChange.Row(id: id($0.id) ?? $0.id, parentID: id($0.parentID), name: $0.name) }
  }

  /// Sets the paths of locations, and those of all below them.
  private func setPaths(_ rows: [LocationChange.Row]) throws {
    let ids = Set(rows.map(\.id))
    // The paths of the others follow from these.
    for row in rows where row.parentID.map({ !ids.contains($0) }) ?? true {
      var path = row.name
      if let parent = row.parentID {
        guard try !isInside(parent, ids), let parentPath = try db.locationPath(parent) else {
          throw UndoProblem.locationChangedMeanwhile(name: row.name)
        }
        path = parentPath + LocationPath.separator + row.name
      }
      do {
        try LocationTree(db).setPath(path, of: row.id)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw UndoProblem.locationExists(name: path)
      }
    }
  }

  /// Whether a location is in one of others, at any depth.
  private func isInside(_ location: Int64, _ others: Set<Int64>) throws -> Bool {
    let around = try Int64.fetchAll(
      db,
      sql: """
        WITH RECURSIVE around (id) AS (
          SELECT parentID FROM location WHERE id = ?
          UNION
          SELECT parentID FROM location JOIN around USING (id)
        )
        SELECT id FROM around WHERE id IS NOT NULL
        """,
      arguments: [location]
    )
    return !others.isDisjoint(with: around)
  }

  /// Moves items back to where they were.
  ///
  /// - Returns: The move that was made.
  private func moveBack(_ move: LocationChange.Move) throws -> LocationChange.Move {
    var keys = move.items
    if let date = move.date, let movements = move.movements {
      keys = try Int64.fetchAll(
        db,
        sql: """
          SELECT itemKey FROM movement
          WHERE id BETWEEN ? AND ? AND reason = 'moved' AND date = ?
          """,
        arguments: [movements.lowerBound, movements.upperBound, date]
      )
    }
    let items = Self.list(keys)
    let lastMovement = try db.lastMovement()
    var back = LocationChange.Move(items: keys, from: id(move.to), to: id(move.from))
    let update = """
      UPDATE item SET locationID = ?, changedAt = ?
      WHERE locationID IS ? AND key IN (SELECT value FROM json_each(?))
      """
    let arguments: StatementArguments = [back.to, Date().milliseconds, back.from, items]
    if let movements = move.movements {
      // Items that somebody has put elsewhere meanwhile do not move back: their history stays.
      try db.execute(
        sql: """
          DELETE FROM movement WHERE id BETWEEN ? AND ? AND reason = 'moved' AND itemKey IN (
            SELECT key FROM item
            WHERE locationID IS ? AND key IN (SELECT value FROM json_each(?))
          )
          """,
        arguments: [movements.lowerBound, movements.upperBound, back.from, items]
      )
      try db.withoutBookingMoves { try db.execute(sql: update, arguments: arguments) }
    } else {
      try db.execute(sql: update, arguments: arguments)
      let count = Int64(db.changesCount)
      if count > 0 { back.movements = lastMovement + 1...lastMovement + count }
      // A location that is about to be removed has a provisional path by now.
      try db.execute(
        sql: "UPDATE movement SET origin = ? WHERE id > ?",
        arguments: [back.from.flatMap { paths[$0] }, lastMovement]
      )
    }
    return back
  }

  /// Removes the locations that were new, the innermost first.
  private func removeNew() throws {
    let kept = Set(change.before.map(\.id))
    var remaining = change.after.filter { !kept.contains($0.id) }
    while !remaining.isEmpty {
      let count = remaining.count
      for row in remaining.sorted(by: { $0.id > $1.id }) {
        try db.execute(
          sql: """
            DELETE FROM location WHERE id = :id
              AND NOT EXISTS (SELECT 1 FROM item WHERE locationID = :id)
              AND NOT EXISTS (SELECT 1 FROM location WHERE parentID = :id)
            """,
          arguments: ["id": row.id]
        )
        if db.changesCount > 0 { remaining.remove(row) }
      }
      if remaining.count == count { break }
    }
    let used = try remaining.map { row in
      // Without what was added to clear it.
      let path = try db.locationPath(row.id) ?? ""
      return (id: row.id, path: String(path.dropLast(LocationPath.separator.count)))
    }
    // Those around others first.
    for row in used.sorted(by: { $0.path.count < $1.path.count }) {
      guard change.sparesUsed else { throw UndoProblem.locationInUse(name: row.path) }
      try LocationTree(db).setPath(row.path, of: row.id)
    }
  }
}

extension Database {
  /// All locations, or those with larger numbers than one.
  func locationRows(after number: Int64 = .min) throws -> Set<LocationChange.Row> {
    Set(
      try Row.fetchAll(
        self,
        sql: "SELECT id, parentID, name FROM location WHERE id > ?",
        arguments: [number]
      )
      .map { LocationChange.Row(id: $0[0], parentID: $0[1], name: $0[2]) }
    )
  }

  fileprivate func locationPath(_ id: Int64) throws -> String? {
    try String.fetchOne(self, sql: "SELECT path FROM location WHERE id = ?", arguments: [id])
  }
}

import Foundation
import InventoryCore
import PostgresClient

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
    var items: [Item.ID]
    var from: Int64?
    var to: Int64?
    /// The numbers of the movements that were written about it; `nil` if it takes back another
    /// move: then nothing is written, and what was written about that one is removed.
    var movements: [Int64]?
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

  /// The locations that were made for items in this transaction.
  ///
  /// - Parameter last: The largest number that a location had before.
  init(madeForItemsAfter last: Int64, _ connection: Connection) async throws {
    try self.init(
      madeForItems: await connection.rows(Self.statementForLocations(madeAfter: last))
    )
  }

  /// - Parameter rows: What ``statementForLocations(madeAfter:)`` has found.
  init(madeForItems rows: [PostgresClient.Row]) throws {
    after = Set(try rows.map { try Row($0) })
    sparesUsed = true
  }

  /// - Parameter last: The largest number that a location had before the transaction.
  static func statementForLocations(madeAfter last: Int64) -> SQL {
    // Those of other transactions may have larger numbers, too.
    """
    SELECT id, parent_id, name FROM location
    WHERE id > \(last) AND xmin = pg_current_xact_id()::xid
    """
  }

  /// Takes the change back. Items that somebody has put elsewhere meanwhile stay there.
  ///
  /// - Returns: The change that takes this back in its turn.
  /// - Throws: ``UndoProblem`` if others have changed the same locations.
  func revert(_ connection: Connection) async throws -> LocationChange {
    guard !isEmpty else { return self }
    try await connection.lockLocations()
    let original = try await connection.locationRows()
    var change = self
    let changed = after.subtracting(original)
    if sparesUsed {
      change.after.subtract(changed)
    } else if let changed = changed.first {
      throw UndoProblem.locationChangedMeanwhile(name: changed.name)
    }
    var reverter = LocationReverter(change, original, connection)
    return try await reverter.revert()
  }
}

/// Makes locations what they were.
private struct LocationReverter {
  private let change: LocationChange
  private let original: Set<LocationChange.Row>
  private let connection: Connection
  /// The numbers of locations that are to return, and of those that others have made in their
  /// places.
  private var ids: [Int64: Int64] = [:]

  init(
    _ change: LocationChange,
    _ original: Set<LocationChange.Row>,
    _ connection: Connection
  ) {
    self.change = change
    self.original = original
    self.connection = connection
  }

  mutating func revert() async throws -> LocationChange {
    // Until all are in their places, two may have the same path.
    try await connection.execute("SET CONSTRAINTS location_path DEFERRED")
    let wanted = try await insertMissing()
    try await place(wanted)
    var moves: [LocationChange.Move] = []
    for move in change.moves.reversed() { moves.append(try await moveBack(move)) }
    try await removeNew()
    let twice: String? = try await connection.value(
      "SELECT path FROM location GROUP BY path HAVING count(*) > 1 ORDER BY path LIMIT 1"
    )
    if let twice { throw UndoProblem.locationExists(name: twice) }
    try await connection.execute("SET CONSTRAINTS location_path IMMEDIATE")
    return LocationChange(
      from: original,
      to: try await connection.locationRows(),
      moves: moves,
      sparesUsed: change.sparesUsed
    )
  }

  private func id(_ id: Int64?) -> Int64? {
    id.map { ids[$0] ?? $0 }
  }

  /// Inserts the locations that are gone, for the time being in no other location.
  ///
  /// - Returns: All locations as they should be.
  private mutating func insertMissing() async throws -> [LocationChange.Row] {
    let present = Set(change.after.map(\.id))
    let taken = Set(original.map(\.id))
    var returned: Set<Int64> = []
    var wanted = change.before
    for row in change.before.filter({ !present.contains($0.id) }).sorted(by: { $0.id < $1.id }) {
      if change.sparesUsed {
        let parent = id(row.parentID)
        if let other = original.first(where: { $0.parentID == parent && $0.name == row.name }) {
          ids[row.id] = other.id
          wanted.remove(row)
          continue
        }
        // Without the one around it, it is made anew with the item that needs it.
        if let parent, !taken.contains(parent), !returned.contains(parent) {
          wanted.remove(row)
          continue
        }
      }
      try await connection.execute(
        """
        INSERT INTO location (id, name) OVERRIDING SYSTEM VALUE VALUES (\(row.id), \(row.name))
        """
      )
      returned.insert(row.id)
    }
    return wanted.sorted { $0.id < $1.id }
      .map { LocationChange.Row(id: $0.id, parentID: id($0.parentID), name: $0.name) }
  }

  /// Gives locations their names and their places.
  private func place(_ rows: [LocationChange.Row]) async throws {
    guard !rows.isEmpty else { return }
    // First out of all others: on the way, none is to be inside itself.
    try await connection.execute(
      "UPDATE location SET parent_id = NULL WHERE id = ANY (\(rows.map(\.id)))"
    )
    for row in rows {
      do {
        try await connection.execute(
          """
          UPDATE location SET parent_id = \(row.parentID), name = \(row.name) WHERE id = \(row.id)
          """
        )
      } catch let error as PostgresError {
        // The one around it is gone, or inside it by now.
        guard case .constraint = error.kind else { throw error }
        throw UndoProblem.locationChangedMeanwhile(name: row.name)
      }
    }
  }

  /// Moves items back to where they were.
  ///
  /// - Returns: The move that was made.
  private func moveBack(_ move: LocationChange.Move) async throws -> LocationChange.Move {
    var back = LocationChange.Move(items: move.items, from: id(move.to), to: id(move.from))
    let isThere: SQL = back.from.map { "location_id = \($0)" } ?? "location_id IS NULL"
    let origin: String? =
      if let from = back.from {
        try await connection.value("SELECT path FROM location WHERE id = \(from)")
      } else {
        nil
      }
    // Items that somebody has put elsewhere meanwhile do not move back: their history stays.
    let moved: [Item.ID] = try await connection.rows(
      """
      UPDATE item SET location_id = \(back.to), changed_at = now()
      WHERE id IN (
        SELECT id FROM item WHERE id = ANY (\(move.items)) AND \(isThere)
        ORDER BY id FOR NO KEY UPDATE
      )
      RETURNING id
      """
    )
    .map { try $0.decode(0) }
    let written = try await connection.movementsOfMoves(moved)
    if let movements = move.movements {
      try await connection.execute(
        """
        DELETE FROM movement WHERE id = ANY (\(written + movements)) AND item_id = ANY (\(moved))
        """
      )
    } else {
      // A location that returns to another place has its new path by now.
      try await connection.execute(
        "UPDATE movement SET origin = \(origin) WHERE id = ANY (\(written))"
      )
      back.movements = written
    }
    return back
  }

  /// Removes the locations that were new, the innermost first.
  private func removeNew() async throws {
    let kept = Set(change.before.map(\.id))
    var remaining = change.after.filter { !kept.contains($0.id) }
    while !remaining.isEmpty {
      let count = remaining.count
      for row in remaining.sorted(by: { $0.id > $1.id }) {
        let removed = try await connection.execute(
          """
          DELETE FROM location WHERE id = \(row.id)
            AND NOT EXISTS (SELECT FROM item WHERE location_id = \(row.id))
            AND NOT EXISTS (SELECT FROM location WHERE parent_id = \(row.id))
          """
        )
        if removed > 0 { remaining.remove(row) }
      }
      if remaining.count == count { break }
    }
    guard !change.sparesUsed, !remaining.isEmpty else { return }
    let used: String? = try await connection.value(
      """
      SELECT path FROM location WHERE id = ANY (\(remaining.map(\.id)))
      ORDER BY length(path) LIMIT 1
      """
    )
    throw UndoProblem.locationInUse(name: used ?? "")
  }
}

extension LocationChange.Row {
  fileprivate init(_ row: PostgresClient.Row) throws {
    try self.init(id: row.decode(0), parentID: row.decode(1), name: row.decode(2))
  }
}

extension Connection {
  /// All locations.
  nonisolated func locationRows() async throws -> Set<LocationChange.Row> {
    Set(
      try await rows("SELECT id, parent_id, name FROM location")
        .map { try LocationChange.Row($0) }
    )
  }

  /// The largest number that a location has, or 0.
  nonisolated func lastLocationNumber() async throws -> Int64 {
    try await value(Self.statementForLastLocation) ?? 0
  }

  static let statementForLastLocation: SQL = "SELECT coalesce(max(id), 0) FROM location"
}

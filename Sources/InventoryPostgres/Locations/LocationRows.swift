import InventoryCore
import PostgresClient

/// Locations, as they are read and as items make them.
extension Connection {
  /// The locations that have items, with the numbers of those in themselves.
  static let ownCounts: SQL = """
    SELECT key::bigint AS id, sum(delta)::bigint AS count FROM tally WHERE kind = 'location'
    GROUP BY key
    """

  /// All locations, ordered by path, with the number of items there and below.
  ///
  /// - Complexity: O(locations).
  nonisolated func locations() async throws -> [Location] {
    try Self.locations(await rows(Self.statementForLocations))
  }

  static var statementForLocations: SQL {
    """
    SELECT location.id, parent_id, path, coalesce(counted.count, 0)
    FROM location LEFT JOIN (\(ownCounts)) AS counted ON counted.id = location.id
    ORDER BY path_key, path COLLATE "C"
    """
  }

  /// - Parameter rows: What ``statementForLocations`` has found.
  static func locations(_ rows: [Row]) throws -> [Location] {
    let rows = try rows.map {
      try (
        $0.decode(0, as: Int64.self), $0.decode(1, as: Int64?.self), $0.decode(2, as: String.self),
        $0.count(3)
      )
    }
    let parents = Dictionary(rows.map { ($0.0, $0.1) }) { first, _ in first }
    var totals: [Int64: Int] = [:]
    for (id, _, _, count) in rows where count != 0 {
      // The server lets no location be inside itself, unless it is another one than it says.
      var known: Set<Int64> = []
      var ancestor: Int64? = id
      while let current = ancestor, known.insert(current).inserted {
        totals[current, default: 0] += count
        ancestor = parents[current] ?? nil
      }
    }
    return rows.map { Location(name: $0.2, itemCount: totals[$0.0] ?? 0) }
  }

  /// The locations directly in another one, or in none, ordered by name.
  nonisolated func locations(in parent: Int64?) async throws -> [Location] {
    let isIn: SQL = parent.map { "parent_id = \($0)" } ?? "parent_id IS NULL"
    return try await rows(
      """
      WITH RECURSIVE below (id, root) AS (
        SELECT id, id FROM location WHERE \(isIn)
        UNION ALL
        SELECT location.id, root FROM location JOIN below ON location.parent_id = below.id
      )
      SELECT location.path, coalesce(sum(counted.count), 0)::bigint
      FROM below JOIN location ON location.id = root
        LEFT JOIN (\(Self.ownCounts)) AS counted ON counted.id = below.id
      GROUP BY location.id ORDER BY location.path_key, location.path COLLATE "C"
      """
    )
    .map { Location(name: try $0.decode(0), itemCount: try $0.count(1)) }
  }

  /// A location with what is in it; `nil` if there is none.
  nonisolated func location(_ reference: LocationReference) async throws -> LocationContent? {
    let isMeant: SQL =
      switch reference {
      case .id(let id): "id = \(id)"
      case .name(let path): "path = \(path)"
      }
    let found = try await rows(
      """
      SELECT id, path, (
        SELECT coalesce(sum(delta), 0)::bigint FROM tally
        WHERE kind = 'location' AND key = location.id::text
      )
      FROM location WHERE \(isMeant)
      """
    ).first
    guard let found else { return nil }
    let id: Int64 = try found.decode(0)
    let sublocations = try await locations(in: id)
    return LocationContent(
      id: id,
      name: try found.decode(1),
      sublocations: sublocations,
      itemCount: sublocations.reduce(try found.count(2)) { $0 + $1.itemCount }
    )
  }

  /// The location at a path, if it is there.
  nonisolated func locationID(_ path: LocationPath) async throws -> Int64? {
    try await value("SELECT id FROM location WHERE path = \(path.text)")
  }

  /// The location at a path, which is made with those around it if it is not there; `nil` for an
  /// empty path.
  nonisolated func makeLocation(_ path: LocationPath) async throws -> Int64? {
    guard !path.names.isEmpty else { return nil }
    if let id = try await locationID(path) { return id }
    // Whoever makes the same location waits, and then finds it.
    try await lockLocations()
    var id: Int64?
    for count in 1...path.names.count {
      let part = LocationPath(names: Array(path.names.prefix(count)))
      if let known = try await locationID(part) {
        id = known
      } else {
        id = try await value(
          """
          INSERT INTO location (parent_id, name) VALUES (\(id), \(part.names[count - 1]))
          RETURNING id
          """
        )
      }
    }
    return id
  }

  /// Lets others wait with changes of locations until the end of the transaction, if there is no
  /// location at a path.
  ///
  /// Whoever makes a location for an item does this before the item is locked: who changes the tree
  /// locks the items in it later, too, and so nobody waits for somebody who waits.
  nonisolated func lockLocations(toMake path: LocationPath) async throws {
    guard !path.names.isEmpty, try await locationID(path) == nil else { return }
    try await lockLocations()
  }

  /// Lets others wait with changes of locations until the end of the transaction.
  nonisolated func lockLocations() async throws {
    try await execute("LOCK TABLE location IN SHARE ROW EXCLUSIVE MODE")
  }
}

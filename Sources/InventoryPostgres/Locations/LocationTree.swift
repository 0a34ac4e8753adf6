import InventoryCore
import PostgresClient

/// Changes the tree of locations in a transaction. The paths of all locations below follow by
/// triggers.
struct LocationTree {
  private let connection: Connection
  /// The items that have been moved out of locations, in this order.
  private(set) var moves: [LocationChange.Move] = []

  /// Others wait with changes of locations until the end of the transaction.
  init(_ connection: Connection) async throws {
    self.connection = connection
    try await connection.lockLocations()
  }

  /// Adds a location, and those around it that are not there.
  ///
  /// - Throws: ``LocationError/exists(_:)``, ``LocationError/tooLong``.
  func add(_ path: LocationPath) async throws {
    if let existing = try await connection.location(.name(path.text)) {
      throw LocationError.exists(existing)
    }
    try path.checkLength()
    _ = try await connection.makeLocation(path)
  }

  /// Gives a location another name or place, and leaves what others have changed of it meanwhile.
  ///
  /// - Returns: What was done.
  /// - Throws: ``LocationError``.
  mutating func edit(_ edit: LocationEdit, isMerging: Bool) async throws -> InventoryChange.Kind {
    guard let location = try await connection.location(.id(edit.id)) else {
      throw LocationError.gone
    }
    let path = try edit.path(of: location)
    let existing = try await connection.locationID(path)
    try await take([.move(edit.id, to: path, isMerging: isMerging)])
    return existing.map { $0 != edit.id } ?? false
      ? .merged(name: location.name, into: path.text)
      : .edited(name: path.text, formerly: location.name)
  }

  /// Removes a location. What is in it moves to the location around it. One that is gone already is
  /// no error.
  ///
  /// - Returns: What was done.
  mutating func delete(_ id: Int64) async throws -> InventoryChange.Kind {
    guard let location = try await connection.location(.id(id)) else { return .deleted(name: "") }
    let parent: Int64?? = try await connection.value(
      "SELECT parent_id FROM location WHERE id = \(id)"
    )
    let steps = try await empty(
      location,
      into: parent ?? nil,
      location.path.parent ?? LocationPath(names: [])
    )
    try await take(steps.reversed())
    return .deleted(name: location.name)
  }

  /// What is still to be done. A list instead of recursion: a tree may be of any depth.
  private enum Step {
    case move(Int64, to: LocationPath, isMerging: Bool)
    case remove(Int64)
  }

  /// Takes steps, the last one first.
  private mutating func take(_ steps: [Step]) async throws {
    var steps = steps
    while let step = steps.popLast() {
      switch step {
      case .move(let id, let path, let isMerging):
        steps += try await move(id, to: path, isMerging: isMerging).reversed()
      case .remove(let id):
        try await connection.execute("DELETE FROM location WHERE id = \(id)")
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
  ) async throws -> [Step] {
    guard let name = path.names.last, let location = try await connection.location(.id(id)) else {
      throw LocationError.gone
    }
    let ancestors = sequence(first: path, next: \.parent).dropFirst()
    guard !ancestors.contains(where: { $0.text == location.name }) else {
      throw LocationError.insideItself
    }
    if let existing = try await connection.location(.name(path.text)), existing.id != id {
      guard isMerging else { throw LocationError.exists(existing) }
      return try await empty(location, into: existing.id, path)
    }
    let parent = try await connection.makeLocation(path.parent ?? LocationPath(names: []))
    try await connection.execute(
      "UPDATE location SET parent_id = \(parent), name = \(name) WHERE id = \(id)"
    )
    let below = path.text + LocationPath.separator
    let paths = try await connection.rows(
      "SELECT path FROM location WHERE path = \(path.text) OR starts_with(path, \(below))"
    )
    for row in paths { try LocationPath(row.decode(0)).checkLength() }
    return []
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
  ) async throws -> [Step] {
    let items: [Item.ID] = try await connection.rows(
      """
      UPDATE item SET location_id = \(target), changed_at = now()
      WHERE id IN (
        SELECT id FROM item WHERE location_id = \(location.id) ORDER BY id FOR NO KEY UPDATE
      )
      RETURNING id
      """
    )
    .map { try $0.decode(0) }
    if !items.isEmpty {
      moves.append(
        LocationChange.Move(
          items: items,
          from: location.id,
          to: target,
          movements: try await connection.movementsOfMoves(items)
        )
      )
    }
    let children = try await connection.rows(
      "SELECT id, name FROM location WHERE parent_id = \(location.id) ORDER BY id"
    )
    var steps: [Step] = []
    for child in children {
      let path = LocationPath(names: path.names + [try child.decode(1)])
      if path.text == location.name {
        // The child takes the path of the location, which is empty of items by now and goes. A
        // path never ends so.
        try await connection.execute(
          """
          UPDATE location SET name = name || \(LocationPath.separator) WHERE id = \(location.id)
          """
        )
      }
      steps.append(.move(try child.decode(0), to: path, isMerging: true))
    }
    return steps + [.remove(location.id)]
  }
}

extension Connection {
  /// The numbers of the movements that say that items were moved in this transaction.
  nonisolated func movementsOfMoves(_ items: [Item.ID]) async throws -> [Int64] {
    try await rows(
      """
      SELECT id FROM movement
      WHERE item_id = ANY (\(items)) AND reason = 'moved' AND date = now() ORDER BY id
      """
    )
    .map { try $0.decode(0) }
  }

  /// Changes the tree of locations.
  ///
  /// - Parameters:
  ///   - isTold: Whether the change is to be taken back some time.
  ///   - body: Changes the tree, and returns what was done.
  /// - Returns: The change, if there is one and it is told.
  nonisolated func changeLocations(
    isTold: Bool,
    _ body: (inout LocationTree) async throws -> InventoryChange.Kind
  ) async throws -> InventoryChange? {
    var tree = try await LocationTree(self)
    let before = isTold ? try await locationRows() : []
    let kind = try await body(&tree)
    guard isTold else { return nil }
    let locations = LocationChange(from: before, to: try await locationRows(), moves: tree.moves)
    return locations.isEmpty ? nil : InventoryChange(kind, [], locations: locations)
  }
}

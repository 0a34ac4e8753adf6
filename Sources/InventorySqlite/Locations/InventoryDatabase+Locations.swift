import GRDB
import InventoryCore

/// The tree of locations.
extension InventoryDatabase {
  /// A location with what is in it; `nil` if there is none.
  public func location(_ reference: LocationReference) throws -> LocationContent? {
    try read { try LocationTree($0).content(reference) }
  }

  /// The locations that are in no other, ordered by name.
  public func topLocations() throws -> [Location] {
    try read { try LocationTree($0).locations(in: nil) }
  }

  /// Adds a location, and those around it that are not there.
  ///
  /// - Throws: ``LocationError/exists(_:)`` if it is there.
  public func addLocation(_ path: LocationPath) throws {
    try addLocation(path, journal: nil)
  }

  func addLocation(_ path: LocationPath, journal: ChangeJournal?) throws {
    try writeLocations(telling: journal) { tree in
      try tree.add(path)
      return .added(name: path.text)
    }
  }

  /// Gives a location another name, or another place, with everything in it.
  ///
  /// - Parameters:
  ///   - id: The location.
  ///   - path: Where it is afterwards. Locations around it that are not there are made.
  ///   - isMerging: Whether what is in it goes to the location that has the path already, if there
  ///     is one. Locations in them that have the same name are merged, too.
  /// - Throws: ``LocationError``.
  public func moveLocation(_ id: Int64, to path: LocationPath, isMerging: Bool = false) throws {
    try writeLocations(telling: nil) { tree in
      try tree.move(id, to: path, isMerging: isMerging)
      return .edited(name: path.text)
    }
  }

  /// Gives a location another name or place, and leaves what others have changed of it meanwhile.
  ///
  /// - Throws: ``LocationError``.
  func editLocation(_ edit: LocationEdit, isMerging: Bool, journal: ChangeJournal?) throws {
    try writeLocations(telling: journal) { tree in
      guard let location = try tree.content(.id(edit.id)) else { throw LocationError.gone }
      let path = try edit.path(of: location)
      let isMerged = try tree.content(.name(path.text)).map { $0.id != edit.id } ?? false
      try tree.move(edit.id, to: path, isMerging: isMerging)
      return isMerged
        ? .merged(name: location.name, into: path.text)
        : .edited(name: path.text, formerly: location.name)
    }
  }

  /// Removes a location. What is in it moves to the location around it; what is in a location with
  /// no other around it has none then. One that is gone already is no error.
  public func deleteLocation(_ id: Int64) throws {
    try deleteLocation(id, journal: nil)
  }

  func deleteLocation(_ id: Int64, journal: ChangeJournal?) throws {
    try writeLocations(telling: journal) { tree in
      let name = try tree.content(.id(id))?.name ?? ""
      try tree.delete(id)
      return .deleted(name: name)
    }
  }

  /// Changes the tree of locations, and tells a journal about it once it is in the database.
  ///
  /// - Parameter body: Changes the tree, and returns what was done.
  private func writeLocations(
    telling journal: ChangeJournal?,
    _ body: (inout LocationTree) throws -> InventoryChange.Kind
  ) throws {
    let change = try write { db -> InventoryChange? in
      let before = journal?.isHeard == true ? try db.locationRows() : nil
      var tree = LocationTree(db)
      let kind = try body(&tree)
      guard let before else { return nil }
      let locations = LocationChange(
        from: before,
        to: try db.locationRows(),
        moves: tree.moves
      )
      return locations.isEmpty ? nil : InventoryChange(kind, [], locations: locations)
    }
    if let change { journal?.add(change) }
  }
}

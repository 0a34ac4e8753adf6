import GRDB

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
    try write { try LocationTree($0).add(path) }
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
    try write { try LocationTree($0).move(id, to: path, isMerging: isMerging) }
  }

  /// Removes a location. What is in it moves to the location around it; what is in a location with
  /// no other around it has none then. One that is gone already is no error.
  public func deleteLocation(_ id: Int64) throws {
    try write { try LocationTree($0).delete(id) }
  }
}

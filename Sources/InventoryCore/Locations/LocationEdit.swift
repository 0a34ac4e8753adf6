/// What somebody has changed of a location: its name, the location around it, or both.
public struct LocationEdit: Equatable, Sendable {
  public let id: Int64
  /// The path when the user began.
  public let original: LocationPath
  /// The new name; `nil` if that stays.
  public let name: String?
  /// The new path of the location around it, which has no names for none; `nil` if that stays.
  public let parent: LocationPath?

  public init(
    id: Int64,
    original: LocationPath,
    name: String? = nil,
    parent: LocationPath? = nil
  ) {
    self.id = id
    self.original = original
    self.name = name
    self.parent = parent
  }

  /// The path after the change of a location that others may have changed, too.
  ///
  /// - Throws: ``LocationError/changed(_:)`` if somebody else has changed the same.
  package func path(of current: LocationContent) throws(LocationError) -> LocationPath {
    let path = current.path
    guard name == nil || path.names.last == original.names.last,
      parent == nil || path.parent == original.parent
    else { throw LocationError.changed(current) }
    let around = parent ?? path.parent ?? LocationPath(names: [])
    return LocationPath(names: around.names + [name ?? path.names.last ?? ""])
  }
}

import ComposableArchitecture

/// What the features ask of the tree of locations.
@DependencyClient
public struct LocationsClient: Sendable {
  /// A location with what is in it; `nil` if there is none.
  public var content: @Sendable (_ reference: LocationReference) async throws -> LocationContent?
  /// The locations that are in no other, ordered by name.
  public var top: @Sendable () async throws -> [Location]
  /// All locations, ordered by path, with the number of items there and below.
  public var all: @Sendable () async throws -> [Location]
  /// Adds a location, and those around it that are not there. Throws ``LocationError`` if it is
  /// there.
  public var add: @Sendable (_ path: LocationPath) async throws -> Void
  /// Gives a location another name or place, or merges it with the one that is there. Throws
  /// ``LocationError``.
  public var edit: @Sendable (_ edit: LocationEdit, _ isMerging: Bool) async throws -> Void
  /// Removes a location; what is in it moves up. One that is gone already is no error.
  public var delete: @Sendable (_ id: Int64) async throws -> Void
}

extension LocationsClient: TestDependencyKey {
  public static let testValue = LocationsClient()
}

extension DependencyValues {
  /// The locations of the inventory.
  public var locations: LocationsClient {
    get { self[LocationsClient.self] }
    set { self[LocationsClient.self] = newValue }
  }
}

import Foundation

/// A location with what is directly in it.
public struct LocationContent: Equatable, Identifiable, Sendable {
  public let id: Int64
  /// The path; see ``LocationPath``.
  public var name: String
  /// The locations directly in it, ordered by name.
  public var sublocations: [Location]
  /// How many kinds of items are kept here, or anywhere below.
  public var itemCount: Int

  public init(id: Int64, name: String, sublocations: [Location] = [], itemCount: Int = 0) {
    self.id = id
    self.name = name
    self.sublocations = sublocations
    self.itemCount = itemCount
  }

  /// How many kinds of items are kept here and not below.
  public var ownItemCount: Int {
    itemCount - sublocations.reduce(0) { $0 + $1.itemCount }
  }

  /// The names from the outermost location on.
  public var path: LocationPath { LocationPath(name) }
}

/// Which location is meant.
public enum LocationReference: Equatable, Hashable, Sendable {
  /// The one with an identity, whatever its path is by now.
  case id(Int64)
  /// The one that has a path.
  case name(String)
}

/// What cannot be done with locations.
public enum LocationError: Error, Equatable, Sendable {
  /// Somebody else has given the location another name or place.
  case changed(LocationContent)
  /// There is a location with this path already.
  case exists(LocationContent)
  /// The location is gone.
  case gone
  /// A location would be inside itself.
  case insideItself
  /// The path would have more names, or be longer, than a location may have.
  case tooLong
}

extension LocationError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .changed(let location): tr("The location is “\(location.name)” by now.")
    case .exists(let location): tr("There is a location “\(location.name)” already.")
    case .gone: tr("The location is no longer there.")
    case .insideItself: tr("A location cannot be inside itself.")
    case .tooLong:
      tr("A location can be inside \(Limits.locationDepth - 1) others at most, with short names.")
    }
  }
}

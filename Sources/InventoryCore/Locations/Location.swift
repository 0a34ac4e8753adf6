/// A place where items are kept.
public struct Location: Equatable, Hashable, Identifiable, Sendable {
  /// The path, unique among places; see ``LocationPath``.
  public let name: String
  /// How many kinds of items are kept here, or anywhere below.
  public var itemCount: Int

  public var id: String { name }

  public init(name: String, itemCount: Int) {
    self.name = name
    self.itemCount = itemCount
  }

  /// The names from the outermost location on.
  public var path: LocationPath { LocationPath(name) }
}

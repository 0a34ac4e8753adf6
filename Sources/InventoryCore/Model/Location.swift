/// A place that holds at least one item.
///
/// Places come and go with the items that name them; a place with nothing in it is forgotten.
public struct Location: Equatable, Hashable, Identifiable, Sendable {
  /// The name, unique among places.
  public let name: String
  /// How many kinds of items are kept here.
  public var itemCount: Int

  public var id: String { name }

  public init(name: String, itemCount: Int) {
    self.name = name
    self.itemCount = itemCount
  }
}

/// A word that items can be found by.
public struct Tag: Equatable, Hashable, Identifiable, Sendable {
  /// The word, as one of the items has it.
  public let name: String
  /// How many kinds of items have it.
  public var itemCount: Int

  public var id: String { name }

  public init(name: String, itemCount: Int) {
    self.name = name
    self.itemCount = itemCount
  }
}

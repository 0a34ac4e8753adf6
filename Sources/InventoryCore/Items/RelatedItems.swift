/// Items that have something in common with another one.
public struct RelatedItems: Equatable, Sendable {
  /// Some of the items that are kept at the same place, by name.
  public var atSamePlace: [Item]
  /// Some of the other items that have one of its tags, by name.
  public var withSameTag: [Item]

  public init(atSamePlace: [Item] = [], withSameTag: [Item] = []) {
    self.atSamePlace = atSamePlace
    self.withSameTag = withSameTag
  }
}

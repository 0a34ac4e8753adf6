/// What is in the database of what the sidebar shows.
public struct SidebarContent: Equatable, Sendable {
  /// How many kinds of items there are.
  public var itemCount: Int
  /// Of how many of them more should be ordered.
  public var lowCount: Int
  /// The tags that most items have, ordered by name.
  public var tags: [Tag]
  /// The locations in each location, by its path, ordered by name; those that are in no other by an
  /// empty text.
  private(set) var sublocations: [String: [Location]]

  /// - Parameter locations: All locations, ordered by path.
  public init(
    itemCount: Int = 0,
    lowCount: Int = 0,
    locations: [Location] = [],
    tags: [Tag] = []
  ) {
    self.itemCount = itemCount
    self.lowCount = lowCount
    self.tags = tags
    sublocations = Dictionary(grouping: locations) { $0.path.parent?.text ?? "" }
  }

  /// A location in the tree, with what is shown of what is in it.
  public struct Branch: Equatable, Identifiable, Sendable {
    public var location: Location
    /// How many locations are around it.
    public var depth: Int
    public var hasSublocations: Bool
    public var isUnfolded: Bool

    public var id: SidebarEntry { .location(location.name) }
  }

  /// The locations that are shown, as the lines of a tree.
  ///
  /// - Parameter layout: Says which locations are unfolded.
  /// - Complexity: O(locations that are shown).
  public func branches(_ layout: SidebarLayout) -> [Branch] {
    guard layout.showsLocations else { return [] }
    var branches: [Branch] = []
    // A loop, because a tree may be of any depth. The next location is the last one.
    var rest = (sublocations[""] ?? []).reversed().map { (location: $0, depth: 0) }
    while let (location, depth) = rest.popLast() {
      let inside = sublocations[location.name] ?? []
      let isUnfolded = !inside.isEmpty && layout.isUnfolded(.location(location.name))
      branches.append(
        Branch(
          location: location,
          depth: depth,
          hasSublocations: !inside.isEmpty,
          isUnfolded: isUnfolded
        )
      )
      if isUnfolded { rest += inside.reversed().map { (location: $0, depth: depth + 1) } }
    }
    return branches
  }

  /// Whether there are locations.
  public var hasLocations: Bool { !sublocations.isEmpty }
}

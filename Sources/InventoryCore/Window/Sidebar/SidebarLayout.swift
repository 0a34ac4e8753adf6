import ComposableArchitecture

/// What the user has made of the sidebar, and of the columns beside it. It comes back with the
/// window.
public struct SidebarLayout: Equatable, Sendable {
  /// Whether the tree of locations is shown.
  public var showsLocations: Bool
  /// The paths of the locations whose sublocations are shown.
  public var unfoldedLocations: Set<String>
  /// Whether the sidebar is shown where there is room for it.
  public var visibility: NavigationSplitViewVisibility
  public var widths: NavigationSplitViewWidths

  public init(
    showsLocations: Bool = true,
    unfoldedLocations: Set<String> = [],
    visibility: NavigationSplitViewVisibility = .automatic,
    widths: NavigationSplitViewWidths = NavigationSplitViewWidths()
  ) {
    self.showsLocations = showsLocations
    self.unfoldedLocations = unfoldedLocations
    self.visibility = visibility
    self.widths = widths
  }

  /// Whether the entries below an entry are shown.
  func isUnfolded(_ entry: SidebarEntry) -> Bool {
    switch entry {
    case .locations: showsLocations
    case .location(let path): unfoldedLocations.contains(path)
    default: false
    }
  }

  /// Shows or hides the entries below an entry.
  mutating func setUnfolded(_ entry: SidebarEntry, _ isUnfolded: Bool) {
    switch entry {
    case .locations: showsLocations = isUnfolded
    case .location(let path) where isUnfolded: unfoldedLocations.insert(path)
    case .location(let path): unfoldedLocations.remove(path)
    default: break
    }
  }
}

extension SidebarLayout: Codable {
  private enum CodingKeys: CodingKey {
    case showsLocations, unfoldedLocations, visibility, widths
  }

  /// Reads what was written. What is missing, or has become unreadable, has its default value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      showsLocations: (try? container.decode(Bool.self, forKey: .showsLocations)) ?? true,
      unfoldedLocations: (try? container.decode(Set<String>.self, forKey: .unfoldedLocations))
        ?? [],
      visibility: (try? container.decode(NavigationSplitViewVisibility.self, forKey: .visibility))
        ?? .automatic,
      widths: (try? container.decode(NavigationSplitViewWidths.self, forKey: .widths))
        ?? NavigationSplitViewWidths()
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(showsLocations, forKey: .showsLocations)
    // In an order of its own, so that the file is the same when nothing has changed.
    try container.encode(unfoldedLocations.sorted(), forKey: .unfoldedLocations)
    try container.encode(visibility, forKey: .visibility)
    try container.encode(widths, forKey: .widths)
  }
}

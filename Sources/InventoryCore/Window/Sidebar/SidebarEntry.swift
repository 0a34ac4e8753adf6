/// A place in the window that the sidebar leads to.
public enum SidebarEntry: Hashable, Sendable {
  case allItems
  /// The items of which more should be ordered.
  case lowStock
  case recentChanges
  case stocktake
  /// The locations that are in no other.
  case locations
  /// The location with a path.
  case location(String)
  /// The items with a tag, in any case and with or without accents.
  case tag(String)

  private var identity: [String] {
    switch self {
    case .allItems: ["all"]
    case .lowStock: ["low"]
    case .recentChanges: ["changes"]
    case .stocktake: ["stocktake"]
    case .locations: ["locations"]
    case .location(let path): ["location", path]
    case .tag(let name): ["tag", name.folded]
    }
  }

  public static func == (first: Self, second: Self) -> Bool { first.identity == second.identity }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension SidebarEntry {
  /// The link to the place.
  var link: DeepLink {
    switch self {
    case .allItems: DeepLink()
    case .lowStock: DeepLink(presentation: .lowStock)
    case .recentChanges: DeepLink(pages: [.recentChanges])
    case .stocktake: DeepLink(pages: [.stocktake])
    case .locations: DeepLink(pages: [.locations])
    case .location(let path): DeepLink(pages: [.location(name: path)])
    case .tag(let name): DeepLink(pages: [.tag(name: name)])
    }
  }
}

extension InventoryFeature.State {
  /// The entry of the sidebar that leads to what the window shows; what was opened from there, such
  /// as an item, does not matter.
  public var place: SidebarEntry {
    let places = path.prefix(detailIndex)
    if let entry = places.reversed().lazy.compactMap(\.page.sidebarEntry).first { return entry }
    return list.list.query.filter == ItemFilter(isLow: true) ? .lowStock : .allItems
  }
}

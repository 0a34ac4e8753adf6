/// Which of its leading columns a navigation split view shows, where it has room for several.
public nonisolated struct NavigationSplitViewVisibility: Hashable, Sendable {
  private enum Kind: String, Codable {
    case automatic, all, doubleColumn, detailOnly
  }

  private let kind: Kind

  /// As many columns as fit beside one another.
  public static let automatic = NavigationSplitViewVisibility(kind: .automatic)
  /// All columns. The sidebar of three columns lies above the others if there is no room beside
  /// them.
  public static let all = NavigationSplitViewVisibility(kind: .all)
  /// The last two columns. Of two columns, these are both.
  public static let doubleColumn = NavigationSplitViewVisibility(kind: .doubleColumn)
  /// Only the last column.
  public static let detailOnly = NavigationSplitViewVisibility(kind: .detailOnly)
}

extension NavigationSplitViewVisibility: Codable {
  public init(from decoder: any Decoder) throws {
    kind = try decoder.singleValueContainer().decode(Kind.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(kind)
  }
}

extension NavigationSplitViewVisibility: CustomStringConvertible {
  public var description: String { kind.rawValue }
}

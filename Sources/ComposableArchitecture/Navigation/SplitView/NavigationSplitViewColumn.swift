/// A column of a navigation split view.
///
/// As part of a feature's state, it says which column a window shows while it has room for only
/// one.
public nonisolated struct NavigationSplitViewColumn: Hashable, Sendable {
  private enum Kind: String, Codable {
    case sidebar, content, detail
  }

  private let kind: Kind

  /// The first column.
  public static let sidebar = NavigationSplitViewColumn(kind: .sidebar)
  /// The column in the middle of three. A split view of two columns shows the sidebar instead.
  public static let content = NavigationSplitViewColumn(kind: .content)
  /// The last column.
  public static let detail = NavigationSplitViewColumn(kind: .detail)
}

extension NavigationSplitViewColumn: Codable {
  public init(from decoder: any Decoder) throws {
    kind = try decoder.singleValueContainer().decode(Kind.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(kind)
  }
}

extension NavigationSplitViewColumn: CustomStringConvertible {
  public var description: String { kind.rawValue }
}

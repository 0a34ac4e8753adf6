/// The widths that the user has given to the columns of a navigation split view, in pixels.
///
/// A width that is `nil` is the one that the column itself asks for. The last column has no width
/// of its own: it gets what the others leave.
public nonisolated struct NavigationSplitViewWidths: Hashable, Codable, Sendable {
  /// The width of the sidebar.
  public var sidebar: Double?
  /// The width of the column in the middle of three.
  public var content: Double?

  /// - Parameters:
  ///   - sidebar: The width of the sidebar.
  ///   - content: The width of the column in the middle of three.
  public init(sidebar: Double? = nil, content: Double? = nil) {
    self.sidebar = sidebar
    self.content = content
  }
}

/// What is written to a file, and how.
public struct ExportOptions: Equatable, Hashable, Sendable {
  public enum Content: String, CaseIterable, Sendable {
    /// All items with all that is known about them.
    case items
    /// The items of which more should be ordered.
    case reorderList
  }

  public var content: Content
  public var format: FileFormat

  public init(_ content: Content = .items, format: FileFormat = .csv) {
    self.content = content
    self.format = format
  }
}

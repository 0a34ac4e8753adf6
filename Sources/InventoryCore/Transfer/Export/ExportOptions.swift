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
  /// Whether texts that a spreadsheet would take for formulas get an apostrophe before them in CSV.
  /// An import takes it away again.
  public var escapesFormulas: Bool

  public init(
    _ content: Content = .items,
    format: FileFormat = .csv,
    escapesFormulas: Bool = false
  ) {
    self.content = content
    self.format = format
    self.escapesFormulas = escapesFormulas
  }
}

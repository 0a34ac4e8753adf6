/// What is known about how a file is written before it is looked at.
public struct ImportLayout: Equatable, Sendable {
  /// Whether it is CSV or JSON; `nil` to go by the content.
  public var format: FileFormat?
  /// What is between two fields; `nil` to find that out.
  public var delimiter: CsvDelimiter?
  /// The encoding; `nil` to find that out.
  public var encoding: TextEncoding?
  /// The line with the names of the columns, counted from 1; `nil` if there is none. What is above
  /// it is left out.
  public var headerLine: Int?

  public init(
    format: FileFormat? = nil,
    delimiter: CsvDelimiter? = nil,
    encoding: TextEncoding? = nil,
    headerLine: Int? = 1
  ) {
    self.format = format
    self.delimiter = delimiter ?? (format == .tsv ? .tab : nil)
    self.encoding = encoding
    self.headerLine = headerLine
  }
}

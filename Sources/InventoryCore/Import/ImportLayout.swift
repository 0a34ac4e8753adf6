/// What is known about how a file is written before it is looked at.
public struct ImportLayout: Equatable, Sendable {
  /// The largest file that is imported, in bytes.
  public static var sizeLimit: Int { Limits.importedFile }

  /// Whether it is CSV, JSON or a spreadsheet; `nil` to go by the content.
  public var format: FileFormat?
  /// What is between two fields; `nil` to find that out.
  public var delimiter: CsvDelimiter?
  /// The encoding; `nil` to find that out.
  public var encoding: TextEncoding?
  /// The line with the names of the columns, counted from 1; `nil` if there is none. What is above
  /// it is left out.
  public var headerLine: Int?
  /// The name or the number of the sheet of a spreadsheet; `nil` for the first one with content.
  public var sheet: String?

  public init(
    format: FileFormat? = nil,
    delimiter: CsvDelimiter? = nil,
    encoding: TextEncoding? = nil,
    headerLine: Int? = 1,
    sheet: String? = nil
  ) {
    self.format = format
    self.delimiter = delimiter ?? (format == .tsv ? .tab : nil)
    self.encoding = encoding
    self.headerLine = headerLine
    self.sheet = sheet
  }
}

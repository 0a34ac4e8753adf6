/// How a file is to be looked at in the window.
public struct ImportRequest: Equatable, Sendable {
  /// How it is written; `nil` to find that out.
  public var format: ImportFormat?
  /// Where the names of the columns are.
  public var header: ImportHeader
  /// Whether rows are items that look like sums, charges or titles.
  public var takesAllRows: Bool

  public init(
    format: ImportFormat? = nil,
    header: ImportHeader = .detected,
    takesAllRows: Bool = false
  ) {
    self.format = format
    self.header = header
    self.takesAllRows = takesAllRows
  }
}

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
  /// Where the names of the columns are.
  public var header: ImportHeader
  /// The name or the number of the sheet of a spreadsheet; `nil` for the first one with content.
  public var sheet: String?
  /// Whether rows are items that look like sums, charges or titles.
  public var takesAllRows: Bool

  public init(
    format: FileFormat? = nil,
    delimiter: CsvDelimiter? = nil,
    encoding: TextEncoding? = nil,
    header: ImportHeader = .detected,
    sheet: String? = nil,
    takesAllRows: Bool = false
  ) {
    self.format = format
    self.delimiter = delimiter ?? (format == .tsv ? .tab : nil)
    self.encoding = encoding
    self.header = header
    self.sheet = sheet
    self.takesAllRows = takesAllRows
  }

  /// The layout of a file whose options were decided, which say where the names of the columns are,
  /// and which rows are items.
  package init(of options: ImportOptions) {
    self.init(
      header: options.headerLine.map { .line($0) } ?? .none,
      takesAllRows: options.takesAllRows
    )
  }

  /// The first line that is not above the names of the columns for sure.
  var firstLine: Int {
    if case .line(let line) = header { max(line, 1) } else { 1 }
  }
}

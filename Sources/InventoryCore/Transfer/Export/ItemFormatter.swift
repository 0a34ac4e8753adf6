/// Writes items to a file, one after the other.
package protocol ItemFormatting {
  mutating func write(_ item: ExportedItem) throws
  /// Writes what comes after the last item.
  ///
  /// - Parameter checkCancellation: Is called now and then. If it throws, nothing more is written.
  mutating func finish(checkCancellation: () throws -> Void) throws
}

extension ExportFile {
  /// What writes items to the file.
  ///
  /// - Throws: ``FileError``.
  package func formatter(_ options: ExportOptions) throws -> any ItemFormatting {
    guard let format = options.format.spreadsheet else {
      return try TextFormatter(options, file: self)
    }
    return try SpreadsheetFormatter(format, options, file: self)
  }
}

/// Writes items as CSV or JSON.
struct TextFormatter: ItemFormatting {
  private let columns: [ExportColumn]
  private let file: ExportFile
  private let isJson: Bool
  private var csv: CsvWriter
  private var json = JsonWriter()
  private var isFirst = true

  /// Writes what comes before the first item.
  ///
  /// - Throws: ``FileError``.
  init(_ options: ExportOptions, file: ExportFile) throws {
    columns = ExportColumn.columns(of: options.content)
    self.file = file
    isJson = options.format == .json
    csv = CsvWriter(
      delimiter: options.format == .tsv ? .tab : .comma,
      escapesFormulas: options.escapesFormulas
    )
    if isJson {
      json.write(raw: "{\"items\": [")
    } else {
      csv.write(columns.map(\.header))
    }
    try flush()
  }

  mutating func write(_ item: ExportedItem) throws {
    if isJson {
      json.write(raw: isFirst ? "\n  {" : ",\n  {")
      isFirst = false
      for (index, column) in columns.enumerated() {
        if index > 0 { json.write(raw: ", ") }
        json.write(column.header)
        json.write(raw: ": ")
        json.write(column.value(item))
      }
      json.write(raw: "}")
    } else {
      csv.write(columns.map { $0.value(item).field })
    }
    try flush()
  }

  mutating func finish(checkCancellation: () throws -> Void) throws {
    if isJson { json.write(raw: "\n]}\n") }
    try flush()
  }

  private mutating func flush() throws {
    try file.write(isJson ? json.bytes : csv.bytes)
    csv.removeAll()
    json.removeAll()
  }
}

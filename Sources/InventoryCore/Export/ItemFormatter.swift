/// Writes items in the format of a file, one after the other.
struct ItemFormatter {
  private let columns: [ExportColumn]
  private let format: FileFormat
  private var csv: CsvWriter
  private var json = JsonWriter()
  private var isFirst = true

  init(_ options: ExportOptions) {
    columns = ExportColumn.columns(of: options.content)
    format = options.format
    csv = CsvWriter(
      delimiter: options.format == .tsv ? .tab : .comma,
      escapesFormulas: options.escapesFormulas
    )
  }

  /// The bytes before the first item.
  mutating func start() -> [UInt8] {
    switch format {
    case .csv, .tsv:
      csv.write(columns.map(\.header))
    case .json:
      json.write(raw: "{\"items\": [")
    }
    return take()
  }

  /// The bytes of an item.
  mutating func bytes(of item: ExportedItem) -> [UInt8] {
    switch format {
    case .csv, .tsv:
      csv.write(columns.map { $0.value(item).field })
    case .json:
      json.write(raw: isFirst ? "\n  {" : ",\n  {")
      isFirst = false
      for (index, column) in columns.enumerated() {
        if index > 0 { json.write(raw: ", ") }
        json.write(column.header)
        json.write(raw: ": ")
        json.write(column.value(item))
      }
      json.write(raw: "}")
    }
    return take()
  }

  /// The bytes after the last item.
  mutating func end() -> [UInt8] {
    if format == .json { json.write(raw: "\n]}\n") }
    return take()
  }

  private mutating func take() -> [UInt8] {
    defer {
      csv.removeAll()
      json.removeAll()
    }
    return format == .json ? json.bytes : csv.bytes
  }
}

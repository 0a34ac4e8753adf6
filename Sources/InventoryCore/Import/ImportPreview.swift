import Foundation

/// What a file looks like, before it is imported.
public struct ImportPreview: Equatable, Sendable {
  /// How the file is written, such as "CSV with semicolons, UTF-8".
  public var format: String
  /// The names of the columns.
  public var header: [String]
  /// The first rows.
  public var rows: [[String]]
  /// What the columns and the numbers probably mean.
  public var options: ImportOptions

  public init(format: String, header: [String], rows: [[String]], options: ImportOptions) {
    self.format = format
    self.header = header
    self.rows = rows
    self.options = options
  }

  init(_ file: ImportFile, locale: Locale) {
    header = file.header
    rows = file.sample.map { $0.fields.map(\.text) }
    let mapping = ColumnMapping(guessingFrom: file.header)
    switch file.format {
    case .csv(let delimiter, let encoding):
      format = tr("CSV with \(delimiter.name), \(encoding.name)")
      let numbers = rows.flatMap { row in
        zip(row, mapping.columns).compactMap { $1 == .price || $1 == .quantity ? $0 : nil }
      }
      options = ImportOptions(
        mapping: mapping,
        numbers: NumberStyle(guessingFrom: numbers, fallback: NumberStyle(locale: locale))
      )
    case .json(let encoding):
      format = tr("JSON, \(encoding.name)")
      options = ImportOptions(mapping: mapping, numbers: .point)
    }
  }
}

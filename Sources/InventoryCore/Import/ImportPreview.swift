import Foundation

/// What a file looks like, before it is imported.
public struct ImportPreview: Equatable, Sendable {
  /// How the file is written, or is read on trial.
  public var format: ImportFormat
  /// The names of the columns.
  public var header: [String]
  /// The first rows.
  public var rows: [[String]]
  /// What the columns and the numbers probably mean.
  public var options: ImportOptions

  public init(format: ImportFormat, header: [String], rows: [[String]], options: ImportOptions) {
    self.format = format
    self.header = header
    self.rows = rows
    self.options = options
  }

  init(_ file: ImportFile, locale: Locale) {
    format = file.format
    header = file.header
    rows = file.sample.map { $0.fields.map(\.text) }
    let mapping = ColumnMapping(guessingFrom: file.header)
    switch file.format {
    case .csv:
      let numbers = rows.flatMap { row in
        zip(row, mapping.columns).compactMap { $1 == .price || $1 == .quantity ? $0 : nil }
      }
      options = ImportOptions(
        format: format,
        mapping: mapping,
        header: header,
        numbers: NumberStyle(guessingFrom: numbers, fallback: NumberStyle(locale: locale))
      )
    case .json:
      options = ImportOptions(format: format, mapping: mapping, header: header, numbers: .point)
    }
  }
}

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
        numbers: Self.isOurs(file, numbers: numbers)
          ? .point : NumberStyle(guessingFrom: numbers, fallback: NumberStyle(locale: locale))
      )
    case .json:
      options = ImportOptions(format: format, mapping: mapping, header: header, numbers: .point)
    }
  }

  /// Whether this program has written a file of CSV, so that its numbers have points wherever it is
  /// read: in `1.234`, the price of something in dinars, nothing else tells.
  ///
  /// A spreadsheet may keep our header, but writes another delimiter where it writes decimals with
  /// commas, or such a number in quotation marks.
  private static func isOurs(_ file: ImportFile, numbers: [String]) -> Bool {
    guard case .csv(.comma, _) = file.format, !numbers.contains(where: { $0.contains(",") }) else {
      return false
    }
    return ExportOptions.Content.allCases.contains { content in
      ExportColumn.columns(of: content).map(\.header) == file.header
    }
  }
}

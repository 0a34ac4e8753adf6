import Spreadsheets

/// Writes items as a spreadsheet, whose bytes are all there only at its end.
struct SpreadsheetFormatter: ItemFormatting {
  private let columns: [ExportColumn]
  private let writer: SpreadsheetWriter
  private let file: ExportFile

  /// - Throws: ``FileError``.
  init(_ format: SpreadsheetFormat, _ options: ExportOptions, file: ExportFile) throws {
    let columns = ExportColumn.columns(of: options.content)
    self.columns = columns
    self.file = file
    let name =
      switch options.content {
      case .items: tr("Items")
      case .reorderList: tr("Reorder List")
      }
    writer = try file.reporting {
      try SpreadsheetWriter(format, sheetName: name, header: columns.map(\.header))
    }
  }

  func write(_ item: ExportedItem) throws {
    try file.reporting { try writer.write(columns.map { $0.value(item).cell }) }
  }

  func finish(checkCancellation: () throws -> Void) throws {
    try file.reporting {
      try writer.finish(checkCancellation: checkCancellation, onPiece: file.write)
    }
  }
}

extension ExportFile {
  /// Does something with a spreadsheet that becomes this file.
  ///
  /// - Throws: ``FileError`` in the place of ``SpreadsheetError``.
  fileprivate func reporting<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as SpreadsheetError {
      throw FileError(file: name, problem: error.problem)
    }
  }
}

extension ExportColumn.Value {
  /// The value as a cell of a spreadsheet.
  fileprivate var cell: SpreadsheetCell {
    switch self {
    case .none: .empty
    case .text, .tags: field.isEmpty ? .empty : SpreadsheetCell(.text(field))
    case .number, .price: SpreadsheetCell(.number(field))
    }
  }
}

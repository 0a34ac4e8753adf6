import Foundation
import Spreadsheets
import Synchronization

/// A spreadsheet that is imported: which sheets it has, and which one is read.
public struct ImportWorkbook: Equatable, Sendable {
  public let format: SpreadsheetFormat
  /// The sheets with content, and the one that is read.
  public let sheets: [Spreadsheet.Sheet]
  /// The sheet that is read.
  public var sheet: Spreadsheet.Sheet

  public init(
    format: SpreadsheetFormat,
    sheets: [Spreadsheet.Sheet],
    sheet: Spreadsheet.Sheet
  ) {
    self.format = format
    self.sheets = sheets
    self.sheet = sheet
  }

  /// The same workbook with another sheet that is read.
  public func reading(_ sheet: Spreadsheet.Sheet) -> Self {
    var workbook = self
    workbook.sheet = sheet
    return workbook
  }
}

extension ImportWorkbook {
  /// Looks whether a file is a spreadsheet, by its content.
  ///
  /// - Parameters:
  ///   - file: The open file.
  ///   - name: What errors call it.
  ///   - layout: What is known about how it is written.
  /// - Returns: `nil` for text, such as CSV and JSON.
  /// - Throws: ``FileError`` for a damaged spreadsheet, and for a file of another kind whose
  ///   content is no text; what the closure throws.
  init?(
    _ file: FileHandle,
    named name: String,
    layout: ImportLayout,
    checkCancellation: () throws -> Void
  ) throws {
    do {
      switch try FileKind(descriptor: file.fileDescriptor) {
      case .archive: break
      case .other(let kind) where kind == .text || kind == .unknown:
        guard layout.format?.spreadsheet == nil, layout.sheet == nil else { throw kind }
        return nil
      case .other(let kind): throw kind
      }
      let spreadsheet = try Spreadsheet(
        descriptor: file.fileDescriptor,
        limits: Limits.spreadsheet
      )
      let sheets = try spreadsheet.sheets(checkCancellation: checkCancellation)
      let chosen = try Spreadsheet.sheet(layout.sheet, of: sheets)
      self.init(
        format: spreadsheet.format,
        sheets: sheets.filter { $0.hasContent || $0 == chosen },
        sheet: chosen
      )
    } catch let error as SpreadsheetError {
      throw FileError(file: name, problem: error.problem)
    }
  }

  /// The workbook with the first sheet that has names of columns, if the one that would be read has
  /// none: it may say what is in the others.
  func withTable(_ file: FilePieces, _ checkCancellation: () throws -> Void) throws -> Self {
    guard sheets.count > 1 else { return self }
    for sheet in [sheet] + sheets.filter({ $0 != self.sheet && !$0.isHidden }) {
      let rows = WorkbookRows(file, reading(sheet))
      let first = try rows.firstRows(HeaderFinder.rowLimit, checkCancellation: checkCancellation)
      if case .line = HeaderFinder(first).find() { return reading(sheet) }
    }
    return self
  }

  /// How many bytes the rows would have as CSV, more or less.
  var size: Int { sheet.size / Self.tagShare }

  /// A row of XML has so many bytes for each byte of CSV.
  fileprivate static let tagShare = 4

  /// What is to be told about the sheet: a sentence about each thing.
  ///
  /// - Parameter findings: What was found when it was read.
  func notes(_ findings: SpreadsheetFindings) -> [String] {
    var notes: [String] = []
    let others = sheets.filter { $0 != sheet && !$0.isHidden }.map { tr("“\($0.name.excerpt())”") }
    if !others.isEmpty {
      let (name, list) = (sheet.name.excerpt(), others.prefix(10).joined(separator: ", "))
      notes.append(tr("The sheet “\(name)” is read. There is more in \(list)."))
    }
    if let row = findings.firstHiddenRow {
      notes.append(
        tr(
          "\(findings.hiddenRows) row is hidden, and is read, too: row \(row).",
          "\(findings.hiddenRows) rows are hidden, and are read, too, from row \(row) on.",
          count: findings.hiddenRows
        )
      )
    }
    if !findings.hiddenColumns.isEmpty {
      let columns = findings.hiddenColumns.prefix(20).map(SpreadsheetRow.columnName)
        .joined(separator: ", ")
      notes.append(tr("These columns are hidden, and are read, too: \(columns)."))
    }
    if let range = findings.firstMergedRange {
      let range = range.excerpt()
      notes.append(
        tr(
          """
          Cells are merged, such as \(range): the first value is also that of the cells below it, \
          and not of those beside it.
          """
        )
      )
    }
    return notes
  }
}

/// The rows of the sheet of a spreadsheet that is read. Their lines are the numbers of the rows.
final class WorkbookRows: RowSource {
  private let file: FilePieces
  private let workbook: ImportWorkbook
  /// What was found when the sheet was last read as a whole.
  private let findings = Mutex(SpreadsheetFindings())
  /// The merged cells, once they were looked for.
  private let merged = Mutex(MergedCells?.none)

  init(_ file: FilePieces, _ workbook: ImportWorkbook) {
    self.file = file
    self.workbook = workbook
  }

  var omitsEmptyCells: Bool { true }

  var notes: [String] { workbook.notes(findings.withLock { $0 }) }

  func readRows(
    onPiece: (Int) throws -> Void,
    onRow: (CsvParser.Record) throws -> Void
  ) throws {
    let handle = try file.open()
    defer { try? handle.close() }
    do {
      let spreadsheet = try Spreadsheet(
        descriptor: handle.fileDescriptor,
        limits: Limits.spreadsheet
      )
      let merged = try merged.withLock { known in
        let cells =
          try known ?? spreadsheet.mergedCells(of: workbook.sheet) { try onPiece(0) }
        known = cells
        return cells
      }
      let found = try spreadsheet.read(workbook.sheet, filling: merged) {
        try onPiece($0 / ImportWorkbook.tagShare)
      } onRow: { row in
        try onRow(CsvParser.Record(row))
      }
      findings.withLock { $0 = found }
    } catch let error as SpreadsheetError {
      throw FileError(file: file.name, problem: error.problem)
    }
  }
}

extension CsvParser.Record {
  /// The cells of a row. What is before the first one with content belongs to it.
  fileprivate init(_ row: SpreadsheetRow) {
    self.init(
      fields: row.cells.enumerated().map { index, cell in
        CsvParser.Field(
          cell,
          position: CsvParser.Position(line: row.number, column: index + 1)
        )
      },
      end: CsvParser.Position(line: row.number, column: row.cells.count + 1)
    )
  }
}

extension CsvParser.Field {
  fileprivate init(_ cell: SpreadsheetCell, position: CsvParser.Position) {
    switch cell.value {
    case .empty:
      self.init(text: "", position: position)
    case .text(let text), .date(let text):
      self.init(text: text, position: position)
      isCovered = cell.isCovered
    case .number(let number):
      self.init(text: number, position: position, isNumber: true, currency: cell.currency)
      isCovered = cell.isCovered
    case .boolean(let value):
      self.init(text: value ? "TRUE" : "FALSE", position: position)
    case .error(let error):
      let text = error.excerpt()
      self.init(
        text: error.isEmpty ? "#" : error,
        position: position,
        problem: tr("has the error “\(text)”; expected a value")
      )
    case .formulaWithoutResult:
      self.init(
        text: "=",
        position: position,
        problem: tr(
          """
          has a formula whose result is not in the file; expected a value, as a spreadsheet \
          program writes it when it saves the file
          """
        )
      )
    }
  }
}

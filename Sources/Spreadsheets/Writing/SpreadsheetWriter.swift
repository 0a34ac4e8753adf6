/// Writes a spreadsheet with one sheet, whose first row has the names of the columns.
///
/// Texts are texts, so that no spreadsheet program takes one for a formula. The rows go to a
/// temporary file first: memory is bounded, however many there are.
package final class SpreadsheetWriter {
  /// The most rows of a sheet, with that of the names.
  package static let rowLimit = 1 << 20
  /// The longest text of a cell of Excel, in units of UTF-16.
  package static let excelTextLimit = 32_767
  /// How many rows decide how wide the columns are.
  private static let measuredRows = 200

  private let body: any SheetBody
  private let folder: TemporaryFolder
  private let file: TemporaryFile
  /// The first rows, until it is known how wide the columns are.
  private var first: [[SpreadsheetCell]]
  private var isMeasured = false
  private var rowCount = 1

  /// - Parameters:
  ///   - format: How the file is written.
  ///   - sheetName: What people see on the tab of the sheet.
  ///   - header: The names of the columns.
  ///   - temporaryFolder: Where the rows go first; `nil` for a folder with room for large files.
  /// - Throws: ``SpreadsheetError/unwritable(_:)``.
  package init(
    _ format: SpreadsheetFormat,
    sheetName: String,
    header: [String],
    temporaryFolder: String? = nil
  ) throws {
    let name = Self.sheetName(sheetName)
    body = format == .xlsx ? ExcelSheetBody(name) : OpenDocumentBody(name)
    folder = try TemporaryFolder(in: temporaryFolder)
    file = try TemporaryFile(folder.file("rows"))
    first = [header.map { SpreadsheetCell(.text($0)) }]
  }

  /// Writes a row.
  ///
  /// - Throws: ``SpreadsheetError/tooManyRows``, ``SpreadsheetError/textTooLong(row:)`` for a text
  ///   that Excel cannot hold, ``SpreadsheetError/unwritable(_:)``.
  package func write(_ cells: [SpreadsheetCell]) throws {
    rowCount += 1
    guard rowCount <= Self.rowLimit else { throw SpreadsheetError.tooManyRows }
    if isMeasured {
      try file.write(body.row(cells, number: rowCount))
    } else {
      first.append(cells)
      if first.count >= Self.measuredRows { try writeFirst() }
    }
  }

  /// Packs the file.
  ///
  /// - Parameters:
  ///   - checkCancellation: Is called now and then. If it throws, nothing more is written.
  ///   - onPiece: Takes the next bytes of the file.
  package func finish(
    checkCancellation: () throws -> Void = {},
    onPiece: ([UInt8]) throws -> Void
  ) throws {
    if !isMeasured { try writeFirst() }
    try file.write(body.end)
    try file.flush()
    let archive = try ZipWriter(folder.file("archive"))
    // The type comes first, as it is, so that programs see at the beginning of the file what it is.
    if let type = body.mediaType { try archive.add("mimetype", Array(type.utf8), isPacked: false) }
    for part in body.otherParts { try archive.add(part.name, Array(part.text.utf8)) }
    try archive.add(body.partName, file: folder.file("rows"))
    try archive.finish(checkCancellation: checkCancellation, onPiece: onPiece)
  }

  private func writeFirst() throws {
    isMeasured = true
    try file.write(body.start(widths: Self.widths(first)))
    for (index, cells) in first.enumerated() {
      try file.write(body.row(cells, number: index + 1))
    }
    first = []
  }

  /// How wide columns have to be for their cells, in characters.
  private static func widths(_ rows: [[SpreadsheetCell]]) -> [Int] {
    var widths = rows.first.map { $0.map { _ in 8 } } ?? []
    for row in rows {
      for (index, cell) in row.prefix(widths.count).enumerated() {
        widths[index] = max(widths[index], min(cell.width + 2, 60))
      }
    }
    return widths
  }

  /// A name that every program takes.
  private static func sheetName(_ name: String) -> String {
    let name = String(name.filter { !"[]:*?/\\'".contains($0) }.prefix(31))
    return name.isEmpty ? "Sheet1" : name
  }
}

/// How the rows of a sheet are written in a format.
protocol SheetBody {
  /// What the file says at its beginning that it is.
  var mediaType: String? { get }
  /// The part with the rows.
  var partName: String { get }
  var otherParts: [(name: String, text: String)] { get }

  /// What is before the rows.
  ///
  /// - Parameter widths: How wide the columns are, in characters.
  func start(widths: [Int]) -> String
  /// A row, of which the first one has the names of the columns.
  func row(_ cells: [SpreadsheetCell], number: Int) throws -> String
  /// What is after the rows.
  var end: String { get }
}

extension SpreadsheetCell {
  /// How many characters the longest line of the cell has.
  fileprivate var width: Int {
    switch value {
    case .empty, .formulaWithoutResult: 0
    case .text(let text):
      text.prefix(200).split { $0.isNewline }.map(\.count).max() ?? 0
    case .number(let text), .date(let text), .error(let text): text.count
    case .boolean: 5
    }
  }

  /// How many digits a number has after its mark.
  static func decimals(of number: String) -> Int {
    number.utf8.lastIndex(of: UInt8(ascii: "."))
      .map { number.utf8.distance(from: $0, to: number.utf8.endIndex) - 1 } ?? 0
  }

  /// Whether a spreadsheet program reads a number as it is written: it keeps 15 digits.
  static func isExact(_ number: String) -> Bool {
    let digits = number.utf8.filter(PlainDecimal.isDigit).drop { $0 == UInt8(ascii: "0") }
    return digits.count <= 15
  }
}

enum XmlText {
  /// A text as it stands between tags or in an attribute.
  static func escape(_ text: String) -> String {
    let special: [UInt8] = [
      UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
    ]
    guard text.utf8.contains(where: special.contains) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

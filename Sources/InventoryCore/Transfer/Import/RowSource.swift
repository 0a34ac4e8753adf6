/// Something that has rows of cells, such as a file of CSV: all of them, also those above and below
/// the table, and before anything is known about what they mean.
///
/// ``TableReader`` finds the table in the rows, and ``ItemReader`` reads the items in it.
package protocol RowSource: Sendable {
  /// Whether a row may lack empty cells at its end.
  var omitsEmptyCells: Bool { get }

  /// What is to be told about the source, once its rows were read: a sentence about each thing.
  var notes: [String] { get }

  /// Reads the rows from the first one on.
  ///
  /// - Parameters:
  ///   - onPiece: Is told now and then how many bytes have been read.
  ///   - onRow: Takes the next row. Its position says the line.
  /// - Throws: ``CsvError`` where the source is not well-formed, ``FileError`` if it cannot be
  ///   read, and what the closures throw.
  func readRows(
    onPiece: (Int) throws -> Void,
    onRow: (CsvParser.Record) throws -> Void
  ) throws
}

/// Says that no more rows are needed.
private struct EnoughRows: Error {}

extension RowSource {
  var omitsEmptyCells: Bool { false }
  var notes: [String] { [] }

  /// The first rows in which a cell is filled, from a line on.
  ///
  /// - Parameter checkCancellation: Is called now and then: there may be many empty rows before.
  func firstRows(
    _ limit: Int,
    from line: Int = 1,
    checkCancellation: () throws -> Void
  ) throws -> [CsvParser.Record] {
    var rows: [CsvParser.Record] = []
    do {
      try readRows(onPiece: { _ in try checkCancellation() }) { row in
        if row.line >= line, !row.isBlank { rows.append(row) }
        if rows.count == limit { throw EnoughRows() }
      }
    } catch is EnoughRows {
    } catch let error as CsvError {
      // What is wrong further down is a problem of the import.
      if rows.isEmpty { throw error }
    }
    return rows
  }
}

/// The rows of a file of CSV.
struct CsvRows: RowSource {
  let file: FilePieces
  let delimiter: CsvDelimiter
  let encoding: TextEncoding
  /// Whether the first row says what the delimiter is.
  let announcesDelimiter: Bool

  func readRows(
    onPiece: (Int) throws -> Void,
    onRow: (CsvParser.Record) throws -> Void
  ) throws {
    var parser = CsvParser(file: file.name, delimiter: delimiter)
    var decoder = TextDecoder(encoding)
    var isFirst = true
    var bytesRead = 0
    func take(_ record: CsvParser.Record) throws {
      defer { isFirst = false }
      if isFirst, announcesDelimiter { return }
      try onRow(record.unescaped)
    }
    try file.read { piece in
      try parser.parse(decoder.decode(piece), onRecord: take)
      bytesRead += piece.count
      try onPiece(bytesRead)
    }
    try parser.parse(decoder.finish(), onRecord: take)
    try parser.finish(onRecord: take)
  }
}

extension CsvParser.Record {
  /// The record without the apostrophes that keep spreadsheets from seeing formulas.
  fileprivate var unescaped: Self {
    var record = self
    for (index, field) in fields.enumerated()
    where [UInt8(ascii: "'"), UInt8(ascii: "=")].contains(field.text.utf8.first) {
      record.fields[index].text = FormulaEscape.unescape(field.text)
    }
    return record
  }

  /// Whether no field says anything.
  var isBlank: Bool {
    problem == nil && fields.allSatisfy { $0.text.isBlank }
  }

  /// The line where the record begins.
  var line: Int { fields.first?.position.line ?? end.line }

  /// The texts of the fields that are filled.
  package var filledTexts: [String] { fields.map(\.text).filter { !$0.isBlank } }
}

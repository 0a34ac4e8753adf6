/// A parser of RFC 4180 text that is fed bytes in pieces of any size.
///
/// In addition to the RFC it accepts what can be read in one way only:
///
/// - other delimiters than the comma,
/// - lines that end in LF or in CR alone, as long as all of them do,
/// - a byte order mark, and empty lines (which it skips),
/// - a quotation mark inside a field that does not begin with one, such as that of an inch,
/// - spaces around a field in quotation marks, and an equals sign before it: with `="0042"`,
///   spreadsheets keep the zeros.
///
/// Bytes that are not UTF-8 are a problem of their record. Everything else that is not RFC 4180 is
/// an error with its position. The parser keeps one record in memory, whose size is limited: a
/// quotation mark that nobody closes would make the rest of the file one field.
package struct CsvParser {
  /// A position in the file. Lines and columns are counted from 1, columns in Unicode scalars.
  package struct Position: Equatable {
    package var line = 1
    package var column = 1

    /// Moves over a byte. Those that continue a character have no column of their own.
    mutating func advance(over byte: UInt8) {
      if byte == UInt8(ascii: "\n") {
        self = Position(line: line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }

  package struct Field: Equatable {
    package var text: String
    package var position: Position
    /// Whether the record says nothing about the field. Only an object of JSON can leave one out.
    package var isMissing = false
    /// Whether the text is a number in plain form. Only objects of JSON and spreadsheets have them.
    package var isNumber = false
    /// Whether the text is that of a cell above, which is merged with this one.
    package var isCovered = false
    /// The sign or the code of the currency that a spreadsheet shows beside a number.
    package var currency: String?
    /// Whether the text is a list with an entry in each line. Only an object of JSON can have one.
    package var isList = false
    /// Why nobody can read the field. Only objects of JSON and spreadsheets have such fields.
    package var problem: String?
  }

  package struct Record: Equatable {
    package var fields: [Field]
    /// Where the record ends: here a missing field would have been. If there is a problem, it is
    /// here.
    package var end: Position
    /// Why the record says nothing, if it has something that nobody can read.
    package var problem: String?
    /// How many fields are in the file, if fewer than there are columns; `nil` otherwise.
    package var writtenFields: Int?
  }

  private enum Mode {
    case fieldStart
    case unquoted
    case quoted
    /// After a quotation mark in a quoted field: the field's end, or the first half of a pair.
    case quotedThenQuote
    /// After a quoted field and a space: only the field's end may follow.
    case afterQuotes
    /// After a CR outside quotation marks: the first half of a line break, or a whole one.
    case carriageReturn
  }

  private enum LineEnd {
    case carriageReturn
    case lineFeed
  }

  /// The longest record, in bytes.
  static let recordLimit = Limits.csvRecord
  /// The most fields in a record.
  static let fieldLimit = Limits.fields

  private let file: String
  private let delimiter: UInt8
  private var recordSize = 0
  private var mode = Mode.fieldStart
  private var position = Position()
  private var fieldPosition = Position()
  private var field: [UInt8] = []
  private var fieldWasQuoted = false
  private var fields: [Field] = []
  /// What is wrong in the record, and where.
  private var problem: (text: String, position: Position)?
  /// How the first line of the file ends.
  private var lineEnd: LineEnd?
  private var validator = Utf8Validator()
  /// The first bytes of the file while they may still be a byte order mark.
  private var mark: [UInt8]? = []

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameters:
  ///   - file: the name that errors give.
  ///   - delimiter: what is between two fields.
  init(file: String, delimiter: CsvDelimiter = .comma) {
    self.file = file
    self.delimiter = delimiter.rawValue
  }

  /// Takes the next bytes of the file and hands on each record that they complete.
  ///
  /// - Throws: ``CsvError``, or what `onRecord` throws. The parser is of no use afterwards.
  mutating func parse(
    _ bytes: some Sequence<UInt8>,
    onRecord: (Record) throws -> Void
  ) throws {
    for byte in bytes {
      guard var start = mark else {
        try take(byte, onRecord: onRecord)
        continue
      }
      start.append(byte)
      if start == Self.byteOrderMark {
        mark = nil
      } else if Self.byteOrderMark.starts(with: start) {
        mark = start
      } else {
        mark = nil
        for byte in start { try take(byte, onRecord: onRecord) }
      }
    }
  }

  /// Tells that the file has ended, and hands on the last record if no line break ended it.
  mutating func finish(onRecord: (Record) throws -> Void) throws {
    if let start = mark {
      mark = nil
      for byte in start { try take(byte, onRecord: onRecord) }
    }
    if validator.isInsideScalar { replaceInvalidUtf8() }
    switch mode {
    case .quoted:
      throw error(
        at: fieldPosition,
        tr("the quotation mark that opens here is never closed; expected a closing quotation mark")
      )
    case .fieldStart, .unquoted, .quotedThenQuote, .afterQuotes, .carriageReturn:
      try endRecord(onRecord: onRecord)
    }
  }

  private mutating func take(_ byte: UInt8, onRecord: (Record) throws -> Void) throws {
    if mode == .carriageReturn, byte != UInt8(ascii: "\n") { try endLine(onRecord: onRecord) }
    if byte >= 0x80 || validator.isInsideScalar {
      if !validator.accept(byte) {
        replaceInvalidUtf8()
        // The byte may begin the next character.
        guard validator.accept(byte) else {
          validator = Utf8Validator()
          return
        }
      }
    }
    guard byte != 0 else { throw error(at: position, tr("a NUL byte; expected text")) }
    recordSize += 1
    guard recordSize <= Self.recordLimit, fields.count < Self.fieldLimit else {
      throw error(
        at: fields.first?.position ?? fieldPosition,
        tr(
          """
          the row that begins here is too long; expected at most \(Self.fieldLimit) fields and \
          4 MB (perhaps a quotation mark is never closed)
          """
        )
      )
    }

    switch (mode, byte) {
    case (.quoted, UInt8(ascii: "\"")):
      mode = .quotedThenQuote
    case (.quoted, _):
      field.append(byte)

    case (_, delimiter):
      endField()
    case (_, UInt8(ascii: "\r")):
      mode = .carriageReturn
      // A carriage return belongs to the line break and takes no column.
      return
    case (_, UInt8(ascii: "\n")):
      lineEnd = lineEnd ?? .lineFeed
      try endRecord(onRecord: onRecord)

    case (.fieldStart, UInt8(ascii: "\"")):
      fieldWasQuoted = true
      mode = .quoted
    case (.fieldStart, _):
      field.append(byte)
      mode = .unquoted

    case (.unquoted, UInt8(ascii: "\"")) where canPrecedeQuotes:
      field.removeAll(keepingCapacity: true)
      fieldWasQuoted = true
      mode = .quoted
    case (.unquoted, _):
      field.append(byte)

    case (.quotedThenQuote, UInt8(ascii: "\"")):
      field.append(byte)
      mode = .quoted
    case (.quotedThenQuote, _) where Self.isSpace(byte), (.afterQuotes, _) where Self.isSpace(byte):
      mode = .afterQuotes
    case (.quotedThenQuote, _), (.afterQuotes, _), (.carriageReturn, _):
      throw error(
        at: position,
        tr(
          """
          text after a closing quotation mark; expected the next field or the end of the line \
          (or double the quotation mark to keep it)
          """
        )
      )
    }

    position.advance(over: byte)
    if mode == .fieldStart { fieldPosition = position }
  }

  /// Whether what is in the field may be before the quotation mark that opens it.
  private var canPrecedeQuotes: Bool {
    let text = field.drop(while: Self.isSpace)
    return text.isEmpty || text.elementsEqual([UInt8(ascii: "=")])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Ends the line at a carriage return without a line feed.
  private mutating func endLine(onRecord: (Record) throws -> Void) throws {
    if lineEnd == .lineFeed {
      note(tr("a carriage return without a line feed; expected both, or a line feed alone"))
    }
    lineEnd = lineEnd ?? .carriageReturn
    try endRecord(onRecord: onRecord)
    position = Position(line: position.line + 1, column: 1)
    fieldPosition = position
  }

  /// Remembers the first problem of the record.
  private mutating func note(_ text: String) {
    if problem == nil { problem = (text, position) }
  }

  private mutating func endField() {
    fields.append(Field(text: String(decoding: field, as: UTF8.self), position: fieldPosition))
    field.removeAll(keepingCapacity: true)
    mode = .fieldStart
  }

  private mutating func endRecord(onRecord: (Record) throws -> Void) throws {
    let isBlank = fields.isEmpty && field.isEmpty && !fieldWasQuoted
    endField()
    let record = Record(
      fields: fields,
      end: problem?.position ?? position,
      problem: problem?.text
    )
    problem = nil
    fields.removeAll(keepingCapacity: true)
    fieldWasQuoted = false
    recordSize = 0
    if !isBlank { try onRecord(record) }
  }

  /// Puts the replacement character in the place of bytes that are not UTF-8.
  private mutating func replaceInvalidUtf8() {
    // The first byte of a scalar has already moved the position on, and is in the field.
    if validator.isInsideScalar {
      position.column -= 1
      while let last = field.last, last >= 0x80 {
        field.removeLast()
        if last >= 0xC0 { break }
      }
    }
    note(tr("bytes that are no character; expected a file saved as UTF-8, or another encoding"))
    validator = Utf8Validator()
    field.append(contentsOf: "\u{FFFD}".utf8)
    if mode == .fieldStart { mode = .unquoted }
    position.column += 1
  }

  private func error(at position: Position, _ problem: String) -> CsvError {
    CsvError(file: file, line: position.line, column: position.column, problem: problem)
  }
}

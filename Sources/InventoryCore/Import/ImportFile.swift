import Foundation
import Sharing
import Spreadsheets
import Synchronization

/// A file whose items can be read, any number of times.
final class ImportFile: Sendable {
  /// The file as the user named it.
  let name: String
  let format: ImportFormat
  /// The names of the columns.
  let header: [String]
  /// The first rows.
  let sample: [CsvParser.Record]
  /// How many bytes there are.
  let size: Int

  private let path: String
  /// The line with the names of the columns; `nil` if there is none.
  let headerLine: Int?
  /// What the members of the objects of JSON tell about the columns. It is found together with the
  /// names of the columns.
  private let jsonFacts: [ColumnFacts]
  /// Whether the line above the header says what the delimiter is.
  private let announcesDelimiter: Bool

  /// What was found when the sheet of a spreadsheet was read as a whole.
  private let findings = Mutex(SpreadsheetFindings())

  /// How many bytes are read at a time.
  private static let pieceSize = 1 << 17
  /// How many rows are shown before an import.
  private static let sampleLimit = 20

  /// Looks at how a file is written.
  ///
  /// - Parameters:
  ///   - path: the file; errors give it as it is here.
  ///   - name: What errors call it; `nil` for its path.
  ///   - layout: What is known about how it is written.
  ///   - format: how it is written; `nil` to find that out.
  ///   - checkCancellation: Is called now and then. If it throws, the file is not read any further.
  /// - Throws: ``CsvError`` for a file without a header, ``FileError`` when it cannot be read or is
  ///   not a regular file.
  init(
    _ path: String,
    named name: String? = nil,
    layout: ImportLayout = ImportLayout(),
    format: ImportFormat? = nil,
    checkCancellation: () throws -> Void = {}
  ) throws {
    let name = name ?? path
    self.name = name
    self.path = path
    headerLine = layout.headerLine

    let workbook = try Self.workbook(path: path, name: name, layout, format, checkCancellation)
    var detector = TextEncodingDetector()
    var size = 0
    var start: [UInt8] = []
    if workbook == nil {
      try Self.readPieces(of: path, name: name) { piece in
        try checkCancellation()
        if format == nil, layout.encoding == nil { detector.take(piece) }
        size += piece.count
        if start.count < Self.pieceSize { start += piece }
      }
    }
    self.size = workbook?.size ?? size

    let encoding = format?.encoding ?? layout.encoding ?? detector.encoding
    var decoder = TextDecoder(encoding)
    let text = decoder.decode(start)
    self.format =
      workbook.map(ImportFormat.workbook) ?? format ?? Self.format(of: text, encoding, layout)
    switch self.format {
    case .json:
      announcesDelimiter = false
      let keys = try Self.keys(path: path, name: name, encoding, checkCancellation)
      header = keys.header
      sample = keys.sample
      jsonFacts = keys.facts
    case .csv(let delimiter, _):
      announcesDelimiter = CsvDelimiter.announced(in: text) != nil
      let records = try Self.firstRecords(
        text,
        isWhole: start.count == size,
        delimiter,
        skipping: Skipping(announcesDelimiter, upTo: headerLine),
        name: name
      )
      (header, sample) = try Self.split(records, hasHeader: headerLine != nil, name: name)
      jsonFacts = []
    case .workbook(let workbook):
      announcesDelimiter = false
      let records = try Self.firstRecords(
        workbook,
        path: path,
        name: name,
        Skipping(false, upTo: headerLine)
      )
      (header, sample) = try Self.split(records, hasHeader: headerLine != nil, name: name)
      jsonFacts = []
    }
  }

  /// Reads the rows after the header.
  ///
  /// - Parameters:
  ///   - onPiece: is told now and then how many bytes have been read.
  ///   - onRecord: takes the next row.
  /// - Throws: ``CsvError`` where the file is not well-formed, ``FileError`` when it cannot be
  ///   read, and what the closures throw.
  func read(
    onPiece: (Int) throws -> Void = { _ in },
    onRecord: (CsvParser.Record) throws -> Void
  ) throws {
    var bytesRead = 0
    var decoder = TextDecoder(format.encoding)
    switch format {
    case .csv(let delimiter, _):
      var parser = CsvParser(file: name, delimiter: delimiter)
      var skipping = Skipping(announcesDelimiter, upTo: headerLine)
      var isHeader = headerLine != nil
      func take(_ record: CsvParser.Record) throws {
        if skipping.skips(record) { return }
        let record = record.cleaned(columns: isHeader ? nil : header.count)
        if record.isBlank { return }
        if isHeader {
          isHeader = false
          return
        }
        try onRecord(record)
      }
      try Self.readPieces(of: path, name: name) { piece in
        try parser.parse(decoder.decode(piece), onRecord: take)
        bytesRead += piece.count
        try onPiece(bytesRead)
      }
      try parser.parse(decoder.finish(), onRecord: take)
      try parser.finish(onRecord: take)
    case .json:
      var splitter = JsonSplitter(file: name)
      try Self.readPieces(of: path, name: name) { piece in
        try splitter.take(decoder.decode(piece)) { object in
          try onRecord(JsonFields.record(of: object, header: header, file: name))
        }
        bytesRead += piece.count
        try onPiece(bytesRead)
      }
      try splitter.finish()
    case .workbook(let workbook):
      var skipping = Skipping(false, upTo: headerLine)
      var isHeader = headerLine != nil
      let found = try workbook.read(Self.open(path, name: name), named: name, onPiece: onPiece) {
        if skipping.skips($0) || $0.isBlank { return }
        if isHeader {
          isHeader = false
          return
        }
        try onRecord($0.filled(columns: header.count))
      }
      findings.withLock { $0 = found }
    }
  }

  /// What is to be told about a spreadsheet, once it was read as a whole: a sentence about each
  /// thing.
  var notes: [String] {
    guard case .workbook(let workbook) = format else { return [] }
    return workbook.notes(findings.withLock { $0 })
  }

  /// The name of the sheet that is read; `nil` for a file that is no spreadsheet.
  var sheet: String? {
    guard case .workbook(let workbook) = format else { return nil }
    return workbook.sheet.name
  }
}

extension ImportFile {
  /// What is above the names of the columns.
  private struct Skipping {
    private var announcesDelimiter: Bool
    private let headerLine: Int

    init(_ announcesDelimiter: Bool, upTo headerLine: Int?) {
      self.announcesDelimiter = announcesDelimiter
      self.headerLine = headerLine ?? 1
    }

    mutating func skips(_ record: CsvParser.Record) -> Bool {
      if announcesDelimiter {
        announcesDelimiter = false
        return true
      }
      return (record.fields.first?.position.line ?? 1) < headerLine
    }
  }
}

// MARK: - Looking at all cells

extension ImportFile {
  /// What the cells of each column tell. Reads the whole file: one value in the last row can settle
  /// what all other numbers mean.
  ///
  /// - Throws: ``FileError`` when it cannot be read, and what the closure throws.
  func facts(
    _ convention: NumberConvention,
    checkCancellation: () throws -> Void = {}
  ) throws -> [ColumnFacts] {
    if case .json = format { return jsonFacts }
    var columns = Array(repeating: ColumnFacts(), count: header.count)
    do {
      try read { _ in
        try checkCancellation()
      } onRecord: { record in
        for (index, field) in record.fields.prefix(columns.count).enumerated() {
          if field.text.isBlank {
            columns[index].emptyCells += 1
          } else if !field.isNumber, NumberEvidence.canTell(field.text) {
            columns[index].numbers.add(
              field.text,
              convention,
              line: field.position.line,
              row: record.fields.map(\.text)
            )
          }
        }
      }
    } catch is CsvError {
      // What is not well-formed is a problem of the import, which gets no further, either.
    }
    return columns
  }
}

// MARK: - Looking for numbered SKUs

extension ImportFile {
  /// The largest number of a pattern that a SKU of the file has.
  func largestNumber(
    _ options: ImportOptions,
    checkCancellation: () throws -> Void
  ) throws -> Int? {
    guard let index = options.mapping.columns.firstIndex(of: .sku) else { return nil }
    var largest: Int?
    do {
      try read { _ in
        try checkCancellation()
      } onRecord: { record in
        guard record.fields.indices.contains(index),
          let number = options.skuPattern.number(in: record.fields[index].text.trimmed)
        else { return }
        largest = max(largest ?? number, number)
      }
    } catch is CsvError {
      // What is not well-formed is a problem of the import, which gets no further, either.
    }
    return largest
  }
}

// MARK: - Looking at the beginning

extension ImportFile {
  private static func firstRecords(
    _ text: [UInt8],
    isWhole: Bool,
    _ delimiter: CsvDelimiter,
    skipping: Skipping,
    name: String
  ) throws -> [CsvParser.Record] {
    struct Enough: Error {}
    var parser = CsvParser(file: name, delimiter: delimiter)
    var records: [CsvParser.Record] = []
    var skipping = skipping
    func take(_ record: CsvParser.Record) throws {
      if skipping.skips(record) { return }
      let record = record.cleaned(columns: records.first?.fields.count)
      if !record.isBlank { records.append(record) }
      if records.count > sampleLimit { throw Enough() }
    }
    do {
      try parser.parse(text, onRecord: take)
      if isWhole { try parser.finish(onRecord: take) }
    } catch is Enough {
    } catch {
      // What is wrong below the header is a problem of the import.
      if records.isEmpty { throw error }
    }
    return records
  }

  /// Looks whether a file is a spreadsheet, unless that is known.
  private static func workbook(
    path: String,
    name: String,
    _ layout: ImportLayout,
    _ format: ImportFormat?,
    _ checkCancellation: () throws -> Void
  ) throws -> ImportWorkbook? {
    switch format {
    case .workbook(let workbook): return workbook
    case .csv, .json: return nil
    case nil:
      let file = try open(path, name: name)
      defer { try? file.close() }
      return try ImportWorkbook(
        file,
        named: name,
        layout: layout,
        checkCancellation: checkCancellation
      )
    }
  }

  private static func firstRecords(
    _ workbook: ImportWorkbook,
    path: String,
    name: String,
    _ skipping: Skipping
  ) throws -> [CsvParser.Record] {
    struct Enough: Error {}
    let file = try open(path, name: name)
    defer { try? file.close() }
    var records: [CsvParser.Record] = []
    var skipping = skipping
    do {
      _ = try workbook.read(file, named: name, onPiece: { _ in }) { record in
        if skipping.skips(record) || record.isBlank { return }
        records.append(records.first.map { record.filled(columns: $0.fields.count) } ?? record)
        if records.count > sampleLimit { throw Enough() }
      }
    } catch is Enough {}
    return records
  }

  /// The names of the columns, and the rows below them.
  private static func split(
    _ records: [CsvParser.Record],
    hasHeader: Bool,
    name: String
  ) throws -> (header: [String], sample: [CsvParser.Record]) {
    guard let first = records.first else {
      throw CsvError(
        file: name,
        line: 1,
        column: 1,
        problem: tr(
          """
          the file is empty; expected a header with the names of the columns, such as \
          name,sku,quantity
          """
        )
      )
    }
    return hasHeader
      ? (first.fields.map(\.text), Array(records.dropFirst()))
      : (first.fields.indices.map { String($0 + 1) }, records)
  }

  /// Finds out how a file is written from its beginning, as far as it is not known.
  private static func format(
    of text: [UInt8],
    _ encoding: TextEncoding,
    _ layout: ImportLayout
  ) -> ImportFormat {
    if layout.format == .json || layout.format == nil && looksLikeJson(text) {
      return .json(encoding)
    }
    if let delimiter = layout.delimiter ?? CsvDelimiter.announced(in: text) {
      return .csv(delimiter, encoding)
    }
    // What is above the header, such as a title, need not have the same delimiter.
    var start = text[...]
    for _ in 1..<(layout.headerLine ?? 1) {
      start = start.drop { $0 != 0x0A && $0 != 0x0D }
      start = start.dropFirst(start.starts(with: [0x0D, 0x0A]) ? 2 : 1)
    }
    return .csv(CsvDelimiter.detect(in: Array(start)), encoding)
  }

  private static func looksLikeJson(_ text: [UInt8]) -> Bool {
    let first = text.withoutByteOrderMark.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// The keys of all objects: those that are known in our order, then the others by name.
  private static func keys(
    path: String,
    name: String,
    _ encoding: TextEncoding,
    _ checkCancellation: () throws -> Void
  ) throws -> (header: [String], sample: [CsvParser.Record], facts: [ColumnFacts]) {
    var keys: Set<String> = []
    var numbers: [String: NumberEvidence] = [:]
    var filled: [String: Int] = [:]
    var count = 0
    var objects: [JsonSplitter.Object] = []
    var decoder = TextDecoder(encoding)
    var splitter = JsonSplitter(file: name)
    try readPieces(of: path, name: name) { piece in
      try checkCancellation()
      try splitter.take(decoder.decode(piece)) { object in
        let members = JsonKeys.members(of: object.bytes)
        count += 1
        for member in members {
          keys.insert(member.key)
          if member.text?.isBlank != true { filled[member.key, default: 0] += 1 }
          guard let text = member.text, NumberEvidence.canTell(text) else { continue }
          numbers[member.key, default: NumberEvidence()].add(
            text,
            .plain,
            line: object.position.line,
            row: []
          )
        }
        guard keys.count <= CsvParser.fieldLimit else {
          throw CsvError(
            file: name,
            line: object.position.line,
            column: object.position.column,
            problem: tr("the items have too many members; expected at most \(CsvParser.fieldLimit)")
          )
        }
        if objects.count < sampleLimit { objects.append(object) }
      }
    }
    try splitter.finish()
    let order = Dictionary(
      uniqueKeysWithValues: ItemColumn.allCases.enumerated().map { ($1, $0) }
    )
    func place(_ key: String) -> Int { ItemColumn(header: key).flatMap { order[$0] } ?? .max }
    let header = keys.sorted { (place($0), $0) < (place($1), $1) }
    let sample = try objects.map { try JsonFields.record(of: $0, header: header, file: name) }
    let facts = header.map { key in
      ColumnFacts(
        numbers: numbers[key] ?? NumberEvidence(),
        emptyCells: max(count - (filled[key] ?? 0), 0)
      )
    }
    return (header, sample, facts)
  }
}

// MARK: - Reading

extension ImportFile {
  private static func readPieces(
    of path: String,
    name: String,
    body: ([UInt8]) throws -> Void
  ) throws {
    let file = try open(path, name: name)
    defer { try? file.close() }
    while let piece = try reading(name, { try file.read(upToCount: pieceSize) }), !piece.isEmpty {
      try body([UInt8](piece))
    }
  }

  private static func reading<Value>(_ name: String, _ operation: () throws -> Value) throws
    -> Value
  {
    do {
      return try operation()
    } catch let error where error is PrivateFile.NotRegular || error is PrivateFile.TooLarge {
      throw error
    } catch {
      throw FileError(
        file: name,
        problem: tr("cannot be read (\(reason(of: error))); expected a readable file of items")
      )
    }
  }

  /// Opens a file for reading.
  private static func open(_ path: String, name: String) throws -> FileHandle {
    guard !OpenDatabases.contains(path) else {
      throw FileError(
        file: name,
        problem: tr("is the inventory itself; expected a file of items")
      )
    }
    do {
      return try reading(name) { try PrivateFile.openForReading(path, limit: Limits.importedFile) }
    } catch is PrivateFile.NotRegular {
      throw FileError(
        file: name,
        problem: tr("is not a regular file; expected a readable file of items")
      )
    } catch is PrivateFile.TooLarge {
      throw FileError(file: name, problem: tr("is too large; expected at most 4 GB"))
    }
  }
}

extension CsvParser.Record {
  /// The row of a spreadsheet with an empty field for each cell that is missing at its end, and
  /// without empty cells beyond those of the header.
  fileprivate func filled(columns: Int) -> Self {
    var record = self
    while record.fields.count > columns, record.fields.last?.text.isBlank == true {
      record.fields.removeLast()
    }
    while record.fields.count < columns {
      let position = CsvParser.Position(line: end.line, column: record.fields.count + 1)
      record.fields.append(CsvParser.Field(text: "", position: position))
    }
    return record
  }

  /// The record without the apostrophes that keep spreadsheets from seeing formulas, and without
  /// empty cells beyond those of the header.
  ///
  /// - Parameter columns: How many columns the header has; `nil` for the header itself.
  fileprivate func cleaned(columns: Int?) -> Self {
    var record = self
    for (index, field) in fields.enumerated()
    where [UInt8(ascii: "'"), UInt8(ascii: "=")].contains(field.text.utf8.first) {
      record.fields[index].text = FormulaEscape.unescape(field.text)
    }
    if let columns {
      while record.fields.count > columns, record.fields.last?.text.isBlank == true {
        record.fields.removeLast()
      }
    }
    return record
  }

  /// Whether no field says anything.
  fileprivate var isBlank: Bool {
    problem == nil && fields.allSatisfy { $0.text.isBlank }
  }
}

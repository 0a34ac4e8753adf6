import Foundation
import Sharing

/// A file whose items can be read, any number of times.
///
/// A table, such as that of CSV, comes from a ``RowSource``. Objects of JSON are records already.
package final class ImportFile: Sendable {
  /// The file as the user named it.
  package let name: String
  package let format: ImportFormat
  /// The names of the columns.
  package let header: [String]
  /// The line with the names of the columns; `nil` if there is none.
  package let headerLine: Int?
  /// In how many rows the names are: those of groups of columns may be above others.
  private let headerRows: Int
  /// Whether nobody knows if the first row has the names of the columns.
  package let isHeaderInDoubt: Bool
  /// Whether the names of the columns are exactly those of a file that this program writes. Nothing
  /// is guessed then, whatever is in the cells: each cell is what it says.
  var isOurs: Bool {
    ExportOptions.Content.allCases.contains { content in
      ExportColumn.columns(of: content).map(\.header) == header
    }
  }
  /// The first rows of the table.
  package let sample: [CsvParser.Record]
  /// The first rows of all, among which the names of the columns may be.
  package let firstRows: [CsvParser.Record]
  /// Whether a row that has its first cell alone is the title of those below it.
  private let hasSections: Bool
  /// Whether rows are items that look like sums, charges or titles.
  let takesAllRows: Bool
  /// How many bytes there are.
  package let size: Int

  private let content: Content

  private enum Content: Sendable {
    case table(any RowSource)
    /// Objects of JSON, and what their members tell about the columns. That is found together with
    /// the names of the columns.
    case objects(FilePieces, [ColumnFacts])
  }

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
  package convenience init(
    _ path: String,
    named name: String? = nil,
    layout: ImportLayout = ImportLayout(),
    format: ImportFormat? = nil,
    checkCancellation: () throws -> Void = {}
  ) throws {
    let file = FilePieces(path: path, name: name ?? path)
    var workbook = try Self.workbook(file, layout, format, checkCancellation)
    if format == nil, layout.sheet == nil, layout.header == .detected {
      workbook = try workbook?.withTable(file, checkCancellation)
    }
    var detector = TextEncodingDetector()
    var size = 0
    var start: [UInt8] = []
    if workbook == nil {
      var check: TextCheck?
      try file.read { piece in
        try checkCancellation()
        if check == nil {
          check = TextCheck(file: file.name, isJson: Self.isJson(piece, layout, format))
        }
        try check?.take(piece)
        if format == nil, layout.encoding == nil { detector.take(piece) }
        size += piece.count
        if start.count < FilePieces.size { start += piece }
      }
    }
    let encoding = format?.encoding ?? layout.encoding ?? detector.encoding
    var decoder = TextDecoder(encoding)
    let text = decoder.decode(start)
    let format =
      workbook.map(ImportFormat.workbook) ?? format ?? Self.format(of: text, encoding, layout)
    switch format {
    case .json:
      try self.init(objectsOf: file, size: size, encoding, checkCancellation)
    case .csv(let delimiter, _):
      let rows = CsvRows(
        file: file,
        delimiter: delimiter,
        encoding: encoding,
        announcesDelimiter: CsvDelimiter.announced(in: text) != nil
      )
      try self.init(
        name: file.name,
        size: size,
        format: format,
        rows: rows,
        layout.header,
        takesAllRows: layout.takesAllRows,
        checkCancellation
      )
    case .workbook(let workbook):
      let rows = WorkbookRows(file, workbook)
      try self.init(
        name: file.name,
        size: workbook.size,
        format: format,
        rows: rows,
        layout.header,
        takesAllRows: layout.takesAllRows,
        checkCancellation
      )
    }
  }

  /// Looks at the rows of a table.
  ///
  /// - Parameters:
  ///   - name: What errors call the file.
  ///   - size: How many bytes the source tells while it is read.
  ///   - format: What the window shows of how the file is written.
  ///   - header: Where the names of the columns are.
  ///   - takesAllRows: Whether rows are items that look like sums, charges or titles.
  ///   - checkCancellation: Is called now and then. If it throws, no more rows are read.
  /// - Throws: ``CsvError`` for a source without rows, and what the source throws.
  init(
    name: String,
    size: Int,
    format: ImportFormat,
    rows: any RowSource,
    _ header: ImportHeader,
    takesAllRows: Bool = false,
    _ checkCancellation: () throws -> Void = {}
  ) throws {
    self.takesAllRows = takesAllRows
    (self.name, self.size, self.format) = (name, size, format)
    content = .table(rows)
    firstRows = try rows.firstRows(HeaderFinder.rowLimit, checkCancellation: checkCancellation)
    switch header {
    case .line(let line): (headerLine, isHeaderInDoubt) = (line, false)
    case .none: (headerLine, isHeaderInDoubt) = (nil, false)
    case .detected:
      switch HeaderFinder(firstRows).find() {
      case .line(let line): (headerLine, isHeaderInDoubt) = (line, false)
      case .none: (headerLine, isHeaderInDoubt) = (nil, false)
      case .doubt: (headerLine, isHeaderInDoubt) = (firstRows.first?.line ?? 1, !firstRows.isEmpty)
      }
    }
    var sample = try rows.firstRows(
      Self.sampleLimit + 1,
      from: headerLine ?? 1,
      checkCancellation: checkCancellation
    )
    guard let first = sample.first else {
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
    if headerLine == nil {
      let columns = firstRows.map(\.fields.count).max() ?? first.fields.count
      self.header = (0..<columns).map { String($0 + 1) }
      headerRows = 1
    } else if !isHeaderInDoubt, let names = HeaderFinder.namesInTwoRows(sample) {
      self.header = names
      headerRows = 2
      sample.removeFirst(2)
    } else {
      self.header = first.fields.map(\.text)
      headerRows = 1
      sample.removeFirst()
    }
    let columns = self.header.count
    if let line = headerLine {
      let rows = firstRows.drop { $0.line <= line }
      hasSections = TableReader.hasSections(Array(rows), header: self.header)
    } else {
      hasSections = false
    }
    self.sample = sample.prefix(Self.sampleLimit).map {
      rows.omitsEmptyCells ? $0.filled(to: columns) : $0
    }
  }

  /// Looks at the objects of a file of JSON.
  private init(
    objectsOf file: FilePieces,
    size: Int,
    _ encoding: TextEncoding,
    _ checkCancellation: () throws -> Void
  ) throws {
    let keys = try Self.keys(file, encoding, checkCancellation)
    name = file.name
    format = .json(encoding)
    (header, sample, firstRows) = (keys.header, keys.sample, [])
    (headerLine, headerRows, isHeaderInDoubt) = (1, 1, false)
    (hasSections, takesAllRows) = (false, false)
    self.size = size
    content = .objects(file, keys.facts)
  }

  /// Reads the rows of the table.
  ///
  /// - Parameters:
  ///   - onPiece: is told now and then how many bytes have been read.
  ///   - onRecord: takes the next row.
  /// - Returns: What was found about the rows, such as those that do not belong to the table.
  /// - Throws: ``CsvError`` where the file is not well-formed, ``FileError`` when it cannot be
  ///   read, and what the closures throw.
  package func read(
    onPiece: (Int) throws -> Void = { _ in },
    onRecord: (CsvParser.Record) throws -> Void
  ) throws {
    _ = try readTable(onPiece: onPiece, onRecord: onRecord)
  }

  private func readTable(
    onPiece: (Int) throws -> Void = { _ in },
    onRecord: (CsvParser.Record) throws -> Void
  ) throws -> TableFindings {
    switch content {
    case .table(let rows):
      var reader = TableReader(
        headerLine: headerLine,
        headerRows: headerRows,
        columns: header.count,
        fillsRows: rows.omitsEmptyCells,
        hasSections: hasSections,
        isOurs: isOurs,
        takesAllRows: takesAllRows
      )
      try rows.readRows(onPiece: onPiece) { try reader.take($0, onRow: onRecord) }
      return reader.finish()
    case .objects(let file, _):
      var bytesRead = 0
      var decoder = TextDecoder(format.encoding)
      var splitter = JsonSplitter(file: name)
      try file.read { piece in
        try splitter.take(decoder.decode(piece)) { object in
          try onRecord(JsonFields.record(of: object, header: header, file: name))
        }
        bytesRead += piece.count
        try onPiece(bytesRead)
      }
      try splitter.finish()
      return TableFindings()
    }
  }
}

extension ImportFile {
  /// What is to be told about the file, once it was read as a whole: a sentence about each thing.
  package var notes: [String] {
    if case .table(let rows) = content { rows.notes } else { [] }
  }

  /// The name of the sheet that is read; `nil` for a file that is no spreadsheet.
  package var sheet: String? {
    if case .workbook(let workbook) = format { workbook.sheet.name } else { nil }
  }
}

// MARK: - Looking at all cells

extension ImportFile {
  /// What the cells of each column tell, and which rows are left out. Reads the whole file:
  /// one value in the last row can settle what all other numbers mean.
  ///
  /// - Throws: ``FileError`` when it cannot be read, and what the closure throws.
  func facts(
    _ convention: NumberConvention,
    checkCancellation: () throws -> Void = {}
  ) throws -> (columns: [ColumnFacts], table: TableFindings) {
    if case .objects(_, let facts) = content { return (facts, TableFindings()) }
    var columns = Array(repeating: ColumnFacts(), count: header.count)
    var table = TableFindings()
    // Nothing is guessed from the texts of our own files, which takes most of the time.
    let isOurs = isOurs
    let hasValues = header.map { name in
      ItemColumn.allCases.contains { $0.header == name && ($0.isNumber || $0.isDate) }
    }
    do {
      table = try readTable { _ in
        try checkCancellation()
      } onRecord: { record in
        for (index, field) in record.fields.prefix(columns.count).enumerated() {
          if isOurs, !hasValues[index] {
            columns[index].addUnread(isEmpty: field.text.isEmpty)
            continue
          }
          columns[index].add(
            // An error such as "#N/A" is a problem, and does not count as empty.
            field.problem == nil ? field.text : "",
            convention,
            line: field.position.line,
            isNumber: field.isNumber,
            row: record.fields.map(\.text)
          )
        }
      }
    } catch is CsvError {
      // What is not well-formed is a problem of the import, which gets no further, either.
    }
    return (columns, table)
  }
}

// MARK: - Looking for numbered SKUs

extension ImportFile {
  /// The largest number of a pattern that a SKU of the file has.
  package func largestNumber(
    _ options: ImportOptions,
    checkCancellation: () throws -> Void
  ) throws -> Int? {
    guard let index = options.mapping.columns.firstIndex(of: .sku) else { return nil }
    let isFloat = options.columnsOfWholeFloats.contains(index)
    var largest: Int?
    do {
      try read { _ in
        try checkCancellation()
      } onRecord: { record in
        guard record.fields.indices.contains(index),
          let number = options.skuPattern.number(
            in: isFloat
              ? WholeFloat.number(in: record.fields[index].text) ?? ""
              : record.fields[index].text.trimmed
          )
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
  /// Looks whether a file is a spreadsheet, unless that is known.
  private static func workbook(
    _ file: FilePieces,
    _ layout: ImportLayout,
    _ format: ImportFormat?,
    _ checkCancellation: () throws -> Void
  ) throws -> ImportWorkbook? {
    switch format {
    case .workbook(let workbook): return workbook
    case .csv, .json: return nil
    case nil:
      let handle = try file.open()
      defer { try? handle.close() }
      return try ImportWorkbook(
        handle,
        named: file.name,
        layout: layout,
        checkCancellation: checkCancellation
      )
    }
  }

  /// Whether a file is one of JSON, by its first bytes in any encoding.
  private static func isJson(
    _ start: [UInt8],
    _ layout: ImportLayout,
    _ format: ImportFormat?
  ) -> Bool {
    switch format {
    case .csv, .workbook: false
    case .json: true
    // The characters that begin a list or an object are the same in all encodings.
    case nil:
      layout.format == .json
        || layout.format == nil && looksLikeJson(start.filter { ![0, 0xFE, 0xFF].contains($0) })
    }
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
    for _ in 1..<layout.firstLine {
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
    _ file: FilePieces,
    _ encoding: TextEncoding,
    _ checkCancellation: () throws -> Void
  ) throws -> (header: [String], sample: [CsvParser.Record], facts: [ColumnFacts]) {
    var keys: Set<String> = []
    var facts: [String: ColumnFacts] = [:]
    var occurrences: [String: Int] = [:]
    var count = 0
    var objects: [JsonSplitter.Object] = []
    var decoder = TextDecoder(encoding)
    var splitter = JsonSplitter(file: file.name)
    try file.read { piece in
      try checkCancellation()
      try splitter.take(decoder.decode(piece)) { object in
        let members = JsonKeys.members(of: object.bytes)
        count += 1
        for member in members {
          keys.insert(member.key)
          occurrences[member.key, default: 0] += 1
          guard let text = member.text else { continue }
          facts[member.key, default: ColumnFacts()].add(
            text,
            .plain,
            line: object.position.line,
            isNumber: member.isNumber,
            row: []
          )
        }
        guard keys.count <= CsvParser.fieldLimit else {
          throw CsvError(
            file: file.name,
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
    let sample = try objects.map { try JsonFields.record(of: $0, header: header, file: file.name) }
    let columns = header.map { key in
      var column = facts[key] ?? ColumnFacts()
      column.addEmptyCells(max(count - (occurrences[key] ?? 0), 0))
      return column
    }
    return (header, sample, columns)
  }
}

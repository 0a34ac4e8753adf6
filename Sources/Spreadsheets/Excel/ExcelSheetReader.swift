/// Reads the rows of a sheet of Excel.
final class ExcelSheetReader: XmlHandler {
  private enum CellType {
    case number, shared, text, inline, boolean, error, date
  }

  private let part: String
  private let styles: ExcelStyles
  private let sharedTexts: ExcelSharedTexts
  private let onRow: (SpreadsheetRow) throws -> Void
  private var row: RowBuilder
  /// The cells that are merged over rows, those that the reader has not come to, and those whose
  /// rows are read.
  private var merged: ArraySlice<MergedCells.Range>
  private var open: [(range: MergedCells.Range, cell: SpreadsheetCell)] = []

  private var isInRows = false
  private var column = -1
  private var type = CellType.number
  private var style = 0
  private var isInValue = false
  private var hasValue = false
  private var hasFormula = false
  private var value: [UInt8] = []
  private var rich = ExcelRichText()

  var findings: SpreadsheetFindings { row.findings }

  init(
    part: String,
    _ styles: ExcelStyles,
    _ sharedTexts: ExcelSharedTexts,
    _ limits: SpreadsheetLimits,
    merged: MergedCells = .none,
    onRow: @escaping (SpreadsheetRow) throws -> Void
  ) {
    self.part = part
    self.styles = styles
    self.sharedTexts = sharedTexts
    self.onRow = onRow
    self.merged = merged.ranges[...]
    row = RowBuilder(limits)
  }

  func start(_ name: XmlName, _ attributes: XmlAttributes) throws {
    guard name.isInExcel else { return }
    guard isInRows else {
      if name.is("sheetData") {
        isInRows = true
      } else if name.is("col") {
        addColumns(attributes)
      } else if name.is("mergeCell") {
        row.merged(attributes.text("ref") ?? "")
      }
      return
    }
    if name.is("c") {
      try startCell(attributes)
    } else if name.is("v") {
      isInValue = true
      hasValue = true
    } else if name.is("f") {
      hasFormula = true
    } else if name.is("row") {
      let number = attributes.bytes("r").map { $0.wholeNumber ?? 0 } ?? row.number + 1
      guard number > 0 else { throw SpreadsheetError.damaged(part: part, line: nil) }
      try row.start(number, isHidden: attributes.bytes("hidden")?.isTrue ?? false)
      column = -1
    } else if name.is("is") {
      hasValue = true
      rich.begin()
    } else {
      rich.start(name)
    }
  }

  func end(_ name: XmlName) throws {
    guard isInRows, name.isInExcel else { return }
    if name.is("v") {
      isInValue = false
    } else if name.is("c") {
      try row.add(cell, at: column)
    } else if name.is("row") {
      try fillMergedCells()
      if let row = row.finish() { try onRow(row) }
    } else if name.is("sheetData") {
      isInRows = false
    } else {
      rich.end(name)
    }
  }

  /// Gives the row what is in cells above that are merged with its own, and remembers those that
  /// begin in it.
  private func fillMergedCells() throws {
    if open.isEmpty, merged.isEmpty { return }
    open.removeAll { $0.range.rows.upperBound < row.number }
    for (range, cell) in open where range.rows.contains(row.number) {
      try row.fill(cell, at: range.column)
    }
    while let next = merged.first, next.rows.lowerBound <= row.number {
      merged = merged.dropFirst()
      // Excel merges no cell twice. A file that does would have each row filled as many times.
      guard next.rows.lowerBound == row.number, row.cells.indices.contains(next.column),
        !open.contains(where: { $0.range.column == next.column })
      else { continue }
      open.append((next, row.cells[next.column]))
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard isInRows else { return }
    if isInValue {
      value.append(contentsOf: bytes)
      try row.count(bytes.count)
    } else if type == .inline {
      rich.text(bytes)
      try row.count(bytes.count)
    }
  }

  private func addColumns(_ attributes: XmlAttributes) {
    guard attributes.bytes("hidden")?.isTrue == true,
      let first = attributes.bytes("min")?.wholeNumber,
      let last = attributes.bytes("max")?.wholeNumber,
      first > 0, last >= first, row.hiddenColumns.count < 1_000
    else { return }
    row.hiddenColumns.append((first - 1)...(last - 1))
  }

  private func startCell(_ attributes: XmlAttributes) throws {
    column = try attributes.bytes("r").map(columnOfReference) ?? column + 1
    style = attributes.bytes("s")?.wholeNumber ?? 0
    hasValue = false
    hasFormula = false
    value.removeAll(keepingCapacity: true)
    rich.begin()
    guard let type = attributes.bytes("t") else {
      self.type = .number
      return
    }
    self.type =
      type.is("s")
      ? .shared
      : type.is("str")
        ? .text
        : type.is("inlineStr")
          ? .inline
          : type.is("b") ? .boolean : type.is("e") ? .error : type.is("d") ? .date : .number
  }

  /// The column of a cell such as `AB12`.
  private func columnOfReference(_ reference: UnsafeBufferPointer<UInt8>) throws -> Int {
    var column = 0
    for byte in reference.prefix(4) {
      let letter = byte & 0xDF
      guard (0x41...0x5A).contains(letter) else { break }
      column = column * 26 + Int(letter - 0x40)
    }
    // The last column that Excel has is XFD.
    guard (1...16_384).contains(column) else {
      throw SpreadsheetError.damaged(part: part, line: nil)
    }
    return column - 1
  }

  /// The cell that was read.
  private var cell: SpreadsheetCell {
    get throws {
      guard hasValue, !value.isEmpty || type == .inline || type == .text else {
        return SpreadsheetCell(hasFormula ? .formulaWithoutResult : .empty)
      }
      switch type {
      case .number:
        return value.withUnsafeBufferPointer(number)
      case .shared:
        guard let index = value.withUnsafeBufferPointer(\.wholeNumber),
          let text = sharedTexts[index]
        else { throw SpreadsheetError.damaged(part: part, line: nil) }
        return textCell(text)
      case .text:
        let bytes = value.contains(UInt8(ascii: "_")) ? ExcelEscapes.decode(value) : value
        return textCell(String(decoding: bytes, as: UTF8.self))
      case .inline:
        return textCell(String(decoding: rich.finish(), as: UTF8.self))
      case .boolean:
        return SpreadsheetCell(.boolean(value.withUnsafeBufferPointer(\.isTrue)))
      case .error:
        return SpreadsheetCell(.error(String(decoding: value, as: UTF8.self)))
      case .date:
        return SpreadsheetCell(.date(String(decoding: value, as: UTF8.self)))
      }
    }
  }

  private func textCell(_ text: String) -> SpreadsheetCell {
    text.isEmpty ? .empty : SpreadsheetCell(.text(text))
  }

  private func number(_ bytes: UnsafeBufferPointer<UInt8>) -> SpreadsheetCell {
    // What is no number is a text, about which whoever reads the column decides.
    guard let number = PlainDecimal.text(bytes) else {
      return SpreadsheetCell(.text(String(decoding: bytes, as: UTF8.self)))
    }
    switch styles[style] {
    case .number(let currency):
      return SpreadsheetCell(.number(number), currency: currency)
    case .digits(let count):
      let isWhole = number.utf8.allSatisfy(PlainDecimal.isDigit)
      let missing = isWhole ? max(count - number.utf8.count, 0) : 0
      return SpreadsheetCell(.number(String(repeating: "0", count: missing) + number))
    case .decimals(let count):
      return SpreadsheetCell(.number(PlainDecimal.text(number, decimals: count)))
    case .date:
      let date = Double(number).flatMap(styles.dates.text)
      return SpreadsheetCell(date.map { .date($0) } ?? .number(number))
    case .duration:
      let duration = Double(number).flatMap(ExcelDates.duration)
      return SpreadsheetCell(duration.map { .date($0) } ?? .number(number))
    }
  }
}

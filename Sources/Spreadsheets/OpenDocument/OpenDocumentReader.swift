/// Reads the content of a spreadsheet of OpenDocument: which sheets there are, or the rows of one.
final class OpenDocumentReader: XmlHandler {
  struct Sheet {
    var name: String
    var isHidden: Bool
    var hasContent: Bool
    var index: Int
  }

  /// Where in the document an element is. What is inside an element that is not known, such as the
  /// shapes and the deleted cells of a sheet, is left out as a whole.
  private enum Place {
    case document, styles, style, sheets, sheet, row, cell, paragraph
  }

  private let limits: SpreadsheetLimits
  /// The sheet whose rows are read; `nil` to look only which sheets there are.
  private let wanted: Int?
  private let onRow: (SpreadsheetRow) throws -> Void
  /// Whether cells that are merged with one above have its value.
  private let fillsMerged: Bool

  private(set) var isSpreadsheet = false
  private(set) var sheets: [Sheet] = []
  private(set) var isPastWanted = false
  /// The names of the styles of sheets that people do not see.
  private var hiddenStyles: Set<String> = []
  private var style: String?

  /// Where the elements are that have begun. `nil` is never in it: see `skipped`.
  private var places: [Place] = [.document]
  /// How many elements inside one that is left out have begun.
  private var skipped = 0

  private var row: RowBuilder
  private var nextRow = 1
  private var rowRepeats = 1
  private var nextColumn = 0
  private var nextDeclaredColumn = 0
  private var cellRepeats = 1
  private var cell = OpenDocumentCell()
  /// How many rows the cell that is read is merged over; 0 for one that is covered.
  private var spannedRows = 1
  /// The cells that are merged over rows, by their columns, and the last of the rows.
  private var spans: [Int: (cell: SpreadsheetCell, lastRow: Int)] = [:]

  var findings: SpreadsheetFindings { row.findings }

  init(
    _ limits: SpreadsheetLimits,
    wanted: Int?,
    fillsMerged: Bool = false,
    onRow: @escaping (SpreadsheetRow) throws -> Void
  ) {
    self.fillsMerged = fillsMerged
    self.limits = limits
    self.wanted = wanted
    self.onRow = onRow
    row = RowBuilder(limits)
  }

  private var isInWanted: Bool { sheets.last?.index == wanted }

  func start(_ name: XmlName, _ attributes: XmlAttributes) throws {
    guard skipped == 0, let place = try place(of: name, attributes) else {
      skipped += 1
      return
    }
    places.append(place)
  }

  func end(_ name: XmlName) throws {
    guard skipped == 0 else {
      skipped -= 1
      return
    }
    let place = places.removeLast()
    switch place {
    case .cell: try endCell()
    case .row where name.is("table-row"): try endRow()
    case .sheet where name.is("table"): isPastWanted = isPastWanted || isInWanted
    case .paragraph where places.last == .cell: cell.endParagraph()
    case .style: style = nil
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard skipped == 0, places.last == .paragraph else { return }
    cell.add(text: bytes)
    try row.count(bytes.count)
  }

  /// Where an element is that begins; `nil` to leave it out.
  private func place(of name: XmlName, _ attributes: XmlAttributes) throws -> Place? {
    switch places.last ?? .document {
    case .document:
      if name.is("automatic-styles"), name.isIn(.office) { return .styles }
      if name.is("spreadsheet"), name.isIn(.office) {
        isSpreadsheet = true
        return .sheets
      }
      let isAround = name.is("document-content") || name.is("body")
      return isAround && name.isIn(.office) ? .document : nil
    case .styles:
      guard name.is("style"), name.isIn(.style) else { return nil }
      style = attributes.text("name", in: .style)
      return .style
    case .style:
      if name.is("table-properties"), attributes.bytes("display", in: .table)?.is("false") == true,
        let style, hiddenStyles.count < limits.parts
      {
        hiddenStyles.insert(style)
      }
      return nil
    case .sheets:
      guard name.is("table"), name.isIn(.table) else { return nil }
      return try startSheet(attributes)
    case .sheet:
      guard name.isIn(.table) else { return nil }
      if name.is("table-row") {
        try startRow(attributes)
        return .row
      }
      if name.is("table-column") { addColumns(attributes) }
      let isAround =
        name.is("table-rows") || name.is("table-row-group") || name.is("table-header-rows")
        || name.is("table-columns") || name.is("table-column-group")
        || name.is("table-header-columns")
      return isAround ? .sheet : nil
    case .row:
      guard name.is("table-cell") || name.is("covered-table-cell"), name.isIn(.table) else {
        return nil
      }
      startCell(attributes, isCovered: name.is("covered-table-cell"))
      return .cell
    case .cell:
      guard name.isIn(.text) else { return nil }
      if name.is("p") || name.is("h") {
        cell.startParagraph()
        return .paragraph
      }
      return name.is("list") || name.is("list-item") ? .cell : nil
    case .paragraph:
      return placeInParagraph(name, attributes)
    }
  }

  private func placeInParagraph(_ name: XmlName, _ attributes: XmlAttributes) -> Place? {
    guard name.isIn(.text) else { return nil }
    if name.is("s") {
      let count = attributes.bytes("c", in: .text)?.wholeNumber ?? 1
      // One that pretends to be longer than a row is no text of anybody.
      cell.add(spaces: min(count, Limits.spaces))
    } else if name.is("tab") {
      cell.add(scalar: "\t")
    } else if name.is("line-break") {
      cell.add(scalar: "\n")
    } else if name.is("ruby-text") || name.is("note") {
      return nil
    }
    return .paragraph
  }

  private enum Limits {
    static let spaces = 4_000
    static let sheets = 10_000
  }
}

// MARK: - Sheets

extension OpenDocumentReader {
  private func startSheet(_ attributes: XmlAttributes) throws -> Place? {
    guard sheets.count < Limits.sheets else { throw SpreadsheetError.tooManyParts }
    let style = attributes.text("style-name", in: .table)
    sheets.append(
      Sheet(
        name: attributes.text("name", in: .table) ?? "",
        isHidden: style.map(hiddenStyles.contains) ?? false,
        hasContent: false,
        index: sheets.count
      )
    )
    nextRow = 1
    nextDeclaredColumn = 0
    // The rows of other sheets are of no interest.
    return wanted == nil || isInWanted ? .sheet : nil
  }

  private func addColumns(_ attributes: XmlAttributes) {
    let count = attributes.bytes("number-columns-repeated", in: .table)?.wholeNumber ?? 1
    let first = nextDeclaredColumn
    nextDeclaredColumn += count
    guard count > 0, isHidden(attributes), row.hiddenColumns.count < self.limits.columns else {
      return
    }
    row.hiddenColumns.append(first...(nextDeclaredColumn - 1))
  }

  private func isHidden(_ attributes: XmlAttributes) -> Bool {
    attributes.bytes("visibility", in: .table).map { !$0.is("visible") } ?? false
  }
}

// MARK: - Rows and cells

extension OpenDocumentReader {
  private func startRow(_ attributes: XmlAttributes) throws {
    rowRepeats = attributes.bytes("number-rows-repeated", in: .table)?.wholeNumber ?? 1
    // Below the last row there may be as many as there can be, with nothing but a look.
    try row.start(min(nextRow, limits.rows), isHidden: isHidden(attributes))
    nextColumn = 0
  }

  private func endRow() throws {
    let number = nextRow
    nextRow += rowRepeats
    guard let first = row.finish() else { return }
    guard nextRow - 1 <= limits.rows else { throw SpreadsheetError.tooManyRows }
    guard wanted != nil else { return }
    for repeated in number..<nextRow {
      var row = first
      row.number = repeated
      try onRow(row)
    }
  }

  private func startCell(_ attributes: XmlAttributes, isCovered: Bool) {
    cellRepeats = attributes.bytes("number-columns-repeated", in: .table)?.wholeNumber ?? 1
    cell.start(attributes, isCovered: isCovered)
    spannedRows = isCovered ? 0 : 1
    guard wanted != nil, !isCovered else { return }
    let columns = attributes.bytes("number-columns-spanned", in: .table)?.wholeNumber ?? 1
    let rows = attributes.bytes("number-rows-spanned", in: .table)?.wholeNumber ?? 1
    guard columns > 1 || rows > 1 else { return }
    spannedRows = rows
    let (column, number) = (nextColumn, nextRow)
    row.merged(
      "\(SpreadsheetRow.columnName(column))\(number):"
        + "\(SpreadsheetRow.columnName(column + columns - 1))\(number + rows - 1)"
    )
  }

  private func endCell() throws {
    // The text of a list has several elements of this place.
    guard places.last == .row else { return }
    let first = nextColumn
    nextColumn += cellRepeats
    let value = cell.finish()
    // Empty cells are not counted, so that one may be anywhere.
    if spannedRows == 0, fillsMerged, !spans.isEmpty, first < limits.columns {
      for column in first..<min(nextColumn, limits.columns) {
        guard let span = spans[column], span.lastRow >= nextRow else { continue }
        try row.fill(span.cell, at: column)
      }
    }
    if case .empty = value.value { return }
    sheets[sheets.count - 1].hasContent = true
    guard nextColumn <= limits.columns else {
      throw SpreadsheetError.tooManyColumns(row: nextRow)
    }
    for column in first..<nextColumn { try row.add(value, at: column) }
    if spannedRows > 1, fillsMerged {
      let (last, isOverflow) = nextRow.addingReportingOverflow(spannedRows - 1)
      spans[first] = (value, isOverflow ? .max : last)
    }
  }
}

extension StaticString {
  fileprivate static var office: Self { ":office:1.0" }
  fileprivate static var table: Self { ":table:1.0" }
  fileprivate static var text: Self { ":text:1.0" }
  fileprivate static var style: Self { ":style:1.0" }
}

/// A workbook of Excel: Office Open XML, transitional or strict.
final class ExcelWorkbook: SpreadsheetDocument {
  private struct SheetPart {
    var name: String
    var isHidden: Bool
    var part: ZipArchive.Part
  }

  private let archive: ZipArchive
  private let limits: SpreadsheetLimits
  private let parts: [SheetPart]
  private let styles: ExcelStyles
  private let sharedTextsPart: ZipArchive.Part?
  /// The texts that cells share, once they are needed.
  private var sharedTexts: ExcelSharedTexts?

  init(_ archive: ZipArchive, _ limits: SpreadsheetLimits) throws {
    self.archive = archive
    self.limits = limits
    let limit = limits.unpackedPart
    let root = try ExcelRelationships.read(archive, of: "", limit: limit)
    guard let workbook = root.part("officeDocument") else {
      throw SpreadsheetError.missingPart("officeDocument")
    }
    if workbook.hasSuffix(".bin") { throw SpreadsheetError.binaryExcel }
    if workbook.hasPrefix("word/") || workbook.hasPrefix("ppt/") {
      throw SpreadsheetError.otherDocument
    }
    let index = ExcelSheetIndex()
    try archive.read(try archive.neededPart(workbook), limit: limit, handler: index)
    guard index.isWorkbook else { throw SpreadsheetError.damaged(part: workbook, line: nil) }
    guard index.sheets.count <= limits.sheets else { throw SpreadsheetError.tooManyParts }
    let relationships = try ExcelRelationships.read(archive, of: workbook, limit: limit)
    var partsOfSheets: Set<String> = []
    parts = try index.sheets.compactMap { sheet in
      guard let target = relationships.byID[sheet.relationship] else {
        throw SpreadsheetError.missingPart(sheet.name)
      }
      // A sheet may also be nothing but a chart.
      guard target.type == "worksheet" else { return nil }
      // A part that is several sheets would be read as often.
      guard partsOfSheets.insert(target.part).inserted else {
        throw SpreadsheetError.damaged(part: workbook, line: nil)
      }
      return SheetPart(
        name: sheet.name,
        isHidden: sheet.isHidden,
        part: try archive.neededPart(target.part)
      )
    }
    styles = try ExcelStyles.read(
      try relationships.part("styles").map(archive.neededPart),
      of: archive,
      dates: index.dates,
      limits
    )
    sharedTextsPart = relationships.part("sharedStrings").flatMap(archive.part)
  }

  /// How much of all sheets is looked at to find out which of them have content.
  private static let bytesToLookAt = 256 << 20

  func sheets(_ checkCancellation: () throws -> Void) throws -> [Spreadsheet.Sheet] {
    struct Found: Error {}
    var budget = Self.bytesToLookAt
    return try parts.enumerated().map { index, sheet in
      try checkCancellation()
      let look = ExcelContentLook()
      var seen = 0
      do {
        try archive.read(sheet.part, limit: limits.unpackedRows, handler: look) { bytes in
          try checkCancellation()
          budget -= bytes - seen
          seen = bytes
          if look.hasContent || budget < 0 { throw Found() }
        }
      } catch is Found {
      } catch is SpreadsheetError where look.hasContent {
        // What is wrong farther down is a problem of whoever reads the sheet.
      }
      return Spreadsheet.Sheet(
        name: sheet.name,
        isHidden: sheet.isHidden,
        // Where nobody has looked to the end, there may be some.
        hasContent: look.hasContent || budget < 0,
        index: index,
        size: sheet.part.size
      )
    }
  }

  func mergedCells(
    _ sheet: Spreadsheet.Sheet,
    _ checkCancellation: () throws -> Void
  ) throws -> MergedCells {
    guard parts.indices.contains(sheet.index) else {
      throw SpreadsheetError.noSuchSheet(sheet.name)
    }
    var finder = MergedCellsFinder()
    try archive.read(parts[sheet.index].part, limit: limits.unpackedRows) { bytes in
      try checkCancellation()
      finder.take(bytes)
    }
    return finder.found
  }

  func read(
    _ sheet: Spreadsheet.Sheet,
    _ merged: MergedCells?,
    _ onPiece: (Int) throws -> Void,
    _ onRow: @escaping (SpreadsheetRow) throws -> Void
  ) throws -> SpreadsheetFindings {
    guard parts.indices.contains(sheet.index) else {
      throw SpreadsheetError.noSuchSheet(sheet.name)
    }
    let texts = try loadSharedTexts { try onPiece(0) }
    let reader = ExcelSheetReader(
      part: parts[sheet.index].part.name,
      styles,
      texts,
      limits,
      merged: merged ?? .none,
      onRow: onRow
    )
    try archive.read(
      parts[sheet.index].part,
      limit: limits.unpackedRows,
      handler: reader,
      onPiece: onPiece
    )
    return reader.findings
  }

  private func loadSharedTexts(_ checkCancellation: () throws -> Void) throws -> ExcelSharedTexts {
    if let sharedTexts { return sharedTexts }
    let texts = ExcelSharedTexts(
      limit: limits.sharedTexts,
      expectedSize: sharedTextsPart?.size ?? 0
    )
    if let part = sharedTextsPart {
      // Tags take more room than texts.
      try archive.read(part, limit: limits.unpackedRows, handler: texts) { _ in
        try checkCancellation()
      }
    }
    sharedTexts = texts
    return texts
  }
}

/// Reads which sheets a workbook has.
private final class ExcelSheetIndex: XmlHandler {
  struct Sheet {
    var name: String
    var isHidden: Bool
    var relationship: String
  }

  private(set) var isWorkbook = false
  private(set) var dates = ExcelDates.from1900
  private(set) var sheets: [Sheet] = []

  func start(_ name: XmlName, _ attributes: XmlAttributes) {
    guard name.isInExcel else { return }
    if name.is("workbook") {
      isWorkbook = true
    } else if name.is("workbookPr") {
      if attributes.bytes("date1904")?.isTrue == true { dates = .from1904 }
    } else if name.is("sheet") {
      sheets.append(
        Sheet(
          name: attributes.text("name") ?? "",
          isHidden: attributes.bytes("state").map { !$0.is("visible") } ?? false,
          relationship: attributes.text("id", in: "/relationships") ?? ""
        )
      )
    }
  }

  func end(_ name: XmlName) {}
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

/// Looks whether a cell of a sheet has content.
private final class ExcelContentLook: XmlHandler {
  private(set) var hasContent = false

  func start(_ name: XmlName, _ attributes: XmlAttributes) {
    if name.is("v") || name.is("f") || name.is("is"), name.isInExcel { hasContent = true }
  }

  func end(_ name: XmlName) {}
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

extension XmlName {
  /// Whether the name is one of workbooks, transitional or strict.
  @inline(__always)
  var isInExcel: Bool { isIn("/spreadsheetml/2006/main") || isIn("/spreadsheetml/main") }
}

/// What the styles of the cells of a workbook say about their numbers.
final class ExcelStyles: XmlHandler {
  /// From which day dates are counted.
  let dates: ExcelDates

  private var codes: [Int: ExcelNumberFormat] = [:]
  private var formats: [ExcelNumberFormat] = []
  private var isInCellFormats = false

  /// Excel has 65,490 styles at most.
  private static let limit = 1 << 17

  private init(dates: ExcelDates) {
    self.dates = dates
  }

  static func read(
    _ part: ZipArchive.Part?,
    of archive: ZipArchive,
    dates: ExcelDates,
    _ limits: SpreadsheetLimits
  ) throws -> ExcelStyles {
    let styles = ExcelStyles(dates: dates)
    if let part { try archive.read(part, limit: limits.unpackedPart, handler: styles) }
    return styles
  }

  /// The format of the style with an index.
  subscript(index: Int) -> ExcelNumberFormat {
    formats.indices.contains(index) ? formats[index] : .general
  }

  func start(_ name: XmlName, _ attributes: XmlAttributes) {
    guard name.isInExcel else { return }
    if name.is("cellXfs") {
      isInCellFormats = true
    } else if name.is("xf"), isInCellFormats {
      let id = attributes.bytes("numFmtId")?.wholeNumber ?? 0
      if formats.count < Self.limit { formats.append(codes[id] ?? ExcelNumberFormat(builtin: id)) }
    } else if name.is("numFmt"), let id = attributes.bytes("numFmtId")?.wholeNumber,
      let code = attributes.text("formatCode"), codes.count < Self.limit
    {
      codes[id] = ExcelNumberFormat(code: code)
    }
  }

  func end(_ name: XmlName) {
    if name.is("cellXfs") { isInCellFormats = false }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

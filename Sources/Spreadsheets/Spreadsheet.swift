import Glibc

/// A spreadsheet that is read, of Excel or of OpenDocument.
///
/// Rows are read one after the other in bounded memory, however many there are.
///
///     let spreadsheet = try Spreadsheet(descriptor: descriptor)
///     let sheet = try spreadsheet.sheet(nil)
///     try spreadsheet.read(sheet) { row in print(row.number, row.cells) }
public final class Spreadsheet {
  /// A sheet of a spreadsheet.
  public struct Sheet: Hashable, Sendable {
    /// The name that people see.
    public var name: String
    /// Whether people do not see it.
    public var isHidden: Bool
    /// Whether a cell of it has content.
    public var hasContent: Bool
    /// The place among the sheets, counted from 0.
    public var index: Int
    /// How many bytes its rows have after they were unpacked, at most.
    public var size: Int

    public init(name: String, isHidden: Bool, hasContent: Bool, index: Int, size: Int) {
      self.name = name
      self.isHidden = isHidden
      self.hasContent = hasContent
      self.index = index
      self.size = size
    }
  }

  package let format: SpreadsheetFormat

  private let document: any SpreadsheetDocument
  /// How many bytes the texts of a sheet may have together.
  private let textLimit: Int

  /// Opens a spreadsheet.
  ///
  /// - Parameters:
  ///   - descriptor: The open file, which stays the caller's.
  ///   - limits: How much of it is read.
  /// - Throws: ``SpreadsheetError``, also for a file of another kind.
  package init(descriptor: Int32, limits: SpreadsheetLimits = SpreadsheetLimits()) throws {
    if case .other(let reason) = try FileKind(descriptor: descriptor) { throw reason }
    let archive = try ZipArchive(descriptor, limits: limits)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SpreadsheetError.unreadable(errno) }
    let (most, isOverflow) = Int(status.st_size).multipliedReportingOverflow(by: limits.ratio)
    textLimit = max(isOverflow ? .max : most, limits.sizeWithAnyRatio)
    if archive.part("Index/Document.iwa") != nil || archive.part("Index.zip") != nil {
      throw SpreadsheetError.numbers
    }
    if archive.part("mimetype") != nil || archive.part("content.xml") != nil {
      format = .ods
      document = try OpenDocument(archive, limits)
    } else if archive.part("_rels/.rels") != nil || archive.part("[Content_Types].xml") != nil {
      format = .xlsx
      document = try ExcelWorkbook(archive, limits)
    } else {
      throw SpreadsheetError.otherArchive
    }
  }

  /// Finds the sheets, in their order.
  ///
  /// - Parameter checkCancellation: Is called now and then. If it throws, nothing more is read.
  /// - Throws: ``SpreadsheetError``, and what the closure throws.
  package func sheets(checkCancellation: () throws -> Void = {}) throws -> [Sheet] {
    try document.sheets(checkCancellation)
  }

  /// Finds a sheet.
  ///
  /// - Parameters:
  ///   - name: The name, or else the number, counted from 1; `nil` for the first sheet that has
  ///     content and that people see, or else the first one with content, or the first one.
  ///   - sheets: The sheets.
  /// - Throws: ``SpreadsheetError/noSuchSheet(_:)``.
  package static func sheet(_ name: String?, of sheets: [Sheet]) throws -> Sheet {
    guard let name else {
      guard
        let sheet = sheets.first(where: { $0.hasContent && !$0.isHidden })
          ?? sheets.first(where: \.hasContent) ?? sheets.first
      else { throw SpreadsheetError.noSuchSheet("1") }
      return sheet
    }
    if let sheet = sheets.first(where: { $0.name == name })
      ?? sheets.first(where: { $0.name.lowercased() == name.lowercased() })
    {
      return sheet
    }
    guard let number = Int(name), sheets.indices.contains(number - 1) else {
      throw SpreadsheetError.noSuchSheet(name)
    }
    return sheets[number - 1]
  }

  /// Finds the cells that are merged over several rows.
  ///
  /// - Parameters:
  ///   - sheet: One of ``sheets(checkCancellation:)``.
  ///   - checkCancellation: Is called now and then. If it throws, nothing more is read.
  /// - Throws: ``SpreadsheetError``, and what the closure throws.
  package func mergedCells(
    of sheet: Sheet,
    checkCancellation: () throws -> Void = {}
  ) throws -> MergedCells {
    try document.mergedCells(sheet, checkCancellation)
  }

  /// Reads the rows of a sheet that have content.
  ///
  /// - Parameters:
  ///   - sheet: One of ``sheets(checkCancellation:)``.
  ///   - merged: The cells below which the same value is; `nil` if it is to be in the first cell
  ///     alone.
  ///   - onPiece: Is told now and then how many bytes have been read, of ``Sheet/size``. If it
  ///     throws, nothing more is read.
  ///   - onRow: Takes the next row. If it throws, nothing more is read.
  /// - Returns: What else there is to know about the sheet.
  /// - Throws: ``SpreadsheetError``, and what the closures throw.
  @discardableResult
  package func read(
    _ sheet: Sheet,
    filling merged: MergedCells? = nil,
    onPiece: (Int) throws -> Void = { _ in },
    onRow: (SpreadsheetRow) throws -> Void
  ) throws -> SpreadsheetFindings {
    // Many cells may have one text, and many rows may be one that is repeated.
    var size = 0
    return try withoutActuallyEscaping(onRow) { [textLimit] onRow in
      try document.read(sheet, merged, onPiece) { row in
        for cell in row.cells {
          if case .text(let text) = cell.value { size += text.utf8.count }
        }
        guard size <= textLimit else {
          throw SpreadsheetError.unpackedTooLarge(part: sheet.name)
        }
        try onRow(row)
      }
    }
  }
}

/// What the two formats have in common.
protocol SpreadsheetDocument {
  func sheets(_ checkCancellation: () throws -> Void) throws -> [Spreadsheet.Sheet]
  func mergedCells(
    _ sheet: Spreadsheet.Sheet,
    _ checkCancellation: () throws -> Void
  ) throws -> MergedCells
  func read(
    _ sheet: Spreadsheet.Sheet,
    _ merged: MergedCells?,
    _ onPiece: (Int) throws -> Void,
    _ onRow: @escaping (SpreadsheetRow) throws -> Void
  ) throws -> SpreadsheetFindings
}

/// A spreadsheet of OpenDocument.
final class OpenDocument: SpreadsheetDocument {
  private let archive: ZipArchive
  private let limits: SpreadsheetLimits
  private let content: ZipArchive.Part

  init(_ archive: ZipArchive, _ limits: SpreadsheetLimits) throws {
    self.archive = archive
    self.limits = limits
    // Newer programs encrypt the whole document as one part, others each part.
    if archive.part("encrypted-package") != nil { throw SpreadsheetError.encrypted }
    if let part = archive.part("META-INF/manifest.xml") {
      let manifest = OpenDocumentManifest()
      try archive.read(part, limit: limits.unpackedPart, handler: manifest)
      if manifest.isEncrypted { throw SpreadsheetError.encrypted }
    }
    if let part = archive.part("mimetype") {
      var type: [UInt8] = []
      try archive.read(part, limit: 1_024) { type += $0 }
      let name = String(decoding: type, as: UTF8.self)
      guard name.hasPrefix("application/vnd.oasis.opendocument.spreadsheet") else {
        let isDocument = name.hasPrefix("application/vnd.oasis.opendocument.")
        throw isDocument ? SpreadsheetError.otherDocument : .otherArchive
      }
    }
    content = try archive.neededPart("content.xml")
  }

  func sheets(_ checkCancellation: () throws -> Void) throws -> [Spreadsheet.Sheet] {
    let reader = OpenDocumentReader(limits, wanted: nil) { _ in }
    try archive.read(content, limit: limits.unpackedRows, handler: reader) { _ in
      try checkCancellation()
    }
    guard reader.isSpreadsheet else { throw SpreadsheetError.otherDocument }
    return reader.sheets.map {
      Spreadsheet.Sheet(
        name: $0.name,
        isHidden: $0.isHidden,
        hasContent: $0.hasContent,
        index: $0.index,
        size: content.size
      )
    }
  }

  /// The cells themselves say over how many rows they are merged.
  func mergedCells(
    _ sheet: Spreadsheet.Sheet,
    _ checkCancellation: () throws -> Void
  ) throws -> MergedCells { .none }

  func read(
    _ sheet: Spreadsheet.Sheet,
    _ merged: MergedCells?,
    _ onPiece: (Int) throws -> Void,
    _ onRow: @escaping (SpreadsheetRow) throws -> Void
  ) throws -> SpreadsheetFindings {
    struct Finished: Error {}
    let reader = OpenDocumentReader(
      limits,
      wanted: sheet.index,
      fillsMerged: merged != nil,
      onRow: onRow
    )
    do {
      try archive.read(content, limit: limits.unpackedRows, handler: reader) { bytes in
        try onPiece(bytes)
        if reader.isPastWanted { throw Finished() }
      }
    } catch is Finished {
      // The sheets below are of no interest.
    }
    return reader.findings
  }
}

/// Looks whether parts of a document are encrypted.
private final class OpenDocumentManifest: XmlHandler {
  private(set) var isEncrypted = false

  func start(_ name: XmlName, _ attributes: XmlAttributes) {
    if name.is("encryption-data") { isEncrypted = true }
  }

  func end(_ name: XmlName) {}
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

/// How a spreadsheet is written.
public enum SpreadsheetFormat: String, CaseIterable, Sendable {
  /// Office Open XML, which Excel writes.
  case xlsx
  /// OpenDocument, which LibreOffice writes.
  case ods
}

/// What a file is, by its content.
package enum FileKind: Equatable, Sendable {
  /// An archive, which may have a spreadsheet in it.
  case archive
  /// What is no spreadsheet, and why.
  case other(SpreadsheetError)

  /// How many bytes at the beginning of a file are looked at.
  private static let startSize = 4_096

  /// Looks at a file.
  ///
  /// - Parameter descriptor: The open file, which stays the caller's.
  /// - Throws: ``SpreadsheetError/unreadable(_:)``.
  package init(descriptor: Int32) throws {
    let start = try ZipArchive.bytes(of: descriptor, count: Self.startSize, from: 0)
    if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) || start.starts(with: [0x50, 0x4B, 0x05, 0x06])
      // The beginning of one in several volumes, of which a single one may be all.
      || start.starts(with: [0x50, 0x4B, 0x07, 0x08])
    {
      self = .archive
    } else if start.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      self = .other(try Self.compoundFile(descriptor))
    } else if start.starts(with: [0x09, 0x08]) || start.starts(with: [0x09, 0x04, 0x06, 0x00])
      || start.starts(with: [0x09, 0x02, 0x06, 0x00])
    {
      // The first record of Excel 5 and before.
      self = .other(.oldExcel)
    } else if start.starts(with: "%PDF-".utf8) {
      self = .other(.pdf)
    } else {
      self = .other(Self.text(start))
    }
  }

  /// What a text is.
  private static func text(_ start: [UInt8]) -> SpreadsheetError {
    guard !start.isEmpty else { return .text }
    var text = start[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let lowercased = text.prefix(1_024).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    for tag in ["<!doctype html", "<html", "<head", "<table", "<meta", "<body", "<div", "<style"]
    where lowercased.starts(with: tag.utf8) {
      return .html
    }
    if lowercased.starts(with: "<?xml".utf8) {
      // HTML may be XML, too, with its own tag after the declaration.
      let words = String(decoding: lowercased, as: UTF8.self)
      return words.contains("<html") || words.contains("<!doctype html") ? .html : .xml
    }
    // UTF-16 has zero bytes, and a mark at the beginning or a zero in every second byte.
    let isWide = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
    let zeros = start.reduce(0) { $0 + ($1 == 0 ? 1 : 0) }
    let controls = start.reduce(0) { $0 + ($1 < 0x09 && $1 != 0 ? 1 : 0) }
    if isWide || zeros == 0 && controls == 0 || zeros >= start.count / 4 && controls == 0 {
      return .text
    }
    return .unknown
  }

  /// What a compound file is: Excel before 2007 and encrypted files have the same container, in
  /// whose directory are names in UTF-16.
  private static func compoundFile(_ descriptor: Int32) throws -> SpreadsheetError {
    func wide(_ name: String) -> [UInt8] { name.utf16.flatMap { [UInt8($0 & 0xFF), 0] } }
    let names: [(name: [UInt8], kind: SpreadsheetError)] = [
      (wide("EncryptedPackage"), .encrypted), (wide("Workbook"), .oldExcel),
      (wide("Book\0"), .oldExcel), (wide("WordDocument"), .otherDocument),
      (wide("PowerPoint Document"), .otherDocument),
    ]
    // The directory may be anywhere. The names of an encrypted file count most: what else is in it
    // is random.
    let (pieceSize, overlap) = (1 << 20, 128)
    var found: SpreadsheetError?
    for piece in 0..<64 {
      let bytes = try ZipArchive.bytes(
        of: descriptor,
        count: pieceSize + overlap,
        from: piece * pieceSize
      )
      for (name, kind) in names where bytes.contains(name) {
        if kind == .encrypted { return kind }
        found = found ?? kind
      }
      if bytes.count < pieceSize + overlap { break }
    }
    return found ?? .unknown
  }
}

extension [UInt8] {
  /// Returns whether the bytes contain others.
  fileprivate func contains(_ other: [UInt8]) -> Bool {
    guard let first = other.first, count >= other.count else { return false }
    return withUnsafeBufferPointer { bytes in
      for place in 0...(bytes.count - other.count) where bytes[place] == first {
        if bytes[place..<(place + other.count)].elementsEqual(other) { return true }
      }
      return false
    }
  }
}

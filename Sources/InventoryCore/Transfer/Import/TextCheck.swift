import Foundation

/// Looks at a large file while its encoding is found out, and ends that as soon as it is clear that
/// the file is no text with rows. What is wrong in a row is a matter of ``CsvParser`` and
/// ``JsonSplitter``, which say where.
struct TextCheck {
  /// The longest line of a table, in bytes: a record takes twice as many in UTF-16 as in UTF-8.
  static let lineLimit = 2 * Limits.csvRecord

  private let file: String
  /// How long the current line is so far.
  private var lineLength = 0
  /// Whether lines may be of any length. A list of JSON may be one line, and its items have a limit
  /// of their own.
  private let hasLongLines: Bool

  /// - Parameters:
  ///   - file: What errors call it.
  ///   - isJson: Whether the file is one of JSON.
  init(file: String, isJson: Bool) {
    self.file = file
    hasLongLines = isJson
  }

  /// Takes the next bytes.
  ///
  /// - Throws: ``FileError`` if they cannot be part of a text, or if a line is too long.
  mutating func take(_ bytes: [UInt8]) throws(FileError) {
    // Characters of UTF-16 have two zeros in a row between them, and no text has three. A sparse
    // file has nothing else where nothing was written.
    guard !Self.hasZeros(bytes) else {
      throw FileError(
        file: file,
        problem: tr("has NUL bytes, which no text has; expected a file of CSV or JSON")
      )
    }
    guard !hasLongLines else { return }
    if let end = bytes.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      lineLength = bytes.count - end - 1
    } else {
      lineLength += bytes.count
    }
    guard lineLength <= Self.lineLimit else {
      throw FileError(
        file: file,
        problem: tr(
          """
          has a line of more than \(Self.lineLimit >> 20) MB; expected a table of CSV or a list of \
          JSON
          """
        )
      )
    }
  }

  /// Whether three zeros follow each other.
  private static func hasZeros(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while let start = rest.firstZero {
        rest = bytes[start...]
        let zeros = rest.prefix(3).prefix { $0 == 0 }.count
        if zeros == 3 { return true }
        rest = rest.dropFirst(zeros)
      }
      return false
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Where the first zero is. Most files have none, and the C library looks at many bytes at once.
  fileprivate var firstZero: Index? {
    let bytes = UnsafeRawBufferPointer(rebasing: self)
    guard let start = bytes.baseAddress, let zero = memchr(start, 0, bytes.count) else {
      return nil
    }
    return startIndex + (UnsafeRawPointer(zero) - start)
  }
}

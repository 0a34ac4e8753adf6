import Foundation

/// Rows for `COPY … FROM STDIN` in the form of text, which is what it takes without options. Values
/// are appended one after the other, without a copy of each in between.
package struct CopyRows: Sendable {
  private var bytes: [UInt8] = []
  private var isInRow = false

  package init() {}

  /// How many bytes there are.
  package var count: Int { bytes.count }

  /// Removes all rows, which have to be complete, and returns them.
  package mutating func take() -> Data {
    defer { bytes.removeAll(keepingCapacity: true) }
    return Data(bytes)
  }

  /// Appends NULL.
  package mutating func appendNull() {
    separate()
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(ascii: "N"))
  }

  package mutating func append(_ value: Int64?) {
    guard let value else { return appendNull() }
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  package mutating func append(_ value: Bool) {
    separate()
    bytes.append(UInt8(ascii: value ? "t" : "f"))
  }

  /// Appends a value as PostgreSQL writes it.
  ///
  /// - Throws: ``PostgresError`` of the kind `invalidValue` if it contains a zero byte.
  package mutating func append(_ value: String) throws(PostgresError) {
    separate()
    var value = value
    let isComplete = value.withUTF8 { text in
      var start = text.startIndex
      for (index, byte) in text.enumerated() where byte < 0x20 || byte == UInt8(ascii: "\\") {
        let escape: UInt8
        switch byte {
        case 0: return false
        case UInt8(ascii: "\\"): escape = byte
        case UInt8(ascii: "\n"): escape = UInt8(ascii: "n")
        case UInt8(ascii: "\r"): escape = UInt8(ascii: "r")
        case UInt8(ascii: "\t"): escape = UInt8(ascii: "t")
        default: continue
        }
        bytes.append(contentsOf: text[start..<index])
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(escape)
        start = index + 1
      }
      bytes.append(contentsOf: text[start...])
      return true
    }
    guard isComplete else {
      throw PostgresError(.invalidValue, "PostgreSQL has no text that contains a zero byte.")
    }
  }

  /// Ends a row.
  package mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
    isInRow = false
  }

  private mutating func separate() {
    if isInRow { bytes.append(UInt8(ascii: "\t")) }
    isInRow = true
  }
}

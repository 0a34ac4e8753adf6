/// The texts that the cells of a workbook share, in as little memory as they can have.
final class ExcelSharedTexts: XmlHandler {
  private let limit: Int
  /// All texts, one after the other.
  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [UInt32] = []
  private var rich = ExcelRichText()

  /// - Parameters:
  ///   - limit: How many bytes the texts may have, less than 4 GB.
  ///   - expectedSize: How many they probably have, or more.
  init(limit: Int, expectedSize: Int) {
    self.limit = limit
    // Memory that nothing is written to is none.
    bytes.reserveCapacity(min(expectedSize, limit))
  }

  /// The text with an index.
  subscript(index: Int) -> String? {
    guard ends.indices.contains(index) else { return nil }
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return bytes.withUnsafeBufferPointer {
      String(decoding: $0[start..<Int(ends[index])], as: UTF8.self)
    }
  }

  func start(_ name: XmlName, _ attributes: XmlAttributes) {
    guard name.isInExcel else { return }
    if name.is("si") { rich.begin() } else { rich.start(name) }
  }

  func end(_ name: XmlName) throws {
    guard name.isInExcel else { return }
    guard name.is("si") else { return rich.end(name) }
    let text = rich.finish()
    guard bytes.count + text.count <= limit, ends.count < limit / 4 else {
      throw SpreadsheetError.sharedTextsTooLarge
    }
    bytes.append(contentsOf: text)
    ends.append(UInt32(bytes.count))
  }

  func text(_ text: UnsafeBufferPointer<UInt8>) throws {
    rich.text(text)
    guard rich.size <= limit else { throw SpreadsheetError.sharedTextsTooLarge }
  }
}

/// Puts a text together from its parts, each of which has another look.
struct ExcelRichText {
  private var bytes: [UInt8] = []
  private var isInText = false
  /// Whether the parts say how the characters before them are pronounced.
  private var isPronunciation = false

  var size: Int { bytes.count }

  mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    isInText = false
    isPronunciation = false
  }

  mutating func start(_ name: XmlName) {
    if name.is("t") {
      isInText = !isPronunciation
    } else if name.is("rPh") {
      isPronunciation = true
    }
  }

  mutating func end(_ name: XmlName) {
    if name.is("t") {
      isInText = false
    } else if name.is("rPh") {
      isPronunciation = false
    }
  }

  mutating func text(_ text: UnsafeBufferPointer<UInt8>) {
    if isInText { bytes.append(contentsOf: text) }
  }

  /// The text.
  func finish() -> [UInt8] {
    bytes.contains(UInt8(ascii: "_")) ? ExcelEscapes.decode(bytes) : bytes
  }
}

/// Characters that XML cannot have, and which Excel writes as `_x0007_`.
enum ExcelEscapes {
  static func decode(_ bytes: [UInt8]) -> [UInt8] {
    var decoded: [UInt8] = []
    var index = 0
    /// The first half of a character that is two of UTF-16.
    var high: UInt16?
    while index < bytes.count {
      if let unit = unit(in: bytes, at: index) {
        index += 7
        if let first = high, UTF16.isTrailSurrogate(unit) {
          append(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00), to: &decoded)
          high = nil
        } else {
          if high != nil { append(0xFFFD, to: &decoded) }
          high = UTF16.isLeadSurrogate(unit) ? unit : nil
          if high == nil { append(UInt32(unit), to: &decoded) }
        }
      } else {
        if high != nil { append(0xFFFD, to: &decoded) }
        high = nil
        decoded.append(bytes[index])
        index += 1
      }
    }
    if high != nil { append(0xFFFD, to: &decoded) }
    return decoded
  }

  /// The text as Excel writes it.
  static func encode(_ text: String) -> String {
    var encoded = ""
    let bytes = Array(text.utf8)
    var index = 0
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 && scalar != "\n" && scalar != "\t"
      if isControl || scalar.value == 0xFFFE || scalar.value == 0xFFFF {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        encoded += "_x" + String(repeating: "0", count: 4 - digits.count) + digits + "_"
      } else if scalar == "_", unit(in: bytes, at: index) != nil {
        encoded += "_x005F_"
      } else {
        encoded.unicodeScalars.append(scalar)
      }
      index += UTF8.width(scalar)
    }
    return encoded
  }

  /// The unit of UTF-16 that is written at a place.
  private static func unit(in bytes: [UInt8], at index: Int) -> UInt16? {
    guard index + 7 <= bytes.count, bytes[index] == UInt8(ascii: "_"),
      bytes[index + 1] == UInt8(ascii: "x"), bytes[index + 6] == UInt8(ascii: "_")
    else { return nil }
    let digits = String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self)
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
      return nil
    }
    return UInt16(digits, radix: 16)
  }

  private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    let scalar = UnicodeScalar(value) ?? "\u{FFFD}"
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}

/// Turns a text in some encoding into UTF-8, a piece at a time.
///
/// UTF-8 is passed on as it is, for the parser to check. What is not well-formed in UTF-16 becomes
/// the replacement character. What is no character in another encoding becomes a byte about which
/// the parser complains.
struct TextDecoder {
  private let encoding: TextEncoding
  /// What knows the less common encodings.
  private let converter: TextConverter?
  /// The first byte of a code unit whose second one is in the next piece.
  private var firstByte: UInt8?
  /// The first half of a surrogate pair.
  private var highSurrogate: UInt16?

  init(_ encoding: TextEncoding) {
    self.encoding = encoding
    let isCommon: Set<TextEncoding> = [.utf8, .utf16LittleEndian, .utf16BigEndian, .windows1252]
    converter = isCommon.contains(encoding) ? nil : TextConverter(from: encoding.iconvName)
  }

  /// The text of the next bytes.
  mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
    switch encoding {
    case .utf8:
      return bytes
    case .windows1252:
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + bytes.count / 8)
      for byte in bytes {
        if byte < 0x80 { text.append(byte) } else { Self.append(Self.scalar(byte), to: &text) }
      }
      return text
    case .utf16LittleEndian, .utf16BigEndian:
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      for byte in bytes {
        guard let first = firstByte else {
          firstByte = byte
          continue
        }
        firstByte = nil
        let (low, high) = encoding == .utf16LittleEndian ? (first, byte) : (byte, first)
        take(UInt16(high) << 8 | UInt16(low), &text)
      }
      return text
    default:
      return converter?.convert(bytes) ?? bytes
    }
  }

  /// The text of what was begun and is not complete at the end.
  mutating func finish() -> [UInt8] {
    if let converter { return converter.convert([], isLast: true) }
    guard firstByte != nil || highSurrogate != nil else { return [] }
    (firstByte, highSurrogate) = (nil, nil)
    return Array("\u{FFFD}".utf8)
  }

  private mutating func take(_ unit: UInt16, _ text: inout [UInt8]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        Self.append(Unicode.Scalar(value) ?? "\u{FFFD}", to: &text)
        return
      }
      Self.append("\u{FFFD}", to: &text)
    }
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else {
      Self.append(Unicode.Scalar(unit) ?? "\u{FFFD}", to: &text)
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte)
      ? windows1252[Int(byte - 0x80)] : Unicode.Scalar(byte)
  }

  /// The characters from 0x80 to 0x9F. The five that have none are control characters, as in HTML.
  private static let windows1252: [Unicode.Scalar] = [
    "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}",
    "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
  ]
}

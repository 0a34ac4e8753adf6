/// Checks UTF-8 one byte at a time, so that an error can be told where it is.
///
/// Accepts exactly the well-formed sequences of the Unicode standard, table 3-7: no overlong forms,
/// no surrogates, nothing above U+10FFFF.
struct Utf8Validator {
  private var missing = 0
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether a scalar was begun and not ended.
  var isInsideScalar: Bool { missing > 0 }

  /// Takes the next byte.
  ///
  /// - Returns: `false` when no well-formed text has this byte here.
  mutating func accept(_ byte: UInt8) -> Bool {
    guard missing == 0 else {
      guard allowed.contains(byte) else { return false }
      missing -= 1
      allowed = 0x80...0xBF
      return true
    }
    switch byte {
    case 0x00...0x7F: break
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, allowed) = (2, 0xA0...0xBF)
    case 0xED: (missing, allowed) = (2, 0x80...0x9F)
    case 0xE1...0xEF: missing = 2
    case 0xF0: (missing, allowed) = (3, 0x90...0xBF)
    case 0xF1...0xF3: missing = 3
    case 0xF4: (missing, allowed) = (3, 0x80...0x8F)
    default: return false
    }
    return true
  }
}

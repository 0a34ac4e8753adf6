/// How the characters of a file are written as bytes.
public enum TextEncoding: CaseIterable, Sendable {
  case utf8
  case utf16LittleEndian
  case utf16BigEndian
  /// What Windows writes in western Europe; Latin-1 is the same as far as people use it.
  case windows1252

  /// The name that people know it by.
  public var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16LittleEndian: "UTF-16 LE"
    case .utf16BigEndian: "UTF-16 BE"
    case .windows1252: "Windows-1252"
    }
  }
}

/// Finds out the encoding of a text that is fed to it in pieces of any size.
///
/// A byte order mark tells it. Without one, a text whose first characters have a zero byte each is
/// UTF-16, a text that is valid UTF-8 to its end is that, and every other text is Windows-1252.
struct TextEncodingDetector {
  /// How many bytes at the beginning are looked at for zeros.
  private static let startSize = 4_096

  private var start: [UInt8] = []
  private var validator = Utf8Validator()
  private var isUtf8 = true

  mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if start.count < Self.startSize { start.append(byte) }
      // Half of all texts are plain English, whose bytes need no look at the state.
      if byte >= 0x80 || validator.isInsideScalar {
        isUtf8 = isUtf8 && validator.accept(byte)
      }
    }
  }

  /// The encoding of what was taken.
  var encoding: TextEncoding {
    if start.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if start.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    var zeros = [0, 0]
    for (index, byte) in start.enumerated() where byte == 0 { zeros[index % 2] += 1 }
    // A column of Chinese has no zeros, but the commas and line breaks between have.
    let some = max(start.count / 16, 1)
    if zeros[1] >= some, zeros[0] < zeros[1] / 4 { return .utf16LittleEndian }
    if zeros[0] >= some, zeros[1] < zeros[0] / 4 { return .utf16BigEndian }
    return isUtf8 && !validator.isInsideScalar ? .utf8 : .windows1252
  }
}

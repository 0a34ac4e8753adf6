import Foundation

/// How the characters of a file are written as bytes.
public struct TextEncoding: Hashable, Sendable {
  /// The name by which the C library knows it.
  let iconvName: String

  public static let utf8 = TextEncoding(iconvName: "UTF-8")
  public static let utf16LittleEndian = TextEncoding(iconvName: "UTF-16LE")
  public static let utf16BigEndian = TextEncoding(iconvName: "UTF-16BE")
  /// What Windows writes in western Europe; Latin-1 is the same as far as people use it.
  public static let windows1252 = TextEncoding(iconvName: "WINDOWS-1252")

  private init(iconvName: String) {
    self.iconvName = iconvName
  }

  /// An encoding with a name that people or programs use, such as `latin1`, `cp1250` or
  /// `Shift_JIS`.
  ///
  /// - Returns: `nil` for one that the C library cannot read.
  public init?(named name: String) {
    let plain = name.uppercased().filter { $0.isLetter || $0.isNumber }
    switch plain {
    case "UTF8": self = .utf8
    case "UTF16", "UTF16LE", "UCS2": self = .utf16LittleEndian
    case "UTF16BE": self = .utf16BigEndian
    // Who says Latin-1 has nearly always what Windows writes, which has more characters.
    case "WINDOWS1252", "CP1252", "LATIN1", "ISO88591", "ASCII", "USASCII": self = .windows1252
    // What Windows writes has a few characters more.
    case "SHIFTJIS", "SJIS", "WINDOWS31J", "CP932": self.init(iconvName: "CP932")
    case "GBK", "GB2312", "CP936", "GB18030": self.init(iconvName: "GB18030")
    default:
      // "cp1250" is written without a hyphen, "ISO-8859-2" with two.
      let iconvName =
        plain.hasPrefix("CP125") ? "WINDOWS-\(plain.dropFirst(2))" : name.uppercased()
      guard (1...40).contains(iconvName.utf8.count), TextConverter(from: iconvName) != nil else {
        return nil
      }
      self.init(iconvName: iconvName)
    }
  }

  /// The name that people know it by.
  public var name: String {
    switch self {
    case .utf16LittleEndian: return "UTF-16 LE"
    case .utf16BigEndian: return "UTF-16 BE"
    default: break
    }
    let windows = "WINDOWS-"
    guard iconvName.hasPrefix(windows) else { return iconvName }
    return "Windows-\(iconvName.dropFirst(windows.count))"
  }
}

extension TextEncoding: CaseIterable {
  /// The encodings that people have files in, the most common first.
  public static let allCases: [TextEncoding] =
    [.utf8, .utf16LittleEndian, .utf16BigEndian, .windows1252]
    + [
      "WINDOWS-1250", "WINDOWS-1251", "WINDOWS-1253", "WINDOWS-1254", "WINDOWS-1255",
      "WINDOWS-1256", "WINDOWS-1257", "WINDOWS-1258", "ISO-8859-2", "ISO-8859-5", "ISO-8859-7",
      "ISO-8859-9", "ISO-8859-13", "ISO-8859-15", "KOI8-R", "KOI8-U", "IBM437", "IBM850", "IBM852",
      "IBM866", "MACINTOSH", "MAC-CYRILLIC", "CP932", "EUC-JP", "ISO-2022-JP", "GB18030", "BIG5",
      "EUC-KR", "UHC", "TIS-620",
    ]
    .map(TextEncoding.init(iconvName:))
}

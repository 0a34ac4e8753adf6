import CUchardet

/// Finds out the encoding of a text that is fed to it in pieces of any size.
///
/// A byte order mark tells it. Without one, a text whose first characters have a zero byte each is
/// UTF-16, and a text that is UTF-8 but for a few bytes is that: the bytes are problems of their
/// lines. The names of columns that are known decide, as ``HeaderEncoding`` finds them. For another
/// text in a Latin script, ``LatinEncodings`` looks at the words. About every other text, uchardet
/// is asked, which knows how often characters are used in each language.
struct TextEncodingDetector {
  /// How many bytes at the beginning are looked at for zeros.
  private static let startSize = 4_096
  /// How many bytes uchardet looks at. It says no more after that.
  private static let sampleSize = 1 << 20

  private var start: [UInt8] = []
  private var validator = Utf8Validator()
  /// How many characters beyond ASCII there are in UTF-8, and how many bytes that are none.
  private var counts = (characters: 0, errors: 0)
  /// Some of the text that is not ASCII.
  private var sample: [UInt8] = []

  mutating func take(_ bytes: [UInt8]) {
    start += bytes.prefix(Self.startSize - start.count)
    // Half of all texts are plain English, whose bytes need no look at the state.
    guard validator.isInsideScalar || bytes.contains(where: { $0 >= 0x80 }) else { return }
    sample += bytes.prefix(Self.sampleSize - sample.count)
    for byte in bytes where byte >= 0x80 || validator.isInsideScalar {
      if validator.accept(byte) {
        if !validator.isInsideScalar { counts.characters += 1 }
      } else {
        counts.errors += 1
        validator = Utf8Validator()
        // The byte may begin the next character.
        if !validator.accept(byte) { validator = Utf8Validator() }
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
    let errors = counts.errors + (validator.isInsideScalar ? 1 : 0)
    // Texts in other encodings seldom look like UTF-8 by chance.
    if start.starts(with: [0xEF, 0xBB, 0xBF]) || errors == 0 || counts.characters > errors {
      return .utf8
    }
    return Self.guess(sample)
  }

  private static func guess(_ sample: [UInt8]) -> TextEncoding {
    guard let detector = uchardet_new() else { return .windows1252 }
    defer { uchardet_delete(detector) }
    let status = sample.withUnsafeBytes { bytes in
      uchardet_handle_data(detector, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
    }
    uchardet_data_end(detector)
    guard status == 0, let name = uchardet_get_charset(detector) else { return .windows1252 }
    let encoding = TextEncoding(named: String(cString: name)) ?? .windows1252
    if let known = HeaderEncoding.encoding(of: sample, encoding) { return known }
    // Pairs of bytes, as in Japanese, look like letters and frames of a computer without Windows.
    let isOfPairs = encodingsOfPairs.contains(encoding.name.uppercased())
    if let latin = LatinEncodings.encoding(of: sample),
      !isOfPairs || !encodingsBeforeWindows.contains(latin.name.uppercased())
    {
      return latin
    }
    return encoding == .windows1252 ? eastAsian(sample) ?? encoding : encoding
  }

  private static let encodingsOfPairs: Set = [
    "BIG5", "CP932", "EUC-JP", "EUC-KR", "EUC-TW", "GB18030", "UHC",
  ]
  private static let encodingsBeforeWindows: Set = ["IBM850", "IBM852", "MACINTOSH"]

  /// The encoding of a text in Chinese or Japanese that is too short for uchardet: bytes beyond
  /// ASCII stand in pairs, many of them in several. In western languages, they may all be in pairs,
  /// as in “Größe” and “descrição”, but four follow each other nowhere.
  private static func eastAsian(_ sample: [UInt8]) -> TextEncoding? {
    let runs = sample.split { $0 < 0x80 }
    guard !runs.isEmpty, runs.count(where: { $0.count >= 4 }) * 2 >= runs.count,
      runs.allSatisfy({ $0.count.isMultiple(of: 2) && $0.allSatisfy { (0xA1...0xFE).contains($0) } }
      )
    else { return nil }
    // Hiragana and katakana.
    let hasKana = runs.contains { run in
      stride(from: run.startIndex, to: run.endIndex, by: 2).contains {
        [0xA4, 0xA5].contains(run[$0])
      }
    }
    return TextEncoding(named: hasKana ? "EUC-JP" : "GB18030")
  }
}

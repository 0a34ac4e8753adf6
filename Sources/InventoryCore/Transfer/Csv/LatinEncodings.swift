import Foundation

/// Weighs the encodings that a text in a Latin script can have.
///
/// uchardet goes by how often characters follow each other, and is wrong about every fourth list of
/// a few words. Here counts whether the characters are those of one language, and whether signs
/// stand where signs stand: `³` follows `m`, and is inside no word.
enum LatinEncodings {
  /// A language and an encoding in which it is written.
  private struct Candidate {
    let encoding: TextEncoding
    let language: String
    let letters: Set<Unicode.Scalar>
  }

  /// A byte beyond ASCII, and whether there is a letter before and behind it.
  private struct Place: Hashable {
    let byte: UInt8
    let isAfterLetter: Bool
    let isBeforeLetter: Bool
  }

  /// How many bytes are looked at: a few words tell.
  private static let sampleSize = 1 << 16

  /// The encoding in which a text is one of a Latin script.
  ///
  /// - Returns: `nil` for a text in another script, or if no encoding makes words of it.
  static func encoding(of sample: [UInt8]) -> TextEncoding? {
    let sample = sample.prefix(sampleSize)
    guard hasLatinWords(sample) else { return nil }
    let places = places(in: Array(sample))
    let count = places.values.reduce(0, +)
    var best: (encoding: TextEncoding, cost: Int)?
    for candidate in candidates {
      guard let table = tables[candidate.encoding] else { continue }
      var cost = 0
      for (place, number) in places where !isExplained(place, table, candidate.letters) {
        cost += number
      }
      if cost < best?.cost ?? .max { best = (candidate.encoding, cost) }
      if cost == 0 { break }
    }
    guard let best, best.cost * 4 <= count else { return nil }
    return best.encoding
  }

  /// Whether characters beyond ASCII are single ones in words of ASCII, at least in most words.
  private static func hasLatinWords(_ sample: ArraySlice<UInt8>) -> Bool {
    var (latin, others) = (0, 0)
    for word in sample.split(whereSeparator: { $0 < 0x80 && !isLetter($0) }) {
      guard word.contains(where: { $0 >= 0x80 }) else { continue }
      let longest = word.split { $0 < 0x80 }.map(\.count).max() ?? 0
      if longest >= 3 || longest == word.count && longest > 1 { others += 1 } else { latin += 1 }
    }
    return latin > others
  }

  private static func places(in sample: [UInt8]) -> [Place: Int] {
    var places: [Place: Int] = [:]
    for (index, byte) in sample.enumerated() where byte >= 0x80 {
      let place = Place(
        byte: byte,
        isAfterLetter: index > 0 && isPartOfWord(sample[index - 1]),
        isBeforeLetter: index + 1 < sample.count && isPartOfWord(sample[index + 1])
      )
      places[place, default: 0] += 1
    }
    return places
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool { byte >= 0x80 || isLetter(byte) }

  private static func isExplained(
    _ place: Place,
    _ table: [Unicode.Scalar?],
    _ letters: Set<Unicode.Scalar>
  ) -> Bool {
    guard let scalar = table[Int(place.byte) - 0x80] else { return false }
    if letters.contains(scalar) { return true }
    switch scalar {
    case "’", "‘", "\u{AD}": return true
    default:
      return signsBeforeWords.contains(scalar) && !place.isAfterLetter
        || signs.contains(scalar) && !place.isBeforeLetter
    }
  }

  /// Signs that people write in all languages.
  private static let signs = Set("“”„‚–—…•°±²³µ½¼¾€£§©®™«»·×÷ºª´¿¡‰\u{A0}".unicodeScalars)
  /// Those that can stand at the beginning of a word, such as that of "µF".
  private static let signsBeforeWords = Set("“„‚–—…•°µ€£§«·¿¡\u{A0}".unicodeScalars)

  /// The characters of the bytes beyond ASCII in each encoding; `nil` for those that have none.
  private static let tables: [TextEncoding: [Unicode.Scalar?]] = {
    var tables: [TextEncoding: [Unicode.Scalar?]] = [:]
    for encoding in Set(candidates.map(\.encoding)) {
      tables[encoding] = (0x80...0xFF).map { (byte: UInt8) -> Unicode.Scalar? in
        guard let converter = TextConverter(from: encoding.iconvName) else { return nil }
        let text = String(bytes: converter.convert([byte], isLast: true), encoding: .utf8)
        guard let text, text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first,
          // What is for machines is in no list.
          !(0x80..<0xA0).contains(scalar.value)
        else { return nil }
        return scalar
      }
    }
    return tables
  }()

  /// The encodings of each language, the most common first. The language of the user comes before
  /// all others: some words are words in two of them.
  private static let candidates: [Candidate] = {
    let western = [
      ("en", "éèêñïöüçàâ"), ("de", "äöüß"), ("fr", "éèêëàâæçîïôœùûüÿ"), ("es", "ñáéíóúüçª"),
      ("it", "àèéìòùóî"), ("pt", "ãõçáéíóúâêôàü"), ("nl", "éëïèüöáçêó"), ("sv", "åäöéà"),
      ("da", "æøåéö"), ("fi", "äöåšžé"), ("ca", "àçèéíïòóúü"), ("is", "áðéíóúýþæö"),
    ]
    let central = [
      ("pl", "ąćęłńóśźż"), ("cs", "áčďéěíňóřšťúůýž"), ("sk", "áäčďéíĺľňóôŕšťúýž"),
      ("hu", "áéíóöőúüű"), ("ro", "ăâîșțşţ"), ("hr", "čćđšž"), ("de", "äöüß"),
    ]
    let turkish = [("tr", "çğıöşüİâî")]
    let baltic = [("lt", "ąčęėįšųūž"), ("lv", "āčēģīķļņšūž"), ("et", "äöõüšž")]
    let lists: [(String, [(String, String)])] = [
      ("WINDOWS-1252", western.dropLast()), ("WINDOWS-1250", central), ("WINDOWS-1254", turkish),
      ("WINDOWS-1257", baltic), ("WINDOWS-1252", western.suffix(1)), ("ISO-8859-2", central),
      ("ISO-8859-15", western), ("IBM850", western), ("MACINTOSH", western), ("IBM852", central),
    ]
    let all = lists.flatMap { name, languages in
      languages.compactMap { language, letters -> Candidate? in
        TextEncoding(named: name).map {
          Candidate(
            encoding: $0,
            language: language,
            letters: Set((letters + letters.uppercased()).unicodeScalars)
          )
        }
      }
    }
    let user = Locale.current.language.languageCode?.identifier
    let common = all.prefix { $0.encoding.iconvName.hasPrefix("WINDOWS") }
    return common.filter { $0.language == user } + all
  }()
}

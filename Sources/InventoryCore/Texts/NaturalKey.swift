import Foundation

/// The keys by which lists are ordered: `Box 2` before `Box 10`, `Łódź` among the names with L.
///
/// A key is compared with others byte by byte, as the engines do. It is stored with the rows, and a
/// server makes the same keys with `natural_key`. So what a key is must never change without a
/// migration of both engines; docs/decisions/natural-order.md has the rule and its reasons.
extension String {
  /// What the text is ordered by among others.
  ///
  /// It begins with the text without case and accents, in which the digits of each number follow
  /// after how many they are. Behind it is what decides between texts that are equal otherwise: the
  /// capital letters, the zeros and what is not ASCII.
  package var naturalKey: String {
    var original = self
    // Most text is ASCII, and needs no table.
    let key = original.withUTF8 { bytes in
      bytes.allSatisfy { $0 < 0x80 } ? NaturalKey.key(letters: bytes, original: bytes) : nil
    }
    if let key { return key }
    var letters = NaturalKey.plainLetters(self)
    return letters.withUTF8 { letters in
      original.withUTF8 { NaturalKey.key(letters: letters, original: $0) }
    }
  }

  /// Where the keys of all texts are that have the same letters, without the differences of case
  /// and accents. A few others may be among them.
  package var naturalKeysOfSameLetters: (lowerBound: String, upperBound: String) {
    // A server keeps the beginning of a long key.
    let letters = String(
      String.UnicodeScalarView(
        naturalKey.unicodeScalars.prefix { $0 != "\u{2}" }.prefix(NaturalKey.limitOfServer)
      )
    )
    return (letters, letters + "\u{3}")
  }

  /// What the path of a location is ordered by: one name after the other, so that each location is
  /// followed by those inside it.
  package var naturalPathKey: String {
    components(separatedBy: LocationPath.separator).map(\.naturalKey)
      .joined(separator: NaturalKey.nameSeparator)
  }
}

extension Sequence {
  /// The elements in the natural order of a text of theirs.
  ///
  /// - Parameters:
  ///   - text: The text. Elements whose texts have the same key are ordered by the texts.
  /// - Complexity: O(*n* log *n*).
  package func sortedNaturally(by text: (Element) -> String) -> [Element] {
    sorted(by: text) { $0.naturalKey }
  }

  /// The elements in the order of the paths of locations.
  ///
  /// - Parameter path: The path.
  /// - Complexity: O(*n* log *n*).
  package func sortedNaturally(byPath path: (Element) -> String) -> [Element] {
    sorted(by: path) { $0.naturalPathKey }
  }

  private func sorted(by text: (Element) -> String, key: (String) -> String) -> [Element] {
    map { element in
      let text = text(element)
      return (key: key(text), text: text, element: element)
    }
    .sorted { $0.key == $1.key ? $0.text.isBefore($1.text) : $0.key.isBefore($1.key) }
    .map(\.element)
  }
}

extension String {
  /// Whether the text is before another one byte by byte, as databases compare keys. Swift's own
  /// order is that of the composed letters.
  package func isBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

private enum NaturalKey {
  /// Is between the names of a path. Nothing comes before it, so a location is followed by all that
  /// is inside it.
  static let nameSeparator = "\u{1}"
  /// Is between the letters and what decides between equal ones. It comes before all that can be
  /// typed, so a name comes before those that it begins.
  private static let tieSeparator: UInt8 = 2
  /// How many characters a server keeps of the key of a name or a SKU.
  static let limitOfServer = 600

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - letters: The text without accents, and with the digits of ASCII. ASCII may have case.
  ///   - original: The text.
  static func key(
    letters: UnsafeBufferPointer<UInt8>,
    original: UnsafeBufferPointer<UInt8>
  ) -> String {
    var key: [UInt8] = []
    key.reserveCapacity(letters.count + 16)
    var index = 0
    while index < letters.count {
      let byte = letters[index]
      guard isDigit(byte) else {
        key.append(isCapital(byte) ? byte | 0x20 : byte)
        index += 1
        continue
      }
      var end = index
      while end < letters.count, isDigit(letters[end]) { end += 1 }
      append(letters[index..<end].drop { $0 == zero }, to: &key)
      index = end
    }
    var hasTie = false
    for byte in original where isCapital(byte) || byte == zero || byte >= 0x80 {
      if !hasTie { key.append(tieSeparator) }
      hasTie = true
      key.append(byte)
    }
    return String(decoding: key, as: UTF8.self)
  }

  /// Appends a number after how many digits it has, so that longer ones come later: `17` for 7,
  /// `210` for 10. From nine digits on, their number is written in this way, too, after a 9.
  private static func append(_ digits: Slice<UnsafeBufferPointer<UInt8>>, to key: inout [UInt8]) {
    if digits.count < 9 {
      key.append(zero + UInt8(digits.count))
    } else {
      let count = String(digits.count)
      key.append(zero + 9)
      key += String(count.utf8.count).utf8
      key += count.utf8
    }
    key += digits
  }

  private static let zero = UInt8(ascii: "0")

  private static func isDigit(_ byte: UInt8) -> Bool { zero...zero + 9 ~= byte }

  private static func isCapital(_ byte: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }

  /// The text in small letters without accents, with digits of ASCII.
  static func plainLetters(_ text: String) -> String {
    var letters = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
      for small in scalar.properties.lowercaseMapping.unicodeScalars where !isMark(small) {
        if let plain = plain[small] {
          letters.append(contentsOf: plain)
        } else {
          letters.append(small)
        }
      }
    }
    return String(letters)
  }

  /// Whether a character changes the one before it only. They are those that the server's function
  /// `folded_letters` leaves out.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    return switch scalar.value {
    case 0x300...0x36F, 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7, 0x64B...0x65F,
      0x670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// What takes the place of letters that Unicode does not decompose, and of digits that are not
  /// those of ASCII.
  private static let plain: [Unicode.Scalar: String.UnicodeScalarView] = {
    var table: [Unicode.Scalar: String.UnicodeScalarView] = [:]
    for (letters, plain) in plainLetters {
      for letter in letters.unicodeScalars { table[letter] = plain.unicodeScalars }
    }
    for digits in digits {
      for (value, digit) in digits.unicodeScalars.enumerated() {
        table[digit] = String(value).unicodeScalars
      }
    }
    return table
  }()

  private static let plainLetters = [
    ("ⱥ", "a"), ("ɓƀ", "b"), ("ƈȼ", "c"), ("đðɖɗ", "d"), ("ɇɛəǝ", "e"), ("ƒ", "f"), ("ɠǥ", "g"),
    ("ħ", "h"), ("ıɨ", "i"), ("ɉ", "j"), ("ĸƙ", "k"), ("łƚ", "l"), ("ŋɲ", "n"), ("øɔɵ", "o"),
    ("ɍ", "r"), ("ŧⱦ", "t"), ("ʉ", "u"), ("ʋ", "v"), ("ƴɏ", "y"), ("ƶȥ", "z"), ("æ", "ae"),
    ("œ", "oe"), ("þ", "th"), ("ß", "ss"), ("ς", "σ"),
  ]

  private static let digits = [
    "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९", "০১২৩৪৫৬৭৮৯", "੦੧੨੩੪੫੬੭੮੯", "૦૧૨૩૪૫૬૭૮૯",
    "୦୧୨୩୪୫୬୭୮୯", "௦௧௨௩௪௫௬௭௮௯", "౦౧౨౩౪౫౬౭౮౯", "೦೧೨೩೪೫೬೭೮೯", "൦൧൨൩൪൫൬൭൮൯", "๐๑๒๓๔๕๖๗๘๙",
    "໐໑໒໓໔໕໖໗໘໙", "༠༡༢༣༤༥༦༧༨༩", "၀၁၂၃၄၅၆၇၈၉", "០១២៣៤៥៦៧៨៩",
  ]
}

import Foundation

/// What a name, a SKU and everything else that stands in one line may have in it.
/// docs/decisions/lines-of-text.md has the rule and its reasons.
extension String {
  /// The text in one line: without white space around it, and with a space in the place of tabs and
  /// line breaks in it.
  package var asLine: String {
    // Nearly all texts are plain, and need no look into the tables of Unicode.
    if let first = utf8.first, let last = utf8.last, first != 0x20, last != 0x20, isPlain {
      return self
    }
    return withoutLineBreaks.trimmed
  }

  /// The text with a space in the place of tabs and line breaks, and of the white space around
  /// each. Other white space stays as it is.
  var withoutLineBreaks: String {
    guard !isPlain, unicodeScalars.contains(where: \.isTabOrNewline) else { return self }
    var (line, space, isBreak) = (UnicodeScalarView(), UnicodeScalarView(), false)
    for scalar in unicodeScalars {
      if scalar.properties.isWhitespace {
        space.append(scalar)
        isBreak = isBreak || scalar.isTabOrNewline
      } else {
        line.append(contentsOf: isBreak ? " ".unicodeScalars : space)
        line.append(scalar)
        (space, isBreak) = (UnicodeScalarView(), false)
      }
    }
    line.append(contentsOf: isBreak ? " ".unicodeScalars : space)
    return String(line)
  }

  /// Whether there are tabs or line breaks in the text, or around it.
  package var hasLineBreaks: Bool {
    !isPlain && unicodeScalars.contains(where: \.isTabOrNewline)
  }

  /// Whether there are tabs or line breaks within the text.
  var isSeveralLines: Bool {
    !isPlain && unicodeScalars.contains(where: \.isTabOrNewline)
      && trimmed.unicodeScalars.contains(where: \.isTabOrNewline)
  }

  /// The first character that no text may have, because nobody sees it. Tabs and line breaks are
  /// none of them.
  package var controlCharacter: Unicode.Scalar? {
    isPlain ? nil : unicodeScalars.first(where: \.isControl)
  }

  /// The text without characters that nobody sees, where the rest says what is meant.
  var withoutControlCharacters: String {
    isPlain ? self : String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isControl }))
  }

  /// Whether there is nothing but the visible characters of ASCII and spaces.
  private var isPlain: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}

extension Unicode.Scalar {
  /// Whether nobody sees the character, and it is no tab or line break.
  fileprivate var isControl: Bool {
    switch value {
    case 0x09...0x0D, 0x85: false
    case 0...0x1F, 0x7F...0x9F: true
    default: false
    }
  }

  fileprivate var isTabOrNewline: Bool {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// The number of the character as the standard writes it, such as `U+0007`.
  package var code: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}

extension String {
  /// What is wrong with what somebody has written in a field; `nil` if nothing is.
  ///
  /// - Parameter limit: How many bytes the field may have.
  func errorOfField(limit: Int = Limits.line) -> String? {
    if let character = controlCharacter {
      return tr("This has a character that cannot be seen (\(character.code)). Write it anew.")
    }
    return utf8.count > limit ? tr("This is too long.") : nil
  }
}

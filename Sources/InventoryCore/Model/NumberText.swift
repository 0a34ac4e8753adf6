import Foundation

extension Int {
  /// Reads a whole number as people in a place write it, with or without groups: `1.200` is twelve
  /// hundred in Germany, `1,200` in Britain.
  ///
  /// - Returns: `nil` for what is no whole number or does not fit.
  public init?(_ text: some StringProtocol, locale: Locale) {
    guard let plain = locale.plainNumber(text.withPlainDigits), !plain.contains(".") else {
      return nil
    }
    self.init(plain)
  }
}

extension Locale {
  /// A number that is written as in this place, with a point and without groups.
  ///
  /// - Returns: `nil` if the groups or the separators are not those of the place. What is between
  ///   them may be anything.
  func plainNumber(_ text: String) -> String? {
    let parts = text.components(separatedBy: decimalSeparator ?? ".")
    guard parts.count <= 2 else { return nil }
    let grouping = groupingSeparator?.first
    let groups = parts[0].split(omittingEmptySubsequences: false) { character in
      guard let grouping else { return false }
      return character == grouping || Self.isSame(character, grouping)
    }
    // Groups have three digits; in India, all but the last have two.
    guard groups.count == 1 || groups.last?.count == 3,
      groups.dropFirst().allSatisfy({ (2...3).contains($0.count) })
    else { return nil }
    return ([groups.joined()] + parts.dropFirst()).joined(separator: ".")
  }

  /// Whether two separators look alike: people do not tell spaces, or apostrophes, apart.
  private static func isSame(_ character: Character, _ separator: Character) -> Bool {
    let apostrophes: Set<Character> = ["'", "’"]
    return character.isWhitespace && separator.isWhitespace
      || apostrophes.contains(character) && apostrophes.contains(separator)
  }
}

extension StringProtocol {
  /// The text with the digits `0` to `9` in the place of those of other scripts.
  var withPlainDigits: String {
    map { $0.wholeNumberValue.map(String.init) ?? String($0) }.joined()
  }

  /// The text without spaces and line breaks around it.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

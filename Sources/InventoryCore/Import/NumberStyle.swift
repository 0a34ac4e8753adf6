import Foundation

/// How numbers are written in a file.
public enum NumberStyle: String, CaseIterable, Sendable {
  /// `1,234.50`
  case point
  /// `1.234,50`
  case comma

  /// How people in a place write numbers.
  public init(locale: Locale) {
    self = locale.decimalSeparator == "," ? .comma : .point
  }

  /// Guesses how the numbers among some texts are written.
  ///
  /// - Parameter fallback: the style when nothing tells.
  init(guessingFrom texts: some Sequence<String>, fallback: NumberStyle) {
    var (points, commas) = (0, 0)
    for text in texts {
      // One or two digits after the last mark can only be decimals.
      guard let mark = text.utf8.lastIndex(where: { $0 == Self.pointMark || $0 == Self.commaMark })
      else { continue }
      let decimals = text.utf8[text.utf8.index(after: mark)...].prefix(while: Self.isDigit)
      guard (1...2).contains(decimals.count) else { continue }
      if text.utf8[mark] == Self.pointMark { points += 1 } else { commas += 1 }
    }
    self = points == commas ? fallback : points > commas ? .point : .comma
  }

  /// Reads a whole number from 0.
  ///
  /// - Returns: `nil` for what is none, or does not fit.
  func quantity(_ text: String) -> Int? {
    guard let plain = plain(text) else { return nil }
    // Spreadsheets write "12.00", too.
    let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 1 || parts[1].utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else {
      return nil
    }
    return Int(parts[0])
  }

  /// Reads an amount of money from 0. The sign of a currency before or after it does not matter.
  ///
  /// - Parameter decimals: How many decimals there may be, from 0 to 3.
  /// - Returns: `nil` for what is none, has more decimals or does not fit.
  func price(_ text: String, decimals: Int = 2) -> Money? {
    plain(text).flatMap { Money($0, decimals: decimals) }
  }

  /// A number with digits and at most one point.
  private func plain(_ text: String) -> String? {
    // Most numbers are plain, and need no closer look.
    if isPlain(text) { return text }
    guard text.utf8.count <= 64 else { return nil }
    let bytes = Array(Self.ascii(text).utf8)
    let (mark, group) =
      self == .point ? (Self.pointMark, Self.commaMark) : (Self.commaMark, Self.pointMark)
    if let plain = Self.plain(bytes, mark: mark, group: group) { return plain }
    // The form with a point is understood everywhere, as far as it means nothing else.
    return Self.plain(bytes, mark: Self.pointMark, group: nil)
  }

  /// Whether a number is digits, with a point and some more in the style that writes decimals so.
  private func isPlain(_ text: String) -> Bool {
    let rest = text.utf8.drop(while: Self.isDigit)
    if rest.isEmpty { return !text.isEmpty }
    return self == .point && rest.first == Self.pointMark && rest.count > 1
      && rest.count < text.utf8.count && rest.dropFirst().allSatisfy(Self.isDigit)
  }

  private static func plain(_ bytes: [UInt8], mark: UInt8, group: UInt8?) -> String? {
    let parts = bytes.split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.dropFirst().allSatisfy({ $0.allSatisfy(isDigit) }) else {
      return nil
    }
    let groups = parts[0].split(omittingEmptySubsequences: false) {
      $0 == group || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "'")
    }
    guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return nil }
    // Groups have three digits; in India, all but the last have two.
    guard groups.count == 1 || groups.last?.count == 3,
      groups.dropFirst().allSatisfy({ (2...3).contains($0.count) }),
      groups.count == 1 || groups[0].count <= 3
    else { return nil }
    var plain = Array(groups.joined())
    if parts.count == 2, !parts[1].isEmpty { plain += [pointMark] + parts[1] }
    return String(decoding: plain, as: UTF8.self)
  }

  /// The number with digits, spaces and apostrophes of ASCII, without the sign of a currency and
  /// without spaces around it.
  private static func ascii(_ text: String) -> String {
    var result = ""
    for character in text {
      if let digit = character.wholeNumberValue, (0...9).contains(digit) {
        result += String(digit)
      } else if character.isWhitespace {
        result.append(" ")
      } else if character == "’" {
        result.append("'")
      } else if !character.isCurrencySymbol {
        result.append(character)
      }
    }
    return result.trimmingCharacters(in: .whitespaces)
  }

  private static let pointMark = UInt8(ascii: ".")
  private static let commaMark = UInt8(ascii: ",")

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

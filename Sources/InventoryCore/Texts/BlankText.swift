import Foundation

extension StringProtocol {
  /// The text without spaces and line breaks around it.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Whether there is nothing but white space.
  package var isBlank: Bool {
    // Most texts begin with a letter or a digit, and need no look into the tables of Unicode.
    if let first = utf8.first, (0x21...0x7E).contains(first) { return false }
    return allSatisfy(\.isWhitespace)
  }
}

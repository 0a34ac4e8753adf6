import Foundation

extension StringProtocol {
  /// The text without the differences that sorting and searching overlook: case, accents, width.
  package var folded: String {
    // Folding asks ICU, which takes microseconds; plain ASCII, most of all text, needs no asking.
    utf8.allSatisfy { $0 < 0x80 }
      ? lowercased()
      : folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
        locale: nil
      )
  }
}

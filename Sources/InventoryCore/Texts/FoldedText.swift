import Foundation

extension StringProtocol {
  /// The text without the differences that sorting and searching overlook: case, accents, width.
  // Inlined: an import folds the texts of each row in another module, which would otherwise call
  // this for any type of text.
  @inlinable package var folded: String {
    // Folding asks ICU, which takes microseconds; plain ASCII, most of all text, needs no asking.
    utf8.allSatisfy { $0 < 0x80 }
      ? lowercased()
      : folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
        locale: nil
      )
  }
}

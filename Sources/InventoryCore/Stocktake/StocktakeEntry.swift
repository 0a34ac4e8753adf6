import Foundation

/// What a text may be that was entered in a stocktake, by a scanner or by a person.
enum StocktakeEntry: Equatable {
  /// A barcode or an SKU.
  case code
  /// How many there are.
  case count
  /// One as well as the other: digits that are too many for most counts, and few for a barcode.
  case either
  /// A number with a mistake, or that can be read in two ways.
  case mistake

  /// The most digits that are never taken for a barcode.
  static let countDigits = 3
  /// The most digits that are a count if no item has such a barcode or SKU.
  static let unknownCountDigits = 5

  /// - Parameters:
  ///   - text: The text, without spaces around it.
  ///   - locale: How the user writes numbers.
  init(_ text: String, locale: Locale) {
    let isCount =
      NumberEntry(text, unit: nil, locale: locale).value.map { $0 <= StocktakeCount.limit } ?? false
    if text.allSatisfy(\.isNumber) {
      self = !isCount ? .code : text.count <= Self.countDigits ? .count : .either
    } else {
      self = isCount ? .count : text.contains(where: \.isLetter) ? .code : .mistake
    }
  }
}

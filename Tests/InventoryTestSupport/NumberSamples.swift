import Foundation

/// Numbers as people may write them.
package enum NumberSamples {
  /// A number as ICU writes it in a place.
  package static func text(_ number: Decimal, _ locale: Locale, isGrouped: Bool) -> String {
    let style = Decimal.FormatStyle.number.locale(locale).precision(.fractionLength(0...6))
    return number.formatted(isGrouped ? style : style.grouping(.never))
  }

  /// A number with up to nine digits before the point and up to six after it, with a preference for
  /// those that can be read in two ways.
  package static func number(_ generator: inout SystemRandomNumberGenerator) -> Decimal {
    let decimals = [0, 0, 1, 2, 3, 3, 6].randomElement(using: &generator) ?? 0
    let digits = Int.random(in: 1...9, using: &generator)
    let limit = (0..<(digits + decimals)).reduce(1) { result, _ in result * 10 }
    let value = Int.random(in: 0..<limit, using: &generator)
    let isNegative = Int.random(in: 0..<4, using: &generator) == 0
    return Decimal(
      sign: isNegative && value > 0 ? .minus : .plus,
      exponent: -decimals,
      significand: Decimal(value)
    )
  }
}

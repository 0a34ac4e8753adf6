import Foundation

extension Money {
  /// The amount with its currency, as people in a place write it.
  ///
  /// - Parameters:
  ///   - locale: The place.
  ///   - currency: A code such as `EUR`. Anything else is left out.
  public func text(locale: Locale, currency: String) -> String {
    guard currency.count == 3, currency.allSatisfy({ $0.isASCII && $0.isUppercase }) else {
      return text(locale: locale)
    }
    return (Decimal(minorUnits) / 100).formatted(
      .currency(code: currency).locale(locale).precision(.fractionLength(2))
    )
  }
}

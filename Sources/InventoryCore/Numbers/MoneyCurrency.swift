import Foundation
import Synchronization

extension Money {
  /// How many decimals amounts of a currency are written with, at most 3: none for yens, two for
  /// euros, three for dinars.
  ///
  /// - Parameter currency: A code such as `EUR`. Anything else has two.
  public static func decimals(ofCurrency currency: String) -> Int {
    guard isCode(currency) else { return 2 }
    if let known = knownDecimals.withLock({ $0[currency] }) { return known }
    let zero = Decimal(0).formatted(.currency(code: currency).locale(.plain))
    let decimals = min(zero.split(separator: ".").dropFirst().last?.count ?? 0, 3)
    knownDecimals.withLock { $0[currency] = decimals }
    return decimals
  }

  /// The amount with its currency, as people in a place write it.
  ///
  /// There are more decimals than the currency has where the amount needs them.
  ///
  /// - Parameters:
  ///   - locale: The place.
  ///   - currency: A code such as `EUR`. Anything else is left out.
  public func text(locale: Locale, currency: String) -> String {
    guard Self.isCode(currency) else { return text(locale: locale) }
    let decimals = Self.decimals(ofCurrency: currency)
    return (Decimal(millionths) / 1_000_000).formatted(
      .currency(code: currency).locale(locale).precision(
        .fractionLength(decimals...Self.mostDecimals)
      )
    )
  }

  private static func isCode(_ currency: String) -> Bool {
    currency.count == 3 && currency.allSatisfy { $0.isASCII && $0.isUppercase }
  }

  /// What has been looked up: to ask ICU takes longer than to write the amount.
  private static let knownDecimals = Mutex<[String: Int]>([:])
}

import Foundation

/// What some of the stock is worth: quantity times price, in one currency, exactly.
///
/// Quantities and prices are whole numbers of millionths, so that a value is one of millionths of
/// millionths. The greatest one is 1.7 × 10^26, and so is what would be greater.
public struct StockValue: Equatable, Hashable, Sendable {
  /// The currency (ISO 4217), or an empty string for the inventory's own.
  public var currency: String
  /// The amount in millionths of millionths.
  public var amount: Int128

  public init(currency: String, amount: Int128) {
    self.currency = currency
    self.amount = amount
  }

  /// The value of some of a thing.
  public init(_ quantity: Quantity, price: Money, currency: String) {
    self.init(
      currency: currency,
      // No product of two numbers of 64 bits is too large for 128.
      amount: Int128(quantity.millionths) * Int128(price.millionths)
    )
  }

  /// Adds an amount.
  public mutating func add(_ other: Int128) {
    let (sum, isTooLarge) = amount.addingReportingOverflow(other)
    amount = isTooLarge ? .max : sum
  }

  /// The value with its currency, as people in a place write it.
  ///
  /// It is rounded to the decimals of the currency, unless it is less than one of it.
  ///
  /// - Parameters:
  ///   - locale: The place.
  ///   - currency: The inventory's own currency, for a value without another one.
  public func text(locale: Locale, currency: String) -> String {
    let currency = self.currency.isEmpty ? currency : self.currency
    let decimals = amount < Self.one ? Money.mostDecimals : Money.decimals(ofCurrency: currency)
    let millionths = rounded(decimals: decimals)
    if let money = Int64(exactly: millionths).map(Money.init) {
      return money.text(locale: locale, currency: currency)
    }
    // So large that the decimals do not matter.
    let whole = Decimal(string: "\(millionths / 1_000_000)") ?? .greatestFiniteMagnitude
    return currency.isEmpty
      ? whole.formatted(.number.locale(locale))
      : whole.formatted(.currency(code: currency).locale(locale).precision(.fractionLength(0)))
  }

  private static let one: Int128 = 1_000_000_000_000

  /// The amount in millionths, rounded to some decimals; halves away from zero.
  private func rounded(decimals: Int) -> Int128 {
    let step = (decimals..<Money.mostDecimals).reduce(Int128(1)) { step, _ in step * 10 }
    let (whole, rest) = amount.quotientAndRemainder(dividingBy: step * 1_000_000)
    let isRoundedUp = rest.magnitude * 2 >= (step * 1_000_000).magnitude
    return (whole + (isRoundedUp ? amount.signum() : 0)) * step
  }
}

extension StockValue: CustomStringConvertible {
  /// The exact amount with a point, two decimals and more where they are needed.
  public var description: String {
    let (whole, rest) = amount.quotientAndRemainder(dividingBy: Self.one)
    var decimals = String(rest.magnitude + Self.one.magnitude).dropFirst()
    while decimals.count > 2, decimals.last == "0" { decimals.removeLast() }
    return "\(whole).\(decimals)"
  }
}

extension Item {
  /// What all of it is worth; `nil` if it has no price.
  public var value: StockValue? {
    price == .zero ? nil : StockValue(quantity, price: price, currency: currency)
  }
}

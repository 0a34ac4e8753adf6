/// An exact amount of money, so that no sum is ever rounded.
///
/// It is a whole number of thousandths, because no currency in use has a finer unit: a Kuwaiti
/// dinar has a thousand fils, a euro a hundred cents, a yen nothing below it.
///
/// The plain text form is the same in every locale: digits, a point, decimals (`12.30`).
public struct Money: Codable, Hashable, Sendable {
  /// The amount in thousandths.
  public var thousandths: Int64

  /// Creates an amount from thousandths.
  public init(thousandths: Int64) {
    self.thousandths = thousandths
  }

  /// Reads an amount such as `12`, `12.5` or `12.30`, with an optional leading minus sign.
  ///
  /// - Parameter decimals: How many decimals there may be, from 0 to 3.
  /// - Returns: `nil` for any other text (more decimals, separators, spaces, signs in other places)
  ///   and for amounts that do not fit.
  public init?(_ text: some StringProtocol, decimals limit: Int = 2) {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }

    let whole = digits.prefix { $0 != UInt8(ascii: ".") }
    var decimals = digits[whole.endIndex...]
    guard !whole.isEmpty else { return nil }
    if !decimals.isEmpty {
      decimals.removeFirst()
      guard (1...3).contains(decimals.count), decimals.count <= limit else { return nil }
    }

    // Summed up below zero: there is one more negative number than positive ones.
    var amount: Int64 = 0
    for byte in [Array(whole), Array(decimals), Array(repeating: 0x30, count: 3 - decimals.count)]
      .joined()
    {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (shifted, overflowed) = amount.multipliedReportingOverflow(by: 10)
      let (sum, overflowedAgain) = shifted.subtractingReportingOverflow(Int64(byte & 0x0F))
      guard !overflowed, !overflowedAgain else { return nil }
      amount = sum
    }
    if isNegative {
      thousandths = amount
    } else {
      guard amount != .min else { return nil }
      thousandths = -amount
    }
  }

  public static let zero = Money(thousandths: 0)

  /// The amount with a point, as ``init(_:decimals:)`` reads it.
  ///
  /// - Parameter decimals: How many decimals there are at least, from 0 to 3. There are more where
  ///   the amount has them.
  public func text(decimals: Int) -> String {
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
    var digits = String(rest + 1_000).dropFirst()
    while digits.count > decimals, digits.last == "0" { digits.removeLast() }
    return "\(thousandths < 0 ? "-" : "")\(whole)\(digits.isEmpty ? "" : ".")\(digits)"
  }
}

extension Money: Comparable {
  public static func < (left: Money, right: Money) -> Bool {
    left.thousandths < right.thousandths
  }
}

extension Money: CustomStringConvertible {
  /// The amount with two decimals and a point, or three where two are not exact.
  public var description: String { text(decimals: 2) }
}

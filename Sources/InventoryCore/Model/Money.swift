/// An amount of money as a whole number of minor units (cents), so that no sum is ever rounded.
///
/// The text form is the same in every locale: digits, a point, two decimals (`12.30`).
public struct Money: Hashable, Sendable {
  /// The amount in hundredths.
  public var minorUnits: Int64

  /// Creates an amount from hundredths.
  public init(minorUnits: Int64) {
    self.minorUnits = minorUnits
  }

  /// Reads an amount such as `12`, `12.5` or `12.30`, with an optional leading minus sign.
  ///
  /// - Returns: `nil` for any other text (more than two decimals, separators, spaces, signs in
  ///   other places) and for amounts that do not fit.
  public init?(_ text: some StringProtocol) {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }

    let whole = digits.prefix { $0 != UInt8(ascii: ".") }
    var decimals = digits[whole.endIndex...]
    guard !whole.isEmpty else { return nil }
    if !decimals.isEmpty {
      decimals.removeFirst()
      guard (1...2).contains(decimals.count) else { return nil }
    }

    // Summed up below zero: there is one more negative number than positive ones.
    var amount: Int64 = 0
    for byte in [Array(whole), Array(decimals), Array(repeating: 0x30, count: 2 - decimals.count)]
      .joined()
    {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (shifted, overflowed) = amount.multipliedReportingOverflow(by: 10)
      let (sum, overflowedAgain) = shifted.subtractingReportingOverflow(Int64(byte & 0x0F))
      guard !overflowed, !overflowedAgain else { return nil }
      amount = sum
    }
    if isNegative {
      minorUnits = amount
    } else {
      guard amount != .min else { return nil }
      minorUnits = -amount
    }
  }

  public static let zero = Money(minorUnits: 0)
}

extension Money: Comparable {
  public static func < (left: Money, right: Money) -> Bool {
    left.minorUnits < right.minorUnits
  }
}

extension Money: CustomStringConvertible {
  /// The amount with two decimals and a point, as ``init(_:)`` reads it.
  public var description: String {
    let (whole, decimals) = minorUnits.magnitude.quotientAndRemainder(dividingBy: 100)
    return "\(minorUnits < 0 ? "-" : "")\(whole).\(decimals < 10 ? "0" : "")\(decimals)"
  }
}

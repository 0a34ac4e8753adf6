/// An exact amount of money, so that no sum is ever rounded.
///
/// It is a whole number of millionths: a single screw costs a small part of a cent, whatever the
/// currency. The greatest amounts are nine trillions.
///
/// The plain text form is the same in every locale: digits, a point, decimals (`12.30`).
public struct Money: Codable, Hashable, Sendable {
  /// The amount in millionths.
  public var millionths: Int64

  /// Creates an amount from millionths.
  public init(millionths: Int64) {
    self.millionths = millionths
  }

  /// How many decimals an amount can have.
  public static let mostDecimals = 6

  /// Reads an amount in plain form, such as `12`, `12.5` or `12.30`, with an optional leading minus
  /// sign. Zeros at the end may be more than an amount can have decimals.
  ///
  /// - Returns: `nil` for any other text (separators, spaces, signs in other places) and for
  ///   amounts that do not fit, or would have to be rounded.
  public init?(_ text: some StringProtocol) {
    var digits = ArraySlice(text.utf8)
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }

    let whole = digits.prefix { $0 != UInt8(ascii: ".") }
    var decimals = digits[whole.endIndex...]
    guard !whole.isEmpty else { return nil }
    if !decimals.isEmpty {
      decimals.removeFirst()
      guard !decimals.isEmpty else { return nil }
      while decimals.count > Self.mostDecimals, decimals.last == UInt8(ascii: "0") {
        decimals.removeLast()
      }
      guard decimals.count <= Self.mostDecimals else { return nil }
    }

    // Summed up below zero: there is one more negative number than positive ones.
    var amount: Int64 = 0
    let zeros = Array(repeating: UInt8(ascii: "0"), count: Self.mostDecimals - decimals.count)
    for byte in [Array(whole), Array(decimals), zeros].joined() {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let (shifted, overflowed) = amount.multipliedReportingOverflow(by: 10)
      let (sum, overflowedAgain) = shifted.subtractingReportingOverflow(Int64(byte & 0x0F))
      guard !overflowed, !overflowedAgain else { return nil }
      amount = sum
    }
    if isNegative {
      millionths = amount
    } else {
      guard amount != .min else { return nil }
      millionths = -amount
    }
  }

  public static let zero = Money(millionths: 0)

  /// The amount with a point, as ``init(_:)`` reads it.
  ///
  /// - Parameter decimals: How many decimals there are at least, from 0 to 6. There are more where
  ///   the amount has them.
  public func text(decimals: Int) -> String {
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var digits = String(rest + 1_000_000).dropFirst()
    while digits.count > decimals, digits.last == "0" { digits.removeLast() }
    return "\(millionths < 0 ? "-" : "")\(whole)\(digits.isEmpty ? "" : ".")\(digits)"
  }
}

extension Money: Comparable {
  public static func < (left: Money, right: Money) -> Bool {
    left.millionths < right.millionths
  }
}

extension Money: CustomStringConvertible {
  /// The amount with two decimals and a point, or more where two are not exact.
  public var description: String { text(decimals: 2) }
}

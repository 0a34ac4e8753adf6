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
  public static let mostDecimals = Millionths.mostDecimals

  /// Reads an amount in plain form, such as `12`, `12.5` or `12.30`, with an optional leading minus
  /// sign. Zeros at the end may be more than an amount can have decimals.
  ///
  /// - Returns: `nil` for any other text (separators, spaces, signs in other places) and for
  ///   amounts that do not fit, or would have to be rounded.
  public init?(_ text: some StringProtocol) {
    guard let millionths = try? Millionths.read(text) else { return nil }
    self.init(millionths: millionths)
  }

  public static let zero = Money(millionths: 0)

  /// The amount with a point, as ``init(_:)`` reads it.
  ///
  /// - Parameter decimals: How many decimals there are at least, from 0 to 6. There are more where
  ///   the amount has them.
  public func text(decimals: Int) -> String { Millionths.text(millionths, decimals: decimals) }
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

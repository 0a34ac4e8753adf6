import Foundation

/// How many there are of something, or how many come and go: an exact decimal, such as 12, 0.5 or
/// 0.333, so that no sum is ever rounded.
///
/// It is a whole number of millionths. The greatest quantities are nine trillions.
///
/// The plain text form is the same in every locale: perhaps a minus sign, digits, and a point and
/// decimals if there are any (`0.5`).
public struct Quantity: Hashable, Sendable {
  /// The quantity in millionths, as engines store it.
  public var millionths: Int64

  public init(millionths: Int64) {
    self.millionths = millionths
  }

  /// Creates a whole quantity.
  ///
  /// - Precondition: It is not larger than ``max``, and not smaller than its negative.
  public init(_ whole: Int) {
    millionths = Int64(whole) * Millionths.one
  }

  /// Creates a whole quantity, or the greatest or least one if the number does not fit.
  public init(clamping whole: Int64) {
    let (millionths, isTooLarge) = whole.multipliedReportingOverflow(by: Millionths.one)
    self.millionths = isTooLarge ? whole < 0 ? .min : .max : millionths
  }

  /// Reads a quantity in plain form, such as `12`, `0.5` or `12.30`, with an optional leading minus
  /// sign. Zeros at the end may be more than a quantity can have decimals.
  ///
  /// - Returns: `nil` for any other text (separators, spaces, signs in other places) and for
  ///   quantities that do not fit, or would have to be rounded.
  public init?(_ text: some StringProtocol) {
    guard let millionths = try? Millionths.read(text) else { return nil }
    self.init(millionths: millionths)
  }

  /// Reads a quantity in plain form, and says why that is not possible.
  init(plain text: some StringProtocol) throws(Millionths.Problem) {
    self.init(millionths: try Millionths.read(text))
  }

  /// How many decimals a quantity can have.
  public static let mostDecimals = Millionths.mostDecimals
  /// The greatest quantity.
  public static let max = Quantity(millionths: .max)

  /// Whether there are no decimals.
  public var isWhole: Bool { millionths.isMultiple(of: Millionths.one) }

  /// The quantity without its decimals.
  public var whole: Int { Int(millionths / Millionths.one) }

  /// How many decimals are needed to write the quantity.
  public var decimals: Int {
    var (rest, count) = (millionths % Millionths.one, Self.mostDecimals)
    if rest == 0 { return 0 }
    while rest.isMultiple(of: 10) {
      rest /= 10
      count -= 1
    }
    return count
  }

  /// The quantity as a decimal number.
  public var decimal: Decimal { Decimal(millionths) / Decimal(Millionths.one) }

  /// The quantity as a binary number, which is not always the same one: for places in a drawing.
  public var approximate: Double { Double(millionths) / Double(Millionths.one) }

  /// The number by which languages choose between singular and plural. It is not 1 for a fraction:
  /// there are 1.5 bags.
  public var pluralCount: Int {
    isWhole || whole > 1 ? Int(clamping: whole.magnitude) : 0
  }

  /// The quantity as people in a place write it, without zeros at the end.
  ///
  /// - Parameter isGrouped: Whether thousands are set apart; without, it is easier to edit.
  public func text(locale: Locale, isGrouped: Bool = true) -> String {
    Millionths.text(millionths, locale: locale, isGrouped: isGrouped, decimals: 0)
  }
}

extension Quantity: Comparable {
  public static func < (left: Quantity, right: Quantity) -> Bool {
    left.millionths < right.millionths
  }
}

extension Quantity: AdditiveArithmetic {
  public static let zero = Quantity(millionths: 0)

  /// - Precondition: The sum fits.
  public static func + (left: Quantity, right: Quantity) -> Quantity {
    Quantity(millionths: left.millionths + right.millionths)
  }

  /// - Precondition: The difference fits, as that of two quantities from zero on always does.
  public static func - (left: Quantity, right: Quantity) -> Quantity {
    Quantity(millionths: left.millionths - right.millionths)
  }

  /// - Precondition: It is not the least quantity.
  public static prefix func - (quantity: Quantity) -> Quantity { .zero - quantity }

  /// The sum; `nil` if it does not fit.
  public func adding(_ other: Quantity) -> Quantity? {
    let (sum, isTooLarge) = millionths.addingReportingOverflow(other.millionths)
    return isTooLarge ? nil : Quantity(millionths: sum)
  }

  /// The sum, which is a wrong one if it does not fit: damaged files have such.
  public static func &+ (left: Quantity, right: Quantity) -> Quantity {
    Quantity(millionths: left.millionths &+ right.millionths)
  }

  /// The difference, which is a wrong one if it does not fit: damaged files have such.
  public static func &- (left: Quantity, right: Quantity) -> Quantity {
    Quantity(millionths: left.millionths &- right.millionths)
  }
}

extension Quantity: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension Quantity: CustomStringConvertible, LosslessStringConvertible {
  /// The quantity in plain form.
  public var description: String { Millionths.text(millionths, decimals: 0) }
}

/// A whole quantity is written as a number, as quantities were when all of them were whole. Another
/// one is a text, because numbers of JSON may be rounded on their way.
extension Quantity: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let whole = try? container.decode(Int64.self) {
      // As large quantities became when a database was brought up to date.
      self.init(clamping: whole)
      return
    }
    guard let quantity = Quantity(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "It is no quantity with at most \(Self.mostDecimals) decimals."
      )
    }
    self = quantity
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if isWhole { try container.encode(whole) } else { try container.encode(description) }
  }
}

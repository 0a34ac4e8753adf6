import Foundation

/// How numbers are written in a place.
public struct NumberConvention: Equatable, Sendable {
  /// What is before the decimals.
  let decimal: Unicode.Scalar?
  /// What sets thousands apart.
  let group: Unicode.Scalar?
  /// Whether digits above the thousands are in groups of two, as in India: `12,34,567`.
  let groupsInTwos: Bool

  public init(_ locale: Locale) {
    decimal = locale.decimalSeparator?.unicodeScalars.first
    group = locale.groupingSeparator?.unicodeScalars.first
    groupsInTwos =
      1_234_567.formatted(.number.grouping(.automatic).locale(locale))
      .split { $0.wholeNumberValue == nil }.contains { $0.count == 2 }
  }

  /// The form of files, which is the same everywhere.
  static let plain = NumberConvention(.plain)

  /// The mark before decimals; `nil` if it is neither a point nor a comma.
  var mark: DecimalMark? { DecimalMark(decimal) }

  /// What the place says about numbers that can be read in two ways.
  ///
  /// Where thousands are set apart by spaces, a point is neither what is usual before decimals nor
  /// what is usual between thousands, so that nothing is said about `1.234`.
  ///
  /// - Parameter written: The mark in the numbers.
  /// - Returns: The mark that is before the decimals; `nil` if that is not known.
  func decimalMark(ifWritten written: DecimalMark) -> DecimalMark? {
    if written == mark { return written }
    return DecimalMark(group) == written ? written.other : nil
  }
}

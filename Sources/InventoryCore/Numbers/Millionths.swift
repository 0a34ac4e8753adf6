import Foundation

/// Exact decimal numbers as whole numbers of millionths: what ``Money`` and ``Quantity`` have in
/// common.
///
/// The plain text form is the same in every locale: perhaps a minus sign, digits, perhaps a point
/// and decimals (`12.3`).
enum Millionths {
  /// How many decimals a number can have.
  static let mostDecimals = 6
  /// The number one.
  static let one: Int64 = 1_000_000

  /// Why a text is no number of millionths.
  enum Problem: Error, Equatable {
    /// It is not in plain form.
    case notANumber
    case tooLarge
    /// There are more decimals, and not only zeros, so that the number would have to be rounded.
    case tooManyDecimals
  }

  /// Reads a number in plain form. Zeros at the end may be more than a number can have decimals.
  static func read(_ text: some StringProtocol) throws(Problem) -> Int64 {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    // Summed up below zero: there is one more negative number than positive ones.
    var sum: Int64 = 0
    var hasWholePart = false
    var decimals: Int?
    var (isTooLarge, hasTooManyDecimals) = (false, false)
    func append(_ digit: Int64) {
      let (shifted, overflowed) = sum.multipliedReportingOverflow(by: 10)
      let (next, overflowedAgain) = shifted.subtractingReportingOverflow(digit)
      sum = next
      if overflowed || overflowedAgain { isTooLarge = true }
    }
    for byte in digits {
      if byte == UInt8(ascii: "."), hasWholePart, decimals == nil {
        decimals = 0
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        throw Problem.notANumber
      }
      guard let count = decimals else {
        hasWholePart = true
        append(Int64(byte & 0x0F))
        continue
      }
      decimals = count + 1
      if count < mostDecimals {
        append(Int64(byte & 0x0F))
      } else if byte != UInt8(ascii: "0") {
        hasTooManyDecimals = true
      }
    }
    guard hasWholePart, decimals != 0 else { throw Problem.notANumber }
    if hasTooManyDecimals { throw Problem.tooManyDecimals }
    for _ in min(decimals ?? 0, mostDecimals)..<mostDecimals { append(0) }
    if isTooLarge || sum == .min && !isNegative { throw Problem.tooLarge }
    return isNegative ? sum : -sum
  }

  /// A number in plain form, as ``read(_:)`` reads it.
  ///
  /// - Parameter decimals: How many decimals there are at least, from 0 to 6. There are more where
  ///   the number has them.
  static func text(_ millionths: Int64, decimals: Int) -> String {
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: one.magnitude)
    let sign = millionths < 0 ? "-" : ""
    if rest == 0, decimals == 0 { return "\(sign)\(whole)" }
    var digits = String(rest + one.magnitude).dropFirst()
    while digits.count > decimals, digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  /// A number as people in a place write it.
  ///
  /// - Parameters:
  ///   - isGrouped: Whether thousands are set apart; without, it is easier to edit.
  ///   - decimals: How many decimals there are at least, from 0 to 6. There are more where the
  ///     number has them.
  static func text(
    _ millionths: Int64,
    locale: Locale,
    isGrouped: Bool,
    decimals: Int
  ) -> String {
    let parts = text(millionths, decimals: decimals).split(separator: ".")
    var whole = String(parts[0])
    if isGrouped, let separator = locale.groupingSeparator {
      let digits = whole.drop { $0 == "-" }
      let grouped = digits.reversed().enumerated().reduce(into: "") { result, digit in
        if digit.offset > 0, digit.offset.isMultiple(of: 3) { result += separator.reversed() }
        result.append(digit.element)
      }
      whole = (millionths < 0 ? "-" : "") + String(grouped.reversed())
    }
    return parts.count == 1 ? whole : whole + (locale.decimalSeparator ?? ".") + parts[1]
  }
}

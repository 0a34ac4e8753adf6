/// What a text with a number in it means.
enum NumberReading: Equatable, Sendable {
  /// It means one number, in plain form: perhaps a minus sign, digits, perhaps a point and
  /// decimals.
  ///
  /// The mark is what the text tells about other numbers beside it: `0,5` and `1.234.567` are
  /// written by somebody for whom the comma is before the decimals. It is `nil` if the text says
  /// nothing about that, as `12` does.
  case number(String, evidence: DecimalMark?)
  /// It can mean two different numbers.
  case doubt(NumberDoubt)
}

/// A text that means one number where a point is before the decimals, and another one where a comma
/// is: `1.234` and `1,234`.
public struct NumberDoubt: Equatable, Hashable, Sendable {
  /// The mark in the text.
  public let written: DecimalMark
  /// The number in plain form, with all of its digits before the point: `1234`.
  public let whole: String
  /// The number in plain form, with three decimals: `1.234`.
  public let fraction: String

  /// The number in plain form where decimals have a mark before them.
  public func number(_ mark: DecimalMark) -> String { mark == written ? fraction : whole }
}

import Foundation

// As in the texts of SwiftUI. It is an extension of all interpolated strings, because texts, titles
// and labels take strings here.
extension DefaultStringInterpolation {
  /// Appends a number in a format of the C library: `"\(weight, specifier: "%.1f") kg"`.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - specifier: The format, such as `%.1f` or `%04d`.
  public mutating func appendInterpolation(_ value: some CVarArg, specifier: String) {
    appendLiteral(String(format: specifier, locale: .current, value))
  }

  /// Appends a value in a format: `"Checked \(date, format: .dateTime.day().month())"`.
  ///
  /// - Parameters:
  ///   - input: The value.
  ///   - format: Formats the value.
  public mutating func appendInterpolation<Format: FormatStyle>(
    _ input: Format.FormatInput,
    format: Format
  ) where Format.FormatOutput == String {
    appendLiteral(format.format(input))
  }
}

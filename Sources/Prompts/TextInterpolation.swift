import Foundation

extension DefaultStringInterpolation {
  /// Appends a value as a formatter writes it: `TextState("Due \(date, formatter: formatter)")`.
  ///
  /// - Parameters:
  ///   - value: The value. If the formatter cannot write it, it is described.
  ///   - formatter: Formats the value, when the text is made.
  public mutating func appendInterpolation<Value>(_ value: Value, formatter: Formatter) {
    appendLiteral(formatter.string(for: value) ?? String(describing: value))
  }
}

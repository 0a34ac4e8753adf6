public import Foundation

extension TextState {
  /// Creates text without a style from a literal with values and how to format them:
  /// `TextState("Due \(date, formatter: formatter)")`.
  @_disfavoredOverload
  public init(_ content: TextInterpolation) {
    self.init(content.text)
  }
}

/// A literal that contains values with their formats. See ``TextState``.
public struct TextInterpolation: ExpressibleByStringInterpolation {
  fileprivate let text: String

  public init(stringLiteral value: String) {
    text = value
  }

  public init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// Puts the text together.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    public mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Appends a value as it is described.
    public mutating func appendInterpolation(_ value: some Any) {
      text += "\(value)"
    }

    /// Appends a value, or nothing if the formatter cannot format it.
    public mutating func appendInterpolation(_ value: some Any, formatter: Formatter) {
      text += formatter.string(for: value) ?? ""
    }

    /// Appends a formatted value.
    public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F)
    where F.FormatOutput == String {
      text += format.format(value)
    }
  }
}

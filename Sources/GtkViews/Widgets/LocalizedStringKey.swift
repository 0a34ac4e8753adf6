import Foundation

/// The text of a literal, in which Markdown is formatting.
///
/// Values in the text are shown as they are: their characters are no Markdown.
///
/// Texts are not translated by it. Give `Text` a translated string instead.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  /// A part of the text.
  enum Piece: Equatable {
    /// What is written in the literal.
    case literal(String)
    /// A value, shown as it is.
    case value(String)
    /// A text with its styles.
    case text(Text)
  }

  let pieces: [Piece]

  /// - Parameter value: The text, in which Markdown is formatting.
  public init(_ value: String) {
    pieces = [.literal(value)]
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  public init(stringInterpolation: StringInterpolation) {
    pieces = stringInterpolation.pieces
  }

  /// Collects the parts of a literal with values.
  public struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    /// Appends a value as it is.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      pieces.append(.value("\(value)"))
    }

    /// Appends an optional value, or a text if there is none.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - text: What stands there while the value is `nil`.
    public mutating func appendInterpolation<Value>(
      _ value: Value?,
      default text: @autoclosure () -> some StringProtocol
    ) {
      pieces.append(.value(value.map { "\($0)" } ?? String(text())))
    }

    /// Appends a text with its styles.
    public mutating func appendInterpolation(_ text: Text) {
      pieces.append(.text(text))
    }

    /// Appends a date, which stays up to date.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - style: What is shown of the date.
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      pieces.append(.text(Text(date, style: style)))
    }

    /// Appends a number in a format of the C library.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - specifier: The format, such as `%.1f` or `%04d`.
    public mutating func appendInterpolation(_ value: some CVarArg, specifier: String) {
      pieces.append(.value("\(value, specifier: specifier)"))
    }

    /// Appends a value in a format.
    ///
    /// - Parameters:
    ///   - input: The value.
    ///   - format: Formats the value.
    public mutating func appendInterpolation<Format: FormatStyle>(
      _ input: Format.FormatInput,
      format: Format
    ) where Format.FormatOutput == String {
      pieces.append(.value(format.format(input)))
    }
  }
}

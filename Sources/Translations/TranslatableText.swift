import Foundation

/// A text in the language of the sources, English, with the values that are filled in.
///
/// It is written as a literal: `"Delete “\(item.name)”?"`. Translators see `Delete “{0}”?`, and may
/// put the values into another order.
public struct TranslatableText: ExpressibleByStringInterpolation, Hashable, Sendable {
  /// The text under which catalogues have the translation. Values are `{0}`, `{1}` and so on.
  public private(set) var key = ""

  private(set) var values: [Value] = []

  /// What is filled in.
  enum Value: Hashable, Sendable {
    case number(Int)
    case decimal(Decimal)
    case text(String)
  }

  public init(stringLiteral literal: String) {
    key = literal
  }

  public init(stringInterpolation interpolation: StringInterpolation) {
    self = interpolation.text
  }

  private init() {}

  private mutating func append(_ value: Value) {
    key += "{\(values.count)}"
    values.append(value)
  }

  /// Collects the literals and the values of an interpolation.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = TranslatableText()

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { text.key += literal }

    /// Adds a text, such as a name, which is never translated.
    public mutating func appendInterpolation(_ value: some StringProtocol) {
      text.append(.text(String(value)))
    }

    /// Adds a number, which is written as in the place of the user.
    public mutating func appendInterpolation(_ value: Int) { text.append(.number(value)) }

    /// Adds a number with decimals, of which six at most are written, in the same way.
    public mutating func appendInterpolation(_ value: Decimal) { text.append(.decimal(value)) }
  }
}

extension TranslatableText {
  /// Returns a translation of the text with the values filled in.
  ///
  /// - Parameters:
  ///   - translation: The text with placeholders. One that has no value remains as it is.
  ///   - text: Returns how a value is written.
  func filled(into translation: String, text: (Value) -> String) -> String {
    guard !values.isEmpty else { return translation }
    return Self.split(translation).reduce(into: "") { result, piece in
      switch piece {
      case .literal(let literal): result += literal
      case .placeholder(let index):
        result += values.indices.contains(index) ? text(values[index]) : "{\(index)}"
      }
    }
  }

  private enum Piece {
    case literal(String)
    case placeholder(Int)
  }

  /// Splits a text at its placeholders. Other braces are part of the text.
  private static func split(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    var literal = ""
    while let brace = rest.firstIndex(of: "{") {
      literal += rest[..<brace]
      let digits = rest[rest.index(after: brace)...].prefix { $0.isASCII && $0.isNumber }
      let end = digits.endIndex
      if let index = Int(digits), end < rest.endIndex, rest[end] == "}" {
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = ""
        pieces.append(.placeholder(index))
        rest = rest[rest.index(after: end)...]
      } else {
        literal.append("{")
        rest = rest[rest.index(after: brace)...]
      }
    }
    literal += rest
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    return pieces
  }
}

/// A statement of SQL, with the values that it needs.
///
/// What is interpolated becomes a parameter, which PostgreSQL receives apart from the text:
///
/// ```swift
/// let statement: SQL = "SELECT name FROM item WHERE sku = \(sku)"
/// ```
///
/// The text of a statement consists of literals of the program, other statements, and identifiers
/// that are quoted. There is no way to make one of a string at run time, so data never becomes SQL.
package struct SQL: ExpressibleByStringInterpolation, Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case text(String)
    case identifier(Identifier)
    case value(BoundValue)
  }

  private(set) var parts: [Part]

  init(parts: [Part]) { self.parts = parts }

  package init(stringLiteral text: StaticString) {
    parts = [.text(text.description)]
  }

  package init(stringInterpolation interpolation: Interpolation) {
    parts = interpolation.parts
  }

  /// What the compiler makes of a literal with values in it.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    /// - Parameter text: Part of a literal. Only the compiler can make such a value.
    package mutating func appendLiteral(_ text: StaticString) {
      if text.utf8CodeUnitCount > 0 { parts.append(.text(text.description)) }
    }

    /// Adds a parameter.
    package mutating func appendInterpolation(_ value: some PostgresEncodable) {
      parts.append(.value(value.boundValue))
    }

    /// Adds a parameter, which is NULL for `nil`.
    package mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value?) {
      parts.append(.value(value.boundValue))
    }

    /// Adds the name of a table, a column or another object, quoted.
    package mutating func appendInterpolation(_ identifier: Identifier) {
      parts.append(.identifier(identifier))
    }

    /// Adds another statement, with its parameters.
    package mutating func appendInterpolation(_ statement: SQL) {
      parts += statement.parts
    }
  }

  package static func + (first: SQL, second: SQL) -> SQL {
    SQL(parts: first.parts + second.parts)
  }

  /// The text that is sent, in which `$1`, `$2` and so on stand for values.
  ///
  /// - Parameter quote: Quotes an identifier.
  func text(quoting quote: (Identifier) throws -> String) rethrows -> String {
    var text = ""
    var count = 0
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .identifier(let identifier): text += try quote(identifier)
      case .value:
        count += 1
        text += "$\(count)"
      }
    }
    return text
  }

  var values: [BoundValue] {
    parts.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }
}

extension SQL: CustomStringConvertible {
  /// The text, without the values: they are people's data.
  package var description: String { text { "\"\($0.name)\"" } }
}

extension Sequence<SQL> {
  /// One statement of several, such as conditions with `AND` between them.
  package func joined(separator: SQL) -> SQL {
    var parts: [SQL.Part] = []
    for (index, statement) in enumerated() {
      if index > 0 { parts += separator.parts }
      parts += statement.parts
    }
    return SQL(parts: parts)
  }
}

/// The name of a table, a column, a channel or another object of a database.
///
/// In a statement it is quoted, so that it means exactly this name, upper and lower case included.
package struct Identifier: Hashable, Sendable {
  /// How many bytes a name may have. PostgreSQL cuts longer ones, which makes them other names.
  package static let maximumLength = 63

  package let name: String

  /// - Parameter name: The name, without quotes.
  /// - Throws: ``PostgresError`` of the kind `misuse` if no object can have this name.
  package init(_ name: String) throws(PostgresError) {
    guard !name.isEmpty, name.utf8.count <= Self.maximumLength, !name.utf8.contains(0) else {
      throw PostgresError(
        .misuse,
        "A name in a database has 1 to \(Self.maximumLength) bytes, and none of them is zero."
      )
    }
    self.name = name
  }
}

extension Identifier: ExpressibleByStringLiteral {
  /// - Parameter name: A literal of the program. One that is no name ends the program.
  package init(stringLiteral name: StaticString) {
    let name = name.description
    precondition(
      !name.isEmpty && name.utf8.count <= Self.maximumLength && !name.utf8.contains(0),
      "A name in a database has 1 to 63 bytes, and none of them is zero: change the literal."
    )
    self.name = name
  }
}

/// The columns of a result.
package final class Columns: Sendable {
  /// A column.
  package struct Column: Equatable, Sendable {
    package let name: String
    package let type: DataType
  }

  package let columns: [Column]
  private let indices: [String: Int]

  init(_ columns: [Column]) {
    self.columns = columns
    // If two columns have the same name, it stands for the first.
    indices = Dictionary(
      columns.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  func index(of name: String) -> Int? { indices[name] }
}

/// One row of a result. It has all its values, and none that was not sent.
package struct Row: Sendable {
  package let columns: Columns
  /// The values, one after the other.
  private let bytes: [UInt8]
  /// Where each value ends in `bytes`; the complement of that for NULL.
  private let ends: [Int]

  init(columns: Columns, bytes: [UInt8], ends: [Int]) {
    self.columns = columns
    self.bytes = bytes
    self.ends = ends
  }

  /// How many values there are.
  package var count: Int { ends.count }

  /// Returns the value of a column.
  ///
  /// - Parameters:
  ///   - index: The number of the column, from 0 on.
  ///   - type: What the value is to be. The column has to have a type that always is one.
  /// - Throws: ``PostgresError`` of the kind `typeMismatch` if the column has another type, if
  ///   there is NULL and `type` is no optional, or if there is no such column, and of the kind
  ///   `invalidAnswer` if the value is not what its type says.
  package func decode<Value: PostgresDecodable>(
    _ index: Int,
    as type: Value.Type = Value.self
  ) throws(PostgresError) -> Value {
    guard ends.indices.contains(index), columns.columns.indices.contains(index) else {
      throw PostgresError(.typeMismatch, "The result has no column \(index + 1).")
    }
    return try Value(Cell(column: columns.columns[index], bytes: value(at: index)))
  }

  /// Returns the value of a column that says how many there are of something.
  ///
  /// - Throws: ``PostgresError``, of the kind `invalidAnswer` for less than none, and for more than
  ///   2³¹ - 1, of which nothing here has more rows.
  package func count(_ index: Int) throws(PostgresError) -> Int {
    let count = try decode(index, as: Int.self)
    guard (0...Int(Int32.max)).contains(count) else {
      throw PostgresError(.invalidAnswer, "The server counted \(count), which cannot be.")
    }
    return count
  }

  /// Returns the value of a column.
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - type: What the value is to be.
  /// - Throws: ``PostgresError``, as for a column with a number.
  package func decode<Value: PostgresDecodable>(
    _ name: String,
    as type: Value.Type = Value.self
  ) throws(PostgresError) -> Value {
    guard let index = columns.index(of: name) else {
      throw PostgresError(.typeMismatch, "The result has no column “\(name)”.")
    }
    return try decode(index)
  }

  /// Returns all values of the row.
  ///
  /// - Throws: ``PostgresError`` of the kind `typeMismatch`, also if there are more or fewer
  ///   columns.
  package func decode<each Value: PostgresDecodable>(
    as types: repeat (each Value).Type
  ) throws(PostgresError) -> (repeat each Value) {
    var index = 0
    for _ in repeat each types { index += 1 }
    guard index == count else {
      throw PostgresError(.typeMismatch, "The result has \(count) columns, not \(index).")
    }
    index = -1
    func next<Next: PostgresDecodable>(_ type: Next.Type) throws(PostgresError) -> Next {
      index += 1
      return try decode(index, as: type)
    }
    return (repeat try next(each types))
  }

  private func value(at index: Int) -> ArraySlice<UInt8>? {
    let end = ends[index]
    guard end >= 0 else { return nil }
    let before = index == 0 ? 0 : ends[index - 1]
    return bytes[(before >= 0 ? before : ~before)..<end]
  }
}

/// A value of a row, before it is decoded.
package struct Cell {
  package let column: Columns.Column
  /// The value in the form for programs; `nil` for NULL.
  package let bytes: ArraySlice<UInt8>?

  package init(column: Columns.Column, bytes: ArraySlice<UInt8>?) {
    self.column = column
    self.bytes = bytes
  }
}

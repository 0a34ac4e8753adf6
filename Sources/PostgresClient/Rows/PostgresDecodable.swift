import Foundation

/// A type of values that can be read from a result.
package protocol PostgresDecodable {
  /// - Throws: ``PostgresError`` of the kind `typeMismatch` if the column has another type, and of
  ///   the kind `invalidAnswer` if the bytes are no value of it.
  init(_ cell: Cell) throws(PostgresError)
}

/// A type of values that can also be read from an array.
package protocol PostgresArrayDecodable: PostgresDecodable {}

extension Cell {
  /// The bytes, if there are some and the column has one of some types.
  func bytes(of types: DataType..., as swiftType: Any.Type) throws(PostgresError)
    -> ArraySlice<UInt8>
  {
    guard types.contains(column.type) else { throw mismatch(swiftType) }
    guard let bytes else {
      throw PostgresError(
        .typeMismatch,
        "The column “\(column.name)” is NULL, which no \(swiftType) is."
      )
    }
    return bytes
  }

  func mismatch(_ swiftType: Any.Type) -> PostgresError {
    PostgresError(
      .typeMismatch,
      "The column “\(column.name)” has the type with the number \(column.type.rawValue), which"
        + " cannot be read as \(swiftType)."
    )
  }

  func invalid(_ swiftType: Any.Type) -> PostgresError {
    PostgresError(
      .invalidAnswer,
      "The server sent bytes in the column “\(column.name)” that are no \(swiftType)."
    )
  }

  /// The whole bytes as one number.
  func integer<Value: FixedWidthInteger>(
    _ bytes: ArraySlice<UInt8>,
    of type: Value.Type,
    as swiftType: Any.Type
  ) throws(PostgresError) -> Value {
    var reader = ByteReader(bytes)
    guard let value = reader.integer(type), reader.isAtEnd else { throw invalid(swiftType) }
    return value
  }
}

/// Reads bytes that may be anything.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// The number that comes next, in the order of the network; `nil` if there are too few bytes.
  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    let size = Value.bitWidth / 8
    guard let bytes = bytes(size) else { return nil }
    return bytes.reduce(0 as Value) { ($0 << 8) | Value(truncatingIfNeeded: $1) }
  }

  /// The next bytes; `nil` if there are fewer.
  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

extension Int64: PostgresArrayDecodable {
  package init(_ cell: Cell) throws(PostgresError) {
    let bytes = try cell.bytes(of: .int8, .int4, .int2, .oid, as: Int64.self)
    self =
      switch cell.column.type {
      case .int8: try cell.integer(bytes, of: Int64.self, as: Int64.self)
      case .int4: Int64(try cell.integer(bytes, of: Int32.self, as: Int64.self))
      case .int2: Int64(try cell.integer(bytes, of: Int16.self, as: Int64.self))
      default: Int64(try cell.integer(bytes, of: UInt32.self, as: Int64.self))
      }
  }
}

extension Int: PostgresArrayDecodable {
  package init(_ cell: Cell) throws(PostgresError) { self = Int(try Int64(cell)) }
}

extension Int32: PostgresArrayDecodable {
  package init(_ cell: Cell) throws(PostgresError) {
    let bytes = try cell.bytes(of: .int4, .int2, as: Int32.self)
    self =
      cell.column.type == .int4
      ? try cell.integer(bytes, of: Int32.self, as: Int32.self)
      : Int32(try cell.integer(bytes, of: Int16.self, as: Int32.self))
  }
}

extension Double: PostgresArrayDecodable {
  package init(_ cell: Cell) throws(PostgresError) {
    let bytes = try cell.bytes(of: .float8, .float4, as: Double.self)
    self =
      cell.column.type == .float8
      ? Double(bitPattern: try cell.integer(bytes, of: UInt64.self, as: Double.self))
      : Double(Float(bitPattern: try cell.integer(bytes, of: UInt32.self, as: Double.self)))
  }
}

extension Bool: PostgresArrayDecodable {
  package init(_ cell: Cell) throws(PostgresError) {
    let bytes = try cell.bytes(of: .bool, as: Bool.self)
    switch try cell.integer(bytes, of: UInt8.self, as: Bool.self) {
    case 0: self = false
    case 1: self = true
    default: throw cell.invalid(Bool.self)
    }
  }
}

extension String: PostgresArrayDecodable {
  package init(_ cell: Cell) throws(PostgresError) {
    let bytes = try cell.bytes(
      of: .text,
      .varchar,
      .bpchar,
      .name,
      .unknown,
      .json,
      as: String.self
    )
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw cell.invalid(String.self)
    }
    self = text
  }
}

extension Data: PostgresArrayDecodable {
  package init(_ cell: Cell) throws(PostgresError) {
    self.init(try cell.bytes(of: .bytea, as: Data.self))
  }
}

extension UUID: PostgresArrayDecodable {
  package init(_ cell: Cell) throws(PostgresError) {
    let bytes = try cell.bytes(of: .uuid, as: UUID.self)
    guard bytes.count == 16 else { throw cell.invalid(UUID.self) }
    self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }
}

extension Date: PostgresArrayDecodable {
  /// A time without a zone is no date: what it means depends on the place.
  package init(_ cell: Cell) throws(PostgresError) {
    let bytes = try cell.bytes(of: .timestamptz, as: Date.self)
    let microseconds = try cell.integer(bytes, of: Int64.self, as: Date.self)
    // Infinity is a value in PostgreSQL, but no date.
    guard Self.postgresRange.contains(microseconds) else { throw cell.invalid(Date.self) }
    self = Self.postgresEpoch.addingTimeInterval(Double(microseconds) / 1_000_000)
  }
}

extension Decimal: PostgresDecodable {
  package init(_ cell: Cell) throws(PostgresError) {
    let bytes = try cell.bytes(of: .numeric, .int8, .int4, .int2, as: Decimal.self)
    guard cell.column.type == .numeric else {
      self.init(try Int64(cell))
      return
    }
    guard let value = Decimal(numeric: bytes) else { throw cell.invalid(Decimal.self) }
    self = value
  }

  /// Digits to the base of 10,000, of which the first stands for 10,000 to the power of a weight.
  ///
  /// The result is `nil` for infinity, and for what has more than the 38 digits of a decimal.
  private init?(numeric bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes)
    guard let count = reader.integer(Int16.self), let weight = reader.integer(Int16.self),
      let sign = reader.integer(UInt16.self), reader.integer(Int16.self) != nil, count >= 0
    else { return nil }
    switch sign {
    case 0xC000:
      self = .nan
      return
    case 0x0000, 0x4000: break
    default: return nil
    }
    var digits = ""
    for _ in 0..<count {
      guard let digit = reader.integer(Int16.self), (0..<10_000).contains(digit) else {
        return nil
      }
      let text = String(digit)
      digits += String(repeating: "0", count: 4 - text.count) + text
    }
    guard reader.isAtEnd else { return nil }
    // Zeros at both ends are not part of the value.
    let significant = digits.drop { $0 == "0" }
    guard !significant.isEmpty else {
      self = 0
      return
    }
    let trailing = significant.reversed().prefix { $0 == "0" }.count
    let exponent = (Int(weight) + 1) * 4 - digits.count + trailing
    guard significant.count - trailing <= 38, (-128...127).contains(exponent),
      let value = Decimal(
        string: (sign == 0x4000 ? "-" : "") + significant.dropLast(trailing) + "e\(exponent)",
        locale: Locale(identifier: "en_US_POSIX")
      )
    else { return nil }
    self = value
  }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
  package init(_ cell: Cell) throws(PostgresError) {
    if cell.bytes == nil {
      // A column of another type is a mistake also while it is empty.
      do { _ = try Wrapped(Cell(column: cell.column, bytes: [])) } catch {
        guard error.kind != .typeMismatch else { throw error }
      }
      self = nil
    } else {
      self = try Wrapped(cell)
    }
  }
}

extension Optional: PostgresArrayDecodable where Wrapped: PostgresArrayDecodable {}

extension Array: PostgresDecodable where Element: PostgresArrayDecodable {
  package init(_ cell: Cell) throws(PostgresError) {
    guard let elementType = cell.column.type.elementType else { throw cell.mismatch(Self.self) }
    guard let bytes = cell.bytes else {
      throw PostgresError(
        .typeMismatch,
        "The column “\(cell.column.name)” is NULL, which no \(Self.self) is."
      )
    }
    var reader = ByteReader(bytes)
    guard let dimensions = reader.integer(Int32.self), (0...1).contains(dimensions),
      reader.integer(Int32.self) != nil, reader.integer(UInt32.self) == elementType.rawValue
    else { throw cell.invalid(Self.self) }
    let element = Columns.Column(name: cell.column.name, type: elementType)
    self = []
    if dimensions == 1 {
      guard let count = reader.integer(Int32.self), count >= 0, reader.integer(Int32.self) != nil
      else { throw cell.invalid(Self.self) }
      for _ in 0..<count {
        guard let length = reader.integer(Int32.self) else { throw cell.invalid(Self.self) }
        var value: ArraySlice<UInt8>?
        if length != -1 {
          guard let bytes = reader.bytes(Int(length)) else { throw cell.invalid(Self.self) }
          value = bytes
        }
        append(try Element(Cell(column: element, bytes: value)))
      }
    }
    guard reader.isAtEnd else { throw cell.invalid(Self.self) }
  }
}

extension DataType {
  /// The type of the elements, if this is the type of an array that is known.
  fileprivate var elementType: DataType? {
    switch self {
    case .boolArray: .bool
    case .byteaArray: .bytea
    case .int4Array: .int4
    case .int8Array: .int8
    case .textArray: .text
    case .float8Array: .float8
    case .timestamptzArray: .timestamptz
    case .uuidArray: .uuid
    default: nil
    }
  }
}

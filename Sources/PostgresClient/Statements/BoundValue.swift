import Foundation

/// A value as it is sent to a server.
package struct BoundValue: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case null
    /// The form in which PostgreSQL writes values for people.
    case text([UInt8])
    /// The form that is made for programs.
    case binary([UInt8])
    /// PostgreSQL has no such value, for this reason.
    case invalid(String)
  }

  /// The number of the type, or 0 if the server is to infer it from the statement.
  let type: DataType
  let content: Content
}

/// A type whose values can be sent to a server.
package protocol PostgresEncodable {
  /// The type as which values are sent, NULL included.
  static var parameterType: DataType { get }
  /// The value, as it is sent.
  var boundValue: BoundValue { get }
}

/// A type whose values can also be sent in an array.
package protocol PostgresArrayElement: PostgresEncodable {
  /// The type of an element in an array.
  static var elementType: DataType { get }
  /// The type of the array.
  static var arrayType: DataType { get }
  /// The bytes of an element, or why PostgreSQL has no such value.
  var elementBytes: Result<[UInt8], PostgresError> { get }
}

extension PostgresArrayElement {
  package static var parameterType: DataType { elementType }

  package var boundValue: BoundValue {
    switch elementBytes {
    case .success(let bytes): BoundValue(type: Self.elementType, content: .binary(bytes))
    case .failure(let error):
      BoundValue(type: Self.elementType, content: .invalid(error.message))
    }
  }
}

extension FixedWidthInteger {
  /// The bytes in the order of the network.
  var networkBytes: [UInt8] { withUnsafeBytes(of: bigEndian, Array.init) }
}

extension Int64: PostgresArrayElement {
  package static var elementType: DataType { .int8 }
  package static var arrayType: DataType { .int8Array }
  package var elementBytes: Result<[UInt8], PostgresError> { .success(networkBytes) }
}

extension Int: PostgresArrayElement {
  package static var elementType: DataType { .int8 }
  package static var arrayType: DataType { .int8Array }
  package var elementBytes: Result<[UInt8], PostgresError> { .success(Int64(self).networkBytes) }
}

extension Int32: PostgresArrayElement {
  package static var elementType: DataType { .int4 }
  package static var arrayType: DataType { .int4Array }
  package var elementBytes: Result<[UInt8], PostgresError> { .success(networkBytes) }
}

extension Double: PostgresArrayElement {
  package static var elementType: DataType { .float8 }
  package static var arrayType: DataType { .float8Array }
  package var elementBytes: Result<[UInt8], PostgresError> { .success(bitPattern.networkBytes) }
}

extension Bool: PostgresArrayElement {
  package static var elementType: DataType { .bool }
  package static var arrayType: DataType { .boolArray }
  package var elementBytes: Result<[UInt8], PostgresError> { .success([self ? 1 : 0]) }
}

extension UUID: PostgresArrayElement {
  package static var elementType: DataType { .uuid }
  package static var arrayType: DataType { .uuidArray }
  package var elementBytes: Result<[UInt8], PostgresError> {
    .success(withUnsafeBytes(of: uuid, Array.init))
  }
}

extension Data: PostgresArrayElement {
  package static var elementType: DataType { .bytea }
  package static var arrayType: DataType { .byteaArray }
  package var elementBytes: Result<[UInt8], PostgresError> { .success(Array(self)) }
}

extension String: PostgresArrayElement {
  package static var elementType: DataType { .text }
  package static var arrayType: DataType { .textArray }
  package var elementBytes: Result<[UInt8], PostgresError> {
    let bytes = Array(utf8)
    return bytes.contains(0)
      ? .failure(PostgresError(.invalidValue, "PostgreSQL has no text that contains a zero byte."))
      : .success(bytes)
  }

  package static var parameterType: DataType { .inferred }

  /// The server infers the type: a string can be sent for each type that can be written as text.
  package var boundValue: BoundValue {
    switch elementBytes {
    case .success(let bytes): BoundValue(type: .inferred, content: .text(bytes))
    case .failure(let error): BoundValue(type: .inferred, content: .invalid(error.message))
    }
  }
}

extension Date: PostgresArrayElement {
  package static var elementType: DataType { .timestamptz }
  package static var arrayType: DataType { .timestamptzArray }

  /// Microseconds since the beginning of 2000, of which PostgreSQL has those of 4713 BC to 294276.
  package var elementBytes: Result<[UInt8], PostgresError> {
    let microseconds = (timeIntervalSince(Self.postgresEpoch) * 1_000_000).rounded()
    guard let count = Int64(exactly: microseconds), Self.postgresRange.contains(count) else {
      return .failure(PostgresError(.invalidValue, "PostgreSQL has no such date."))
    }
    return .success(count.networkBytes)
  }

  static let postgresEpoch = Date(timeIntervalSince1970: 946_684_800)
  static let postgresRange = Int64(-211_813_488_000_000_000)..<Int64(9_223_371_331_200_000_000)
}

extension Decimal: PostgresEncodable {
  package static var parameterType: DataType { .numeric }
  package var boundValue: BoundValue {
    isNaN
      ? BoundValue(type: .numeric, content: .text(Array("NaN".utf8)))
      : BoundValue(type: .numeric, content: .text(Array("\(self)".utf8)))
  }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
  package static var parameterType: DataType { Wrapped.parameterType }
  package var boundValue: BoundValue {
    self?.boundValue ?? BoundValue(type: Wrapped.parameterType, content: .null)
  }
}

extension Array: PostgresEncodable where Element: PostgresArrayElement {
  package static var parameterType: DataType { Element.arrayType }
  package var boundValue: BoundValue {
    // Dimensions, whether there are nulls, the type of the elements; of the dimension, how many
    // there are and the number of the first.
    var bytes = Int32(isEmpty ? 0 : 1).networkBytes + Int32(0).networkBytes
    bytes += Element.elementType.rawValue.networkBytes
    guard let length = Int32(exactly: count) else {
      return BoundValue(type: Element.arrayType, content: .invalid("The array is too long."))
    }
    if !isEmpty { bytes += length.networkBytes + Int32(1).networkBytes }
    for element in self {
      switch element.elementBytes {
      case .failure(let error):
        return BoundValue(type: Element.arrayType, content: .invalid(error.message))
      case .success(let element):
        guard let length = Int32(exactly: element.count) else {
          return BoundValue(type: Element.arrayType, content: .invalid("A value is too long."))
        }
        bytes += length.networkBytes + element
      }
    }
    return BoundValue(type: Element.arrayType, content: .binary(bytes))
  }
}

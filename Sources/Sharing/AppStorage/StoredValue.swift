import Foundation

/// A value in an ``AppStorage``: what JSON can say.
enum StoredValue: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  /// One that is too large for ``int(_:)``.
  case unsigned(UInt64)
  case double(Double)
  case string(String)
  case array([StoredValue])
  case object([String: StoredValue])
  case null

  /// - Parameter value: A value; `nil` becomes ``null``.
  /// - Throws: What encoding it throws.
  init(encoding value: some Encodable) throws {
    self = try JSONDecoder.forStorage.decode(Self.self, from: JSONEncoder.forStorage.encode(value))
  }

  /// - Returns: The value.
  /// - Throws: What decoding it throws, as where it is of another type.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder.forStorage.decode(type, from: JSONEncoder.forStorage.encode(self))
  }
}

extension StoredValue: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([StoredValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: StoredValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    case .null: try container.encodeNil()
    }
  }
}

extension JSONEncoder {
  /// Writes what people can read and compare, and every number there is.
  static var forStorage: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return encoder
  }
}

extension JSONDecoder {
  static var forStorage: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return decoder
  }
}

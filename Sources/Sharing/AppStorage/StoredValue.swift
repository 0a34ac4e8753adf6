import Foundation

/// A value in an ``AppDefaults``: one of the types of JSON, a date or data.
enum StoredValue: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  /// An integer that is too large for ``int(_:)``.
  case unsigned(UInt64)
  case double(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case array([StoredValue])
  case object([String: StoredValue])
  case null

  /// - Parameter value: A value. `nil` becomes ``null``.
  /// - Throws: What the encoding of the value throws.
  init(encoding value: some Encodable) throws {
    switch value {
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    default:
      self = try JSONDecoder.forStorage.decode(
        Self.self,
        from: JSONEncoder.forStorage.encode(value)
      )
    }
  }

  /// - Parameter value: A value of a type that can be encoded, or a collection of such values.
  ///   `nil` becomes ``null``.
  /// - Throws: What the encoding of the value throws; an error if its type cannot be encoded.
  init(any value: Any?) throws {
    switch value {
    case nil:
      self = .null
    case let value as Data:
      // Also a collection.
      self = .data(value)
    // These may contain dates, which would be encoded as numbers.
    case let values as [Any]:
      self = .array(try values.map(Self.init(any:)))
    case let values as [String: Any]:
      self = .object(try values.mapValues(Self.init(any:)))
    case let value as any Encodable:
      try self.init(encoding: value)
    case let value?:
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [],
          debugDescription: "A \(type(of: value)) cannot be stored."
        )
      )
    }
  }

  /// The value in a type that `UserDefaults` knows.
  var propertyList: Any {
    switch self {
    case .bool(let value): value
    case .int(let value): Int(value)
    case .unsigned(let value): UInt(value)
    case .double(let value): value
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map(\.propertyList)
    case .object(let values): values.filter { $0.value != .null }.mapValues(\.propertyList)
    case .null: String?.none as Any
    }
  }

  /// - Returns: The value.
  /// - Throws: What the decoding of the value throws, for example if it has another type.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder.forStorage.decode(type, from: JSONEncoder.forStorage.encode(self))
  }
}

extension StoredValue: Codable {
  /// Marks a date or data in a file. To decode a value in its own type, a date is encoded as a
  /// number and data as a text, as `JSONEncoder` does.
  private struct Marked: Codable {
    var date: Date?
    var data: Data?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case date = "@date"
      case data = "@data"
    }
  }

  init(from decoder: any Decoder) throws {
    if decoder.userInfo[.isFile] != nil, let marked = try? Marked(from: decoder) {
      if let date = marked.date {
        self = .date(date)
        return
      } else if let data = marked.data {
        self = .data(data)
        return
      }
    }
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
    let isFile = encoder.userInfo[.isFile] != nil
    var container = encoder.singleValueContainer()
    switch self {
    case .date(let date): try isFile ? container.encode(Marked(date: date)) : container.encode(date)
    case .data(let data): try isFile ? container.encode(Marked(data: data)) : container.encode(data)
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

extension CodingUserInfoKey {
  /// Set for the encoder and the decoder of a file of values.
  fileprivate static let isFile = CodingUserInfoKey(rawValue: "isFile")!
}

extension JSONEncoder {
  /// An encoder for a file of values.
  static var forFile: JSONEncoder {
    let encoder = forStorage
    encoder.userInfo[.isFile] = true
    return encoder
  }

  /// An encoder whose output people can read and compare, and which encodes all numbers, also
  /// infinity.
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
  /// A decoder for a file of values.
  static var forFile: JSONDecoder {
    let decoder = forStorage
    decoder.userInfo[.isFile] = true
    return decoder
  }

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

import Foundation

/// The form in which a `UserDefaults` stores a value of some type.
enum StoredForm: Sendable {
  /// A number, a text, or an array of texts.
  case plain
  case data
  case date
  /// A type that `UserDefaults` does not know, stored as the data of its JSON.
  case json

  /// - Parameter type: The type of the value, which may be optional.
  init(_ type: Any.Type) {
    switch type {
    case is Bool.Type, is Int.Type, is Double.Type, is String.Type, is [String].Type, is URL.Type,
      is Bool?.Type, is Int?.Type, is Double?.Type, is String?.Type, is [String]?.Type,
      is URL?.Type:
      self = .plain
    case is Data.Type, is Data?.Type: self = .data
    case is Date.Type, is Date?.Type: self = .date
    default: self = .json
    }
  }

  /// - Parameter value: A value that is not ``StoredValue/null``.
  func propertyList(of value: StoredValue) throws -> Any {
    switch self {
    case .plain: value.propertyList
    case .data: try value.decoded(as: Data.self)
    case .date: try value.decoded(as: Date.self)
    case .json: try JSONEncoder.forStorage.encode(value)
    }
  }

  /// Reads a value, also if it is stored as the data of its JSON.
  func decode<Value: Decodable>(_ stored: StoredValue, as type: Value.Type) throws -> Value {
    // Tried first: a text is hardly ever valid Base64 of JSON, while such data can always be read
    // as a text.
    if case .json = self, let data = data(of: stored),
      let value = try? JSONDecoder.forStorage.decode(type, from: data)
    {
      return value
    }
    return try stored.decoded(as: type)
  }

  private func data(of stored: StoredValue) -> Data? {
    switch stored {
    case .data(let data): data
    case .string(let text): Data(base64Encoded: text)
    default: nil
    }
  }
}

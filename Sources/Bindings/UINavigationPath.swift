import Foundation

/// The path of a navigation stack, with values of any types: `path.append(User.ID(1))`.
///
/// Two paths are equal if their values are equal.
public struct UINavigationPath: Hashable {
  /// The values, the last one on top.
  public internal(set) var elements: [AnyHashable] = []

  /// An empty path.
  public init() {}

  /// A path of values, the last one on top.
  public init(_ elements: some Sequence<some Hashable>) {
    self.elements = elements.map { AnyHashable($0) }
  }

  /// A path that has been decoded.
  public init(_ codable: CodableRepresentation) {
    elements = codable.elements.map(\.hashable)
  }

  /// The number of values.
  public var count: Int { elements.count }
  /// Whether the path has no values.
  public var isEmpty: Bool { elements.isEmpty }

  /// Adds a value on top.
  public mutating func append(_ value: some Hashable) {
    elements.append(AnyHashable(value))
  }

  /// Removes values from the top.
  ///
  /// - Parameter k: The number of values to remove, at most ``count``.
  public mutating func removeLast(_ k: Int = 1) {
    elements.removeLast(k)
  }

  /// The path in a form that can be encoded; `nil` if a value is not both `Codable` and `Hashable`.
  public var codable: CodableRepresentation? {
    let codable = elements.compactMap { CodableElement($0.base) }
    return codable.count == count ? CodableRepresentation(elements: codable) : nil
  }

  /// A path whose values can all be encoded. Each value is encoded together with its type.
  public struct CodableRepresentation: Codable, Equatable {
    fileprivate let elements: [CodableElement]

    fileprivate init(elements: [CodableElement]) {
      self.elements = elements
    }

    public init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      var elements: [CodableElement] = []
      while !container.isAtEnd { elements.append(try CodableElement(from: &container)) }
      self.elements = elements
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for element in elements { try element.encode(to: &container) }
    }
  }
}

/// A value that can be encoded: as the name of its type, followed by its JSON.
private struct CodableElement: Equatable {
  private let value: any Codable & Hashable

  init?(_ value: Any) {
    guard let value = value as? any Codable & Hashable else { return nil }
    self.value = value
  }

  var hashable: AnyHashable {
    func hashable(_ value: some Hashable) -> AnyHashable { AnyHashable(value) }
    return hashable(value)
  }

  init(from container: inout any UnkeyedDecodingContainer) throws {
    let name = try container.decode(String.self)
    let text = try container.decode(String.self)
    guard let type = _typeByName(name) as? any (Codable & Hashable).Type else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\"\(name)\" is not a type that can be decoded."
      )
    }
    value = try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  func encode(to container: inout any UnkeyedEncodingContainer) throws {
    guard let name = _mangledTypeName(type(of: value)) else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: container.codingPath,
          debugDescription: "Its type has no name by which it could be found again."
        )
      )
    }
    try container.encode(name)
    try container.encode(String(decoding: JSONEncoder().encode(value), as: UTF8.self))
  }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.hashable == rhs.hashable }
}

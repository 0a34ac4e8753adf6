import OrderedCollections

extension IdentifiedArray: Equatable where Element: Equatable {
  // Ids are part of the elements.
  public static func == (lhs: IdentifiedArray, rhs: IdentifiedArray) -> Bool {
    if let left = lhs.chunks, let right = rhs.chunks { return left.elementsEqual(right) }
    return lhs.count == rhs.count && lhs.elements == rhs.elements
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements, as an array does.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes the elements, as an array does.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when two elements have the same id.
  public init(from decoder: any Decoder) throws {
    let elements = try [Element](from: decoder)
    try self.init(elements) { _, second in
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Two elements have the id \(second.id)."
        )
      )
    }
  }
}

extension IdentifiedArray: CustomStringConvertible {
  public var description: String {
    elements.description
  }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  public var debugDescription: String {
    "IdentifiedArray<\(ID.self), \(Element.self)>(\(elements))"
  }
}

extension IdentifiedArray: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}

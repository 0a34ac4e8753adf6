/// What a list of items is limited to. An item has to meet all of it.
public struct ItemFilter: Codable, Hashable, Sendable {
  /// Whether only items are shown of which more should be ordered.
  public var isLow: Bool
  /// The path of a location; items that are kept in it, or anywhere below it, are shown.
  public var location: String?
  /// A tag, in any case and with or without accents.
  public var tag: String?

  public init(isLow: Bool = false, location: String? = nil, tag: String? = nil) {
    self.isLow = isLow
    self.location = location
    self.tag = tag
  }

  /// Reads what was written. What is missing, or has become unreadable, limits nothing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    isLow = (try? container.decode(Bool.self, forKey: .isLow)) ?? false
    location = try? container.decode(String.self, forKey: .location)
    tag = try? container.decode(String.self, forKey: .tag)
  }

  /// Whether all items are shown.
  public var isEmpty: Bool { self == ItemFilter() }

  /// The parts that limit something.
  public var parts: [Part] {
    Part.allCases.filter { part in
      switch part {
      case .isLow: isLow
      case .location: location != nil
      case .tag: tag != nil
      }
    }
  }

  /// The filter without a part.
  public func without(_ part: Part) -> ItemFilter {
    var filter = self
    switch part {
    case .isLow: filter.isLow = false
    case .location: filter.location = nil
    case .tag: filter.tag = nil
    }
    return filter
  }

  /// A part of a filter.
  public enum Part: CaseIterable, Hashable, Sendable {
    case isLow
    case location
    case tag
  }
}

/// Which elements are selected of a sequence that may be too long to keep the ids of all.
///
/// "All but these" needs only the ids of the others, so that a feature selects a million elements
/// without loading them. It tells its database the same: all that match, without these.
///
/// ```swift
/// var selection = PagedSelection<Parcel.ID>.all
/// selection.remove(7)
/// selection.count(of: 1_000_000)  // 999,999
/// ```
public enum PagedSelection<ID: Hashable> {
  /// The elements with these ids.
  case only(Set<ID>)
  /// All elements but those with these ids.
  case allBut(Set<ID>)

  /// Nothing is selected.
  public static var none: PagedSelection { .only([]) }

  /// All elements are selected, those that come later included.
  public static var all: PagedSelection { .allBut([]) }

  /// Whether nothing is selected, however many elements there are. For "all but" this is `false`:
  /// use ``count(of:)``, which knows their number.
  public var isEmpty: Bool { self == .none }

  /// Returns whether the element with an id is selected.
  public func contains(_ id: ID) -> Bool {
    switch self {
    case .only(let ids): ids.contains(id)
    case .allBut(let ids): !ids.contains(id)
    }
  }

  /// Selects the element with an id.
  public mutating func insert(_ id: ID) { set(id, isSelected: true) }

  /// Takes the element with an id out of the selection.
  public mutating func remove(_ id: ID) { set(id, isSelected: false) }

  private mutating func set(_ id: ID, isSelected: Bool) {
    switch self {
    case .only(var ids):
      // No longer here, so that the set is changed in place.
      self = .none
      if isSelected { ids.insert(id) } else { ids.remove(id) }
      self = .only(ids)
    case .allBut(var ids):
      self = .none
      if isSelected { ids.remove(id) } else { ids.insert(id) }
      self = .allBut(ids)
    }
  }

  /// Forgets elements that do not exist any more, selected or not.
  ///
  /// To be called when elements have been deleted, so that ``count(of:)`` stays right.
  ///
  /// - Parameter ids: The ids of these elements.
  public mutating func forget(_ ids: some Sequence<ID>) {
    switch self {
    case .only(let known): self = .only(known.subtracting(ids))
    case .allBut(let known): self = .allBut(known.subtracting(ids))
    }
  }

  /// Returns the number of selected elements.
  ///
  /// - Parameter total: The number of all elements.
  public func count(of total: Int) -> Int {
    switch self {
    case .only(let ids): ids.count
    case .allBut(let ids): Swift.max(total - ids.count, 0)
    }
  }
}

extension PagedSelection: Equatable {}
extension PagedSelection: Hashable {}
extension PagedSelection: Sendable where ID: Sendable {}

/// Is written as `{"only": […]}` or `{"allBut": […]}`.
extension PagedSelection: Codable where ID: Codable {
  private enum CodingKeys: String, CodingKey {
    case only, allBut
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let ids = try container.decodeIfPresent(Set<ID>.self, forKey: .only) {
      self = .only(ids)
    } else {
      self = .allBut(try container.decode(Set<ID>.self, forKey: .allBut))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .only(let ids): try container.encode(ids, forKey: .only)
    case .allBut(let ids): try container.encode(ids, forKey: .allBut)
    }
  }
}

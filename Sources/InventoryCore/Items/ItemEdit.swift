/// What somebody has made of an item, to be saved as the fields that were changed.
///
/// Others may have changed the item meanwhile: what they did to other fields stays.
public struct ItemEdit: Equatable, Sendable {
  /// The item as it was when the editing began; `nil` for a new one.
  public var original: Item?
  /// The item as it is wanted now.
  public var edited: Item

  public init(original: Item?, edited: Item) {
    self.original = original
    self.edited = edited
  }

  /// The fields that were changed.
  public var changedFields: [Item.Field] {
    guard let original else { return Item.Field.allCases }
    return Item.Field.allCases.filter { !$0.isEqual(original, edited) }
  }

  /// The item with the edit, if nobody else has changed the same fields.
  ///
  /// - Parameter current: the item as it is by now; `nil` if there is none.
  /// - Throws: ``ItemConflict`` if somebody else has given one of the fields another value.
  public func applied(to current: Item?) throws(ItemConflict) -> Item {
    guard let original, let current else { return edited }
    let conflicts = changedFields.filter {
      !$0.isEqual(original, current) && !$0.isEqual(edited, current)
    }
    guard conflicts.isEmpty else { throw ItemConflict(item: current, fields: conflicts) }
    var result = current
    for field in changedFields { field.copy(from: edited, to: &result) }
    return result
  }
}

/// Two have changed the same fields of an item, and not in the same way.
public struct ItemConflict: Error, Equatable, Sendable {
  /// The item as the other one has saved it.
  public var item: Item
  /// The fields that both have changed.
  public var fields: [Item.Field]

  public init(item: Item, fields: [Item.Field]) {
    self.item = item
    self.fields = fields
  }
}

extension Item {
  /// What people write about an item.
  public enum Field: String, CaseIterable, Codable, CodingKeyRepresentable, Hashable, Sendable {
    case name
    case sku
    case barcode
    case quantity
    case unit
    case reorderLevel
    case price
    case currency
    case location
    case tags
    case notes

    /// Whether two items have the same in the field.
    public func isEqual(_ first: Item, _ second: Item) -> Bool {
      access.isEqual(first, second)
    }

    /// Gives an item what another one has in the field.
    public func copy(from source: Item, to target: inout Item) {
      access.copy(source, &target)
    }

    private var access: Access {
      switch self {
      case .name: Access(\.name)
      case .sku: Access(\.sku)
      case .barcode: Access(\.barcode)
      case .quantity: Access(\.quantity)
      case .unit: Access(\.unit)
      case .reorderLevel: Access(\.reorderLevel)
      case .price: Access(\.price)
      case .currency: Access(\.currency)
      case .location: Access(\.location)
      case .tags: Access(\.tags)
      case .notes: Access(\.notes)
      }
    }

    private struct Access {
      let isEqual: (Item, Item) -> Bool
      let copy: (Item, inout Item) -> Void

      init(_ field: WritableKeyPath<Item, some Equatable>) {
        isEqual = { $0[keyPath: field] == $1[keyPath: field] }
        copy = { $1[keyPath: field] = $0[keyPath: field] }
      }
    }
  }
}

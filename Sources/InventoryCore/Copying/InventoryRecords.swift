import Foundation

/// A part of an inventory that is copied into another one, with the numbers that it has there.
///
/// The parts come in this order: all locations, level after level and each level by number; the
/// items by their identities; the movements in the order in which they were written; the counts of
/// the stocktake and the photos by their items.
public enum InventoryRecords: Hashable, Sendable {
  case locations([LocationRecord])
  case items([ItemRecord])
  case movements([MovementRecord])
  case counts([CountRecord])
  case photo(PhotoRecord)

  public struct LocationRecord: Hashable, Sendable {
    public let id: Int64
    /// The location that it is in; `nil` for none.
    public let parent: Int64?
    public let name: String

    public init(id: Int64, parent: Int64?, name: String) {
      self.id = id
      self.parent = parent
      self.name = name
    }
  }

  public struct ItemRecord: Hashable, Sendable {
    public let item: Item
    public let location: Int64?
    /// In milliseconds since 1970.
    public let created: Int64
    /// In milliseconds since 1970.
    public let changed: Int64

    public init(item: Item, location: Int64?, created: Int64, changed: Int64) {
      self.item = item
      self.location = location
      self.created = created
      self.changed = changed
    }
  }

  public struct MovementRecord: Hashable, Sendable {
    public let item: Item.ID
    public let movement: Movement

    public init(item: Item.ID, movement: Movement) {
      self.item = item
      self.movement = movement
    }

    // A file does not keep who did it, so that makes no difference to a copy.

    public static func == (first: Self, second: Self) -> Bool {
      first.item == second.item && first.movement.withoutAuthor == second.movement.withoutAuthor
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(item)
      hasher.combine(movement.withoutAuthor)
    }
  }

  public struct CountRecord: Hashable, Sendable {
    public let item: Item.ID
    public let counted: Quantity
    public let expected: Quantity
    public let date: Date

    public init(item: Item.ID, counted: Quantity, expected: Quantity, date: Date) {
      self.item = item
      self.counted = counted
      self.expected = expected
      self.date = date
    }
  }

  public struct PhotoRecord: Hashable, Sendable {
    public let item: Item.ID
    public let photo: Photo

    public init(item: Item.ID, photo: Photo) {
      self.item = item
      self.photo = photo
    }
  }

  /// How many items, movements and so on of a kind there are in a part, at most.
  public static let limit = 1_000
}

/// How much was copied, and a checksum of all of it, which two inventories share if they contain
/// the same. It can be compared within one process only.
public struct InventoryDigest: Equatable, Sendable {
  public private(set) var locations = 0
  public private(set) var items = 0
  public private(set) var movements = 0
  public private(set) var counts = 0
  public private(set) var photos = 0
  private var checksum = 0

  public init() {}

  /// How many locations, items, movements, counts and photos there are together.
  public var records: Int { locations + items + movements + counts + photos }

  /// Adds the next part. In which parts the same is added makes no difference.
  public mutating func add(_ records: InventoryRecords) {
    switch records {
    case .locations(let records):
      locations += records.count
      add(each: records)
    case .items(let records):
      items += records.count
      add(each: records)
    case .movements(let records):
      movements += records.count
      add(each: records)
    case .counts(let records):
      counts += records.count
      add(each: records)
    case .photo(let record):
      photos += 1
      add(each: [record])
    }
  }

  private mutating func add(each records: [some Hashable]) {
    for record in records {
      var hasher = Hasher()
      hasher.combine(checksum)
      hasher.combine(record)
      checksum = hasher.finalize()
    }
  }
}

extension Movement {
  fileprivate var withoutAuthor: Movement {
    var movement = self
    movement.author = nil
    return movement
  }
}

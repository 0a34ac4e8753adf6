import Foundation

/// Something that is done to many items at once.
public enum ManyItemsChange: Equatable, Sendable {
  case book(Booking)
  /// The items lose tags, in whichever case and with whichever accents they have them, and get
  /// others that they do not have yet, behind those that they have.
  case changeTags(adding: [String], removing: [String])
  case delete
  /// The items go to the location with a path, which is made if it is not there; out of all for an
  /// empty path.
  case move(to: String)
  case setPrice(Money, currency: String)
  case setReorderLevel(Quantity?)
  case setUnit(String)

  /// What was done, as it is told afterwards.
  public enum Kind: Equatable, Sendable {
    case booked
    case changed
    case deleted
    /// To the location with this path; an empty path for none.
    case moved(to: String)
    case tagged
  }

  public var kind: Kind {
    switch self {
    case .book: .booked
    case .changeTags: .tagged
    case .delete: .deleted
    case .move(let path): .moved(to: path)
    case .setPrice, .setReorderLevel, .setUnit: .changed
    }
  }
}

/// What is known of items before something is done to all of them.
public struct ManyItemsSummary: Equatable, Sendable {
  /// How many there are.
  public var count: Int
  /// How many of those that were named are not there any more.
  public var missing: Int
  /// How many of them are counted in the stocktake that is going on.
  public var counted: Int
  /// How many of them have a photo.
  public var withPhoto: Int
  /// The least quantity that one of them has; `nil` if there is none.
  public var leastQuantity: Quantity?
  /// The tags that most of them have, ordered by name, with the number of these items.
  public var tags: [Tag]

  public init(
    count: Int,
    missing: Int = 0,
    counted: Int = 0,
    withPhoto: Int = 0,
    leastQuantity: Quantity? = nil,
    tags: [Tag] = []
  ) {
    self.count = count
    self.missing = missing
    self.counted = counted
    self.withPhoto = withPhoto
    self.leastQuantity = leastQuantity
    self.tags = tags
  }
}

/// What has become of a change of many items.
public struct ManyItemsOutcome: Equatable, Sendable {
  /// How many items are other than before.
  public var changed: Int
  /// How many of those that were named were not there any more.
  public var missing: Int

  public init(changed: Int, missing: Int = 0) {
    self.changed = changed
    self.missing = missing
  }
}

extension ManyItemsOutcome {
  /// What is to be told of the outcome beside the change that can be taken back; `nil` for nothing.
  var text: String? {
    if missing > 0 {
      return tr(
        "\(missing) item was gone already",
        "\(missing) items were gone already",
        count: missing
      )
    }
    return changed == 0 ? tr("All items were like that already") : nil
  }
}

/// Why something cannot be done to many items. Nothing has been changed then.
public enum ManyItemsProblem: Error, Equatable, Sendable {
  /// Of some items there is less than what would be taken away. Some of them are named.
  case notEnough(count: Int, names: [String])
  /// Of some items there would be more than can be counted.
  case tooMany(name: String)
  /// An item would have more tags than an item can have.
  case tooManyTags(name: String)
  /// The engine of this inventory changes items one by one only.
  case unavailable
}

extension ManyItemsProblem: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .notEnough(let count, let names):
      let list = names.map { tr("“\($0)”") }.joined(separator: ", ")
      return count > names.count
        ? tr(
          "There is too little of \(count) item, such as \(list). Nothing was booked.",
          "There is too little of \(count) items, such as \(list). Nothing was booked.",
          count: count
        )
        : tr("There is too little of \(list). Nothing was booked.")
    case .tooMany(let name):
      return tr("There would be more of “\(name)” than can be counted.")
    case .tooManyTags(let name):
      return tr("“\(name)” would have more than \(Limits.tags) tags.")
    case .unavailable:
      return tr("This inventory cannot change many items at once.")
    }
  }
}

import GRDB
import InventoryCore

/// What takes a change of many items back.
struct ManyItemsReversal: InventoryReversal {
  /// What was done to the items.
  enum Deed: Equatable, Sendable {
    /// The items were added.
    case added
    /// Movements were booked.
    case booked(ManyItemsBooking)
    case deleted
    /// The columns got other values.
    case set(columns: [ManyItemsColumn])
  }

  let deed: Deed
  /// Whether the deed was done last, and not taken back.
  var isDone = true
  let record: ManyItemsRecord

  var photoSize: Int { 0 }

  static func == (first: Self, second: Self) -> Bool {
    first.deed == second.deed && first.isDone == second.isDone && first.record === second.record
  }
}

/// A column of items that is changed in many of them.
enum ManyItemsColumn: String, Equatable, Sendable {
  case unit
  case reorderLevel = "reorderLevelMillionths"
  case price = "priceMillionths"
  case currency
  case tags

  var field: Item.Field {
    switch self {
    case .unit: .unit
    case .reorderLevel: .reorderLevel
    case .price: .price
    case .currency: .currency
    case .tags: .tags
    }
  }
}

/// Movements that were booked for many items at the same moment.
struct ManyItemsBooking: Equatable, Sendable {
  let reason: Movement.Reason
  let note: String
  /// Milliseconds since 1970.
  let date: Int64
}

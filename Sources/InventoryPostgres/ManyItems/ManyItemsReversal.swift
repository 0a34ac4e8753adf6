import Foundation
import InventoryCore
import PostgresClient

/// What takes a change of many items back. How the items were is in tables of the server.
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
enum ManyItemsColumn: Equatable, Sendable {
  case currency
  case price
  case reorderLevel
  case tags
  case unit

  var field: Item.Field {
    switch self {
    case .currency: .currency
    case .price: .price
    case .reorderLevel: .reorderLevel
    case .tags: .tags
    case .unit: .unit
    }
  }

  var name: Identifier {
    switch self {
    case .currency: "currency"
    case .price: "price_millionths"
    case .reorderLevel: "reorder_level_millionths"
    case .tags: "tags"
    case .unit: "unit"
    }
  }
}

/// Movements that were booked for many items at the same moment.
struct ManyItemsBooking: Equatable, Sendable {
  let reason: Movement.Reason
  let note: String
  let date: Date
}

/// The rows of the server about a change of many items. They go with the last change that could be
/// taken back with them.
final class ManyItemsRecord: Sendable {
  let id = UUID()
  private let pool: Pool

  init(_ pool: Pool) { self.pool = pool }

  deinit {
    Task { [pool, id] in
      // If the server is away, they go after a day.
      _ = try? await pool.execute("DELETE FROM undo_item WHERE change_id = \(id)")
      _ = try? await pool.execute("DELETE FROM undo_row WHERE change_id = \(id)")
    }
  }
}

import Foundation
import InventoryCore

/// What has become of the rows of the database by a change, to take it back.
struct SqliteReversal: Equatable, InventoryReversal {
  /// What has become of each item.
  var items: [ItemChange]
  /// Items that were added at once.
  var added: ManyItemsReversal?
  /// What has become of the counts of a stocktake.
  var counts = StocktakeChange()
  /// What has become of the locations.
  var locations = LocationChange()

  var photoSize: Int {
    items.reduce(0) { size, item in
      guard case .deleted(let record) = item else { return size }
      return size + (record.photo?.data.count ?? 0)
    }
  }
}

extension InventoryChange {
  init(
    _ kind: Kind,
    _ items: [ItemChange],
    added: ManyItemsReversal? = nil,
    counts: StocktakeChange = StocktakeChange(),
    locations: LocationChange = LocationChange(),
    photo: PhotoChange? = nil
  ) {
    self.init(
      kind,
      photo: photo,
      restoredItem: Self.restoredItem(kind, items),
      reversal: SqliteReversal(
        items: items,
        added: added,
        counts: counts,
        locations: locations
      )
    )
  }

  /// The item that an undone deletion has brought back.
  private static func restoredItem(_ kind: Kind, _ items: [ItemChange]) -> Item? {
    guard case .deleted = kind, items.count == 1, case .added(let item, _, _) = items[0] else {
      return nil
    }
    return item
  }
}

/// What has become of an item.
enum ItemChange: Equatable, Sendable {
  /// It is new, and this is what it was like at first.
  case added(Item, movements: [Movement], attached: Attachments = Attachments())
  /// Some of its fields are others, and some movements came and went. The quantities are not
  /// looked at: they are the sums of the movements.
  case changed(before: Item, after: Item, added: [Movement], removed: [Movement])
  /// It is gone, and this is all that belonged to it.
  case deleted(ItemRecord)
}

/// What goes with an item when it is removed, and is not one of its fields.
struct Attachments: Equatable, Sendable {
  /// How many bytes the photo has; `nil` if there is none.
  var photoSize: Int?
  /// Whether it is counted in the stocktake that is going on.
  var isCounted = false
}

import Foundation
import PagedArrays

/// A row on the page of a location: a location in it, or an item that is kept there.
public enum LocationRow: Equatable, Identifiable, Sendable {
  case item(Item)
  case location(Location)

  public enum ID: Hashable, Sendable {
    case item(Item.ID)
    case location(Location.ID)
  }

  public var id: ID {
    switch self {
    case .item(let item): .item(item.id)
    case .location(let location): .location(location.id)
    }
  }
}

extension PagedArray<LocationRow> {
  /// The locations, and after them the items, of which only some are loaded.
  ///
  /// - Complexity: O(locations and loaded items)
  init(_ locations: [Location], _ items: PagedArray<Item>) {
    self.init(
      count: locations.count + items.count,
      pageSize: items.pageSize,
      maximumPages: items.maximumPages + 1
    )
    func row(at position: Int) -> LocationRow? {
      position < locations.count
        ? .location(locations[position])
        : items[position - locations.count].map(LocationRow.item)
    }
    var position = 0
    while position < count {
      let page = position..<Swift.min(position + pageSize, count)
      // Of a page that is not loaded, neither end is.
      if row(at: page.lowerBound) != nil, row(at: page.upperBound - 1) != nil {
        let rows = page.compactMap(row)
        if rows.count == page.count { load(rows, at: page.lowerBound) }
      }
      position = page.upperBound
    }
  }
}

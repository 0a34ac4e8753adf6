import Foundation

/// A movement, with what is shown of its item.
public struct RecentChange: Equatable, Identifiable, Sendable {
  public var movement: Movement
  public var item: Item.ID
  /// The SKU, name and unit of the item as they are now.
  public var sku: String
  public var name: String
  public var unit: String

  public var id: Movement.ID { movement.id }

  public init(_ movement: Movement, of item: Item) {
    self.init(movement, item: item.id, sku: item.sku, name: item.name, unit: item.unit)
  }

  package init(_ movement: Movement, item: Item.ID, sku: String, name: String, unit: String) {
    self.movement = movement
    self.item = item
    self.sku = sku
    self.name = name
    self.unit = unit
  }
}

/// The latest movements of all items.
public struct RecentChanges: Equatable, Sendable {
  /// The movements, the latest first.
  public var changes: [RecentChange]
  /// Whether there are older ones.
  public var hasMore: Bool

  public init(_ changes: [RecentChange] = [], hasMore: Bool = false) {
    self.changes = changes
    self.hasMore = hasMore
  }
}

/// The changes of a day.
public struct ChangedDay: Equatable, Identifiable, Sendable {
  /// The beginning of the day.
  public var id: Date
  /// The changes, the latest first.
  public var changes: [RecentChange]

  public init(_ start: Date, _ changes: [RecentChange]) {
    id = start
    self.changes = changes
  }

  /// Sorts changes by day.
  ///
  /// - Parameters:
  ///   - changes: The changes, the latest first.
  ///   - calendar: When a day begins.
  public static func days(of changes: [RecentChange], calendar: Calendar) -> [ChangedDay] {
    var days: [ChangedDay] = []
    for change in changes {
      let start = calendar.startOfDay(for: change.movement.date)
      if days.last?.id == start {
        days[days.count - 1].changes.append(change)
      } else {
        days.append(ChangedDay(start, [change]))
      }
    }
    return days
  }
}

/// The items of which too few are left since somebody has looked, and how far he has.
public struct LowStock: Equatable, Sendable {
  /// Counts the times that an item runs low.
  public typealias Event = Int64

  /// The latest time that an item ran low.
  public var latestEvent: Event
  /// The items that have run low since then and are still, or the first of them.
  public var items: [Item]
  /// How many there are.
  public var count: Int

  /// - Parameter count: How many items there are; `nil` if these are all.
  public init(latestEvent: Event, items: [Item] = [], count: Int? = nil) {
    self.latestEvent = latestEvent
    self.items = items
    self.count = count ?? items.count
  }
}

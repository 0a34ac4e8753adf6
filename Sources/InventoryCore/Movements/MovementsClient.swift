import ComposableArchitecture

/// What the features ask of the movements: the changes of quantities and places.
@DependencyClient
public struct MovementsClient: Sendable {
  /// Books a change of an item's quantity, and returns the item as it is then. Throws
  /// ``InventoryError/notEnough(available:)`` when there would be less than none,
  /// ``InventoryError/itemGone`` when there is no such item.
  public var book: @Sendable (_ booking: Booking, _ id: Item.ID) async throws -> Item
  /// What has happened to the quantity of an item, with some of the latest movements.
  public var history: @Sendable (_ id: Item.ID, _ movementLimit: Int) async throws -> StockHistory
  /// The latest movements of all items: for one reason or all, and how many at most.
  public var recent:
    @Sendable (_ reason: Movement.Reason?, _ limit: Int) async throws -> RecentChanges
}

extension MovementsClient: TestDependencyKey {
  public static let testValue = MovementsClient()
}

extension DependencyValues {
  /// The movements of the inventory.
  public var movements: MovementsClient {
    get { self[MovementsClient.self] }
    set { self[MovementsClient.self] = newValue }
  }
}

import ComposableArchitecture

/// What the features ask of the stocktake that is going on. There is one at a time, and whoever
/// counts takes part in it.
@DependencyClient
public struct StocktakeClient: Sendable {
  /// The counts, the latest first.
  public var counts: @Sendable () async throws -> [StocktakeCount]
  /// How many items have been counted.
  public var countedItems: @Sendable () async throws -> Int
  /// Saves how many of an item were counted, instead of an earlier count or in addition to it.
  /// Throws ``InventoryError/itemGone`` when there is no such item.
  public var count:
    @Sendable (_ amount: Quantity, _ id: Item.ID, _ isAddition: Bool) async throws -> StocktakeCount
  /// Forgets the count of an item.
  public var removeCount: @Sendable (_ id: Item.ID) async throws -> Void
  /// Forgets all counts.
  public var discard: @Sendable () async throws -> Void
  /// Books all counts, if they are those that were reviewed. Throws ``StocktakeProblem`` if not.
  public var book: @Sendable (_ reviewed: [StocktakeCount]) async throws -> Void
}

extension StocktakeClient: TestDependencyKey {
  public static let testValue = StocktakeClient()
}

extension DependencyValues {
  /// The stocktake of the inventory.
  public var stocktake: StocktakeClient {
    get { self[StocktakeClient.self] }
    set { self[StocktakeClient.self] = newValue }
  }
}

import ComposableArchitecture

/// What the features ask of the items: lists of them, single ones, and to change them.
@DependencyClient
public struct ItemsClient: Sendable {
  /// Some of the items that a query asks for, in its order, and how many there are: at once, so
  /// that the page may not be complete. A query whose task is cancelled is stopped.
  public var page: @Sendable (_ query: ItemQuery, _ range: Range<Int>) async throws -> ItemPage
  /// The same, always complete.
  public var completePage:
    @Sendable (_ query: ItemQuery, _ range: Range<Int>) async throws -> ItemPage
  /// How many of some items there are, and what they are worth. It looks at each of them, and stops
  /// when its task is cancelled.
  public var totals: @Sendable (_ items: SelectedItems) async throws -> ItemTotals
  /// When some items were added and changed; without those that are gone.
  public var dates: @Sendable (_ ids: Set<Item.ID>) async throws -> [Item.ID: ItemDates]
  /// Where an item is among those that a query asks for, from 0 on; `nil` if it is none of them.
  public var position: @Sendable (_ id: Item.ID, _ query: ItemQuery) async throws -> Int?
  /// The item with an identity.
  public var item: @Sendable (_ id: Item.ID) async throws -> Item?
  /// The item with a SKU.
  public var itemWithSku: @Sendable (_ sku: String) async throws -> Item?
  /// The item with a SKU, or else the only one whose SKU differs in capitals alone.
  public var itemWithSkuInAnyCase: @Sendable (_ sku: String) async throws -> Item?
  /// The items whose barcode or SKU was scanned or typed; if there are none, those that a search
  /// finds.
  public var matches: @Sendable (_ text: String) async throws -> ItemMatches
  /// Some of the items that have something in common with another one.
  public var relatedItems: @Sendable (_ id: Item.ID) async throws -> RelatedItems
  /// The tags that most items have, ordered by name.
  public var tags: @Sendable () async throws -> [Tag]
  /// The items that have run low since an event; `nil` to begin with the latest one.
  public var lowStock: @Sendable (_ event: LowStock.Event?) async throws -> LowStock
  /// The SKU with the next number that no item has.
  public var nextSku: @Sendable (_ pattern: SkuPattern) async throws -> String
  /// Saves what somebody has made of an item, and returns the item as it is then. Throws
  /// ``ItemConflict`` when somebody else has changed the same fields,
  /// ``InventoryError/duplicateSku(_:)`` when another item has the SKU.
  public var save: @Sendable (_ edit: ItemEdit) async throws -> Item
  /// Removes an item. One that is gone already is no error.
  public var delete: @Sendable (_ id: Item.ID) async throws -> Void
}

extension ItemsClient: TestDependencyKey {
  public static let testValue = ItemsClient()
}

extension DependencyValues {
  /// The items of the inventory.
  public var items: ItemsClient {
    get { self[ItemsClient.self] }
    set { self[ItemsClient.self] = newValue }
  }
}

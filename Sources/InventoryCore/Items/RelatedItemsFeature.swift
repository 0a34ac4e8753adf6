import ComposableArchitecture

/// The links from the page of an item to items at the same place and with the same tags.
@Reducer
public struct RelatedItemsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let itemID: Item.ID
    public var related = RelatedItems()

    public init(itemID: Item.ID) {
      self.itemID = itemID
    }
  }

  public enum Action {
    case delegate(Delegate)
    case itemTapped(Item)
    case itemTappedForNewWindow(Item)
    case loaded(RelatedItems)
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user wants to see an item.
      case itemOpened(Item)
    }
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.items) var items
  @Dependency(\.windows) var windows

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none

      case .itemTapped(let item):
        return .send(.delegate(.itemOpened(item)))

      case .itemTappedForNewWindow(let item):
        return .run { _ in await windows.open(DeepLink(pages: [.item(sku: item.sku)])) }

      case .loaded(let related):
        state.related = related
        return .none

      case .task:
        return connection.onEveryChange(id: CancelID.changes) { [id = state.itemID, items] send in
          // If they cannot be read, the page says why when the item itself cannot.
          if let related = try? await items.relatedItems(id) { await send(.loaded(related)) }
        }
      }
    }
  }
}

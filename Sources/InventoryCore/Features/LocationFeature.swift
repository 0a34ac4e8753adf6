import ComposableArchitecture

/// The page of a place, with the items that are kept there.
@Reducer
public struct LocationFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let name: String
    public var items: IdentifiedArrayOf<Item>
    public var isLoading: Bool
    @Presents public var alert: AlertState<Never>?

    /// - Parameter items: what is there, when it is known already.
    public init(name: String, items: [Item]? = nil) {
      self.name = name
      self.items = IdentifiedArray(uniqueElements: items ?? [])
      isLoading = items == nil
    }
  }

  public enum Action {
    case alert(PresentationAction<Never>)
    case delegate(Delegate)
    case itemTapped(id: Item.ID)
    case itemsResponse(Result<[Item], any Error>)
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

  @Dependency(\.database) var database

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .delegate:
        return .none

      case .itemTapped(let id):
        guard let item = state.items[id: id] else { return .none }
        return .send(.delegate(.itemOpened(item)))

      case .itemsResponse(.success(let items)):
        state.items = IdentifiedArray(uniqueElements: items)
        state.isLoading = false
        return .none

      case .itemsResponse(.failure(let error)):
        state.isLoading = false
        state.alert = .failure("The items could not be read", error)
        return .none

      case .task:
        return .run { [name = state.name] send in
          for await _ in database.changes() {
            await send(.itemsResponse(Result { try await database.itemsAtLocation(name) }))
          }
        }
        .cancellable(id: CancelID.changes, cancelInFlight: true)
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

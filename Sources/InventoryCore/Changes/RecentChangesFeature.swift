import ComposableArchitecture

/// The page with what has happened lately to the quantities and places of all items, by day.
@Reducer
public struct RecentChangesFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The only reason for which changes are shown; `nil` for all of them.
    public var reason: Movement.Reason?
    /// The changes, the latest first; `nil` until they have been read.
    public var changes: [RecentChange]?
    /// Whether there are older changes than those that are shown.
    public var hasMore = false
    /// How many changes are shown at most.
    public var limit = State.pageSize
    /// Whether the changes that are shown are those of another reason than the one that was chosen.
    public var isOutdated = false
    /// Why the changes could not be read.
    public var problem: DatabaseProblem?

    /// How many changes come with each page.
    public static let pageSize = 50

    /// - Parameter changes: The changes, when they are known already.
    public init(changes: RecentChanges? = nil) {
      if let changes { show(changes) }
    }

    fileprivate mutating func show(_ changes: RecentChanges) {
      self.changes = changes.changes
      hasMore = changes.hasMore
      isOutdated = false
      problem = nil
    }
  }

  public enum Action {
    case changesResponse(Result<RecentChanges, any Error>)
    case changeTapped(RecentChange)
    case delegate(Delegate)
    /// The item of a change was read.
    case itemResponse(Item?)
    case moreButtonTapped
    case reasonChanged(Movement.Reason?)
    case retryButtonTapped
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user wants to see an item.
      case itemOpened(Item)
    }
  }

  enum CancelID {
    case changes
    case item
  }

  @Dependency(\.connection) var connection
  @Dependency(\.items) var items
  @Dependency(\.movements) var movements

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .changesResponse(.success(let changes)):
        state.show(changes)
        return .none

      case .changesResponse(.failure(let error)):
        state.problem.note(error, isShown: state.changes != nil && !state.isOutdated)
        return .none

      case .changeTapped(let change):
        return .run { send in
          await send(.itemResponse(try await items.item(change.item)))
        } catch: { _, _ in
          // The page says why it cannot be read when it reads the changes next.
        }
        .cancellable(id: CancelID.item, cancelInFlight: true)

      case .delegate:
        return .none

      case .itemResponse(let item):
        // The page follows the database, and no longer shows an item that is gone.
        return item.map { .send(.delegate(.itemOpened($0))) } ?? .none

      case .moreButtonTapped:
        state.limit += State.pageSize
        return follow(state)

      case .reasonChanged(let reason):
        guard reason != state.reason else { return .none }
        state.reason = reason
        state.limit = State.pageSize
        state.isOutdated = true
        return follow(state)

      case .retryButtonTapped:
        state.problem = nil
        return follow(state, reopens: true)

      case .task:
        return follow(state)
      }
    }
  }

  /// Reads the changes that are shown, and reads them anew after each change.
  private func follow(_ state: State, reopens: Bool = false) -> Effect<Action> {
    connection.onEveryChange(id: CancelID.changes, reopens: reopens) {
      [reason = state.reason, limit = state.limit, movements] send in
      await send(.changesResponse(Result { try await movements.recent(reason, limit) }))
    }
  }
}

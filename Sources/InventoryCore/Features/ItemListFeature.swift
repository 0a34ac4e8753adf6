import ComposableArchitecture

/// The page at the bottom: all items.
@Reducer
public struct ItemListFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var list: ItemRowsFeature.State
    public var transfer = TransferFeature.State()
    /// What the check of the database has found.
    public var integrity = Integrity.unknown

    /// - Parameter page: the first items ordered by name, when they are known already.
    public init(page: ItemPage? = nil) {
      list = ItemRowsFeature.State(page: page)
    }

    /// What is in the place of the list.
    public var content: Content {
      if case .damaged(let problem) = integrity {
        .unreadable(problem)
      } else if let problem = list.problem {
        .unreadable(problem)
      } else if list.rows.count > 0 {
        .items
      } else if list.isLoading {
        .loading
      } else {
        list.query.searchText.isBlank ? .noItems : .noMatches
      }
    }
  }

  public enum Content: Equatable, Sendable {
    case items
    case loading
    /// The inventory is empty: the place to say what to do first.
    case noItems
    /// The search finds nothing.
    case noMatches
    /// The database cannot be read: the place to say why, and what can be done.
    case unreadable(DatabaseProblem)
  }

  public enum Integrity: Equatable, Sendable {
    case unknown
    case sound
    case damaged(DatabaseProblem)
  }

  public enum Action {
    case addButtonTapped
    case backupsButtonTapped
    case delegate(Delegate)
    /// What is wrong with the file, if anything is.
    case integrityResponse(DatabaseProblem?)
    case list(ItemRowsFeature.Action)
    case task
    case transfer(TransferFeature.Action)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user wants to write a new item.
      case addRequested
      /// The user wants to go back to a backup.
      case backupsRequested
    }
  }

  @Dependency(\.database) var database

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { ItemRowsFeature() }
    Scope(state: \.transfer, action: \.transfer) { TransferFeature() }
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        return .send(.delegate(.addRequested))

      case .backupsButtonTapped:
        return .send(.delegate(.backupsRequested))

      case .delegate, .transfer:
        return .none

      case .integrityResponse(let problem):
        state.integrity = problem.map(Integrity.damaged) ?? .sound
        return .none

      case .list(.retryButtonTapped):
        state.integrity = .unknown
        return checkIntegrity()

      case .list:
        return .none

      case .task:
        return checkIntegrity()
      }
    }
  }

  /// Looks through the whole file, which takes seconds when it is large. What is sound is backed up
  /// once a day.
  private func checkIntegrity() -> Effect<Action> {
    .run { send in
      try await database.checkIntegrity()
      await send(.integrityResponse(nil))
      // There is always the backup before; a full disk must not keep anybody from working.
      try? await database.backUp()
    } catch: { error, send in
      await send(.integrityResponse(DatabaseProblem(error)))
    }
  }
}

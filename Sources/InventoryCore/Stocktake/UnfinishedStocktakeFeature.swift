import ComposableArchitecture

/// Knows whether a stocktake has begun that is not booked yet, so that nobody forgets it.
@Reducer
public struct UnfinishedStocktakeFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// How many items have been counted.
    public var count = 0

    public init(count: Int = 0) {
      self.count = count
    }
  }

  public enum Action {
    case response(Result<Int, any Error>)
    case task
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.stocktake) var stocktake

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .response(let count):
        if case .failure(let error) = count, error.isConnectionLost { return .none }
        // The list says why the database cannot be read.
        state.count = (try? count.get()) ?? 0
        return .none

      case .task:
        return connection.onEveryChange(id: CancelID.changes) { send in
          await send(.response(Result { try await stocktake.countedItems() }))
        }
      }
    }
  }
}

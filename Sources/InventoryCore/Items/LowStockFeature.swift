import ComposableArchitecture

/// Tells the user when an item runs low, whoever has changed it: once for the program, however many
/// windows it has.
@Reducer
public struct LowStockFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The event up to which the user has been told.
    public var latestEvent: LowStock.Event?

    public init() {}
  }

  public enum Action {
    case response(Result<LowStock, any Error>)
    case task
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.items) var items
  @Dependency(\.notifications) var notifications

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .response(.success(let low)):
        state.latestEvent = low.latestEvent
        return .run { _ in
          // An import can make many items run low: nobody wants to be told of each.
          guard low.count == low.items.count else {
            return await notifications.manyItemsAreLow(low.count)
          }
          for item in low.items { await notifications.itemIsLow(item) }
        }

      case .response(.failure):
        // The windows tell why the database cannot be read.
        return .none

      case .task:
        let known = state.latestEvent
        let latest = LockIsolated(known)
        return connection.onEveryChange(id: CancelID.changes) { [items] send in
          let answer = await Result { try await items.lowStock(latest.value) }
          if let low = try? answer.get() { latest.setValue(low.latestEvent) }
          await send(.response(answer))
        }
      }
    }
  }
}

import ComposableArchitecture

/// Tells that the inventory cannot be reached, while the window shows what it has.
@Reducer
public struct ConnectionFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// What the window says.
    public var connection = ConnectionState.connected
    /// Whether the user has asked to try now.
    public var isTrying = false
    /// What the user may do.
    public var rights = InventoryRights.all
    /// Whether the user knows that he may not do everything.
    public var knowsRights = false
    /// Whether the user knows that the connection is not protected.
    public var isWarned = false

    public init(_ connection: ConnectionState = .connected) {
      self.connection = connection
    }
  }

  public enum Action {
    case connectionChanged(ConnectionState)
    case dismissButtonTapped
    /// The connection has been lost for longer than a moment.
    case lossNoticed
    case retryButtonTapped
    case retryEnded
    case rightsDismissButtonTapped
    case rightsRead(InventoryRights)
    case task
  }

  enum CancelID {
    case loss
    case retry
    case rights
    case states
  }

  /// A connection that is there again after this time is not worth a word.
  static let delay = Duration.milliseconds(500)

  @Dependency(\.connection) var connection
  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .connectionChanged(.lost):
        return .run { send in
          try await clock.sleep(for: Self.delay)
          await send(.lossNoticed)
        }
        .cancellable(id: CancelID.loss, cancelInFlight: true)

      case .connectionChanged(let connection):
        state.connection =
          connection == .unprotected && state.isWarned ? .connected : connection
        state.isTrying = false
        return .merge(
          .cancel(id: CancelID.loss),
          .cancel(id: CancelID.retry),
          connection.isReached ? readRights(state.rights) : .none
        )

      case .dismissButtonTapped:
        state.connection = .connected
        state.isWarned = true
        return .none

      case .lossNoticed:
        state.connection = .lost
        return .none

      case .retryButtonTapped:
        state.isTrying = true
        return .run { send in
          // Why it did not succeed is told by the state of the connection.
          try? await connection.reopen()
          await send(.retryEnded)
        }
        .cancellable(id: CancelID.retry, cancelInFlight: true)

      case .retryEnded:
        state.isTrying = false
        return .none

      case .rightsDismissButtonTapped:
        state.knowsRights = true
        return .none

      case .rightsRead(let rights):
        state.rights = rights
        state.knowsRights = false
        return .none

      case .task:
        return .run { send in
          for await state in connection.states() { await send(.connectionChanged(state)) }
        }
        .cancellable(id: CancelID.states, cancelInFlight: true)
      }
    }
  }

  private func readRights(_ known: InventoryRights) -> Effect<Action> {
    .run { send in
      // Without an answer, whoever does what he may not do is told when he does it.
      guard let rights = try? await connection.rights(), rights != known else { return }
      await send(.rightsRead(rights))
    }
    .cancellable(id: CancelID.rights, cancelInFlight: true)
  }
}

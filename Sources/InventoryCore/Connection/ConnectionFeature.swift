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
    case task
  }

  enum CancelID {
    case loss
    case retry
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
        return .merge(.cancel(id: CancelID.loss), .cancel(id: CancelID.retry))

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

      case .task:
        return .run { send in
          for await state in connection.states() { await send(.connectionChanged(state)) }
        }
        .cancellable(id: CancelID.states, cancelInFlight: true)
      }
    }
  }
}

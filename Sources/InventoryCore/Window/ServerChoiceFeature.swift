import ComposableArchitecture
import Foundation

/// Where the inventory is kept: in a file of this computer, or on a server. Windows show what was
/// chosen when the program is started the next time.
@Reducer
public struct ServerChoiceFeature: Sendable {
  public enum Place: Hashable, Sendable {
    case computer
    case server
  }

  /// What has become of an attempt to connect.
  public enum Check: Equatable, Sendable {
    case running
    case succeeded
    case failed(String)
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    /// The address of the server that is used from the next start on; empty for this computer.
    @Shared(.server) public var server
    public var place: Place
    /// The address as somebody writes it.
    public var address: String
    public var check: Check?

    public init() {
      @SharedReader(.server) var server
      place = server.isEmpty ? .computer : .server
      address = server
    }

    /// Whether there is something to connect to.
    public var canConnect: Bool { !address.isBlank && check != .running }
  }

  public enum Action {
    case addressChanged(String)
    case checkResponse(address: String, Result<Void, any Error>)
    case connectButtonTapped
    case placeChanged(Place)
  }

  enum CancelID {
    case check
  }

  @Dependency(\.servers) var servers

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addressChanged(let address):
        guard address != state.address else { return .none }
        state.address = address
        state.check = nil
        return .cancel(id: CancelID.check)

      case .checkResponse(let address, .success):
        state.check = .succeeded
        state.$server.withLock { $0 = address }
        return .none

      case .checkResponse(_, .failure(let error)):
        state.check = .failed(
          (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
        )
        return .none

      case .connectButtonTapped:
        guard state.canConnect else { return .none }
        state.check = .running
        let address = state.address.trimmingCharacters(in: .whitespacesAndNewlines)
        return .run { send in
          let result = await Result { try await servers.check(address) }
          await send(.checkResponse(address: address, result))
        }
        .cancellable(id: CancelID.check, cancelInFlight: true)

      case .placeChanged(let place):
        state.place = place
        state.check = nil
        // A server is used once there was a connection to it.
        if place == .computer { state.$server.withLock { $0 = "" } }
        return .cancel(id: CancelID.check)
      }
    }
  }
}

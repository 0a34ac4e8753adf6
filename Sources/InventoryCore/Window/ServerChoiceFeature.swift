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
    /// Whether the keyring has the password of that server.
    @Shared(.keepsPassword) public var isPasswordKept
    public var place: Place
    /// The address as somebody writes it.
    public var address: String
    public var check: Check?
    /// Whether the password is to be in the keyring.
    public var keepsPassword: Bool
    /// The password, until there was a connection; empty for the one that the keyring has.
    public var password = TypedPassword()

    public init() {
      @SharedReader(.server) var server
      place = server.isEmpty ? .computer : .server
      address = server
      @SharedReader(.keepsPassword) var isPasswordKept
      keepsPassword = isPasswordKept
    }

    /// Whether there is something to connect to.
    public var canConnect: Bool { !address.isBlank && check != .running }
  }

  public enum Action {
    case addressChanged(String)
    case checkResponse(address: String, keepsPassword: Bool, Result<Void, any Error>)
    case connectButtonTapped
    case forgetFailed(any Error)
    case keepsPasswordChanged(Bool)
    case passwordChanged(TypedPassword)
    case placeChanged(Place)
  }

  enum CancelID {
    case check
  }

  @Dependency(\.passwords) var passwords
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

      case .checkResponse(let address, let keepsPassword, .success):
        state.check = .succeeded
        state.password = TypedPassword()
        state.$server.withLock { $0 = address }
        state.$isPasswordKept.withLock { $0 = keepsPassword }
        return .none

      case .checkResponse(_, _, .failure(let error)), .forgetFailed(let error):
        state.check = .failed(
          (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
        )
        return .none

      case .connectButtonTapped:
        guard state.canConnect else { return .none }
        state.check = .running
        let address = state.address.trimmingCharacters(in: .whitespacesAndNewlines)
        let password = state.keepsPassword ? state.password : nil
        return .run { send in
          let result = await Result { try await connect(to: address, password) }
          await send(.checkResponse(address: address, keepsPassword: password != nil, result))
        }
        .cancellable(id: CancelID.check, cancelInFlight: true)

      case .keepsPasswordChanged(let keepsPassword):
        state.keepsPassword = keepsPassword
        state.password = TypedPassword()
        state.check = nil
        let server = state.server
        guard !keepsPassword, state.isPasswordKept else { return .cancel(id: CancelID.check) }
        state.$isPasswordKept.withLock { $0 = false }
        return .run { send in
          do { try await passwords.forget(server) } catch { await send(.forgetFailed(error)) }
        }
        .cancellable(id: CancelID.check, cancelInFlight: true)

      case .passwordChanged(let password):
        guard password != state.password else { return .none }
        state.password = password
        state.check = nil
        return .cancel(id: CancelID.check)

      case .placeChanged(let place):
        state.place = place
        state.check = nil
        // A server is used once there was a connection to it.
        if place == .computer { state.$server.withLock { $0 = "" } }
        return .cancel(id: CancelID.check)
      }
    }
  }

  /// Connects to a server, and keeps the password with which that succeeds.
  ///
  /// - Parameter password: `nil` if it is not in the keyring; empty if the keyring has it already.
  private func connect(to address: String, _ password: TypedPassword?) async throws {
    guard let password else { return try await servers.check(address, nil) }
    if password.text.isEmpty {
      try await servers.check(address, passwords.password(address))
    } else {
      try await servers.check(address, password.text)
      try await passwords.keep(password.text, address)
    }
  }
}

import ComposableArchitecture

/// What the preferences ask for to keep the inventory on a server.
@DependencyClient
public struct ServersClient: Sendable {
  /// Connects to the server at an address, and looks whether an inventory can be kept there. Throws
  /// an error that says what is wrong.
  ///
  /// The password is `nil` if it is where PostgreSQL looks for it.
  public var check: @Sendable (_ address: String, _ password: String?) async throws -> Void
}

extension ServersClient: TestDependencyKey {
  public static let testValue = ServersClient()
}

extension DependencyValues {
  /// The servers on which the inventory can be kept.
  public var servers: ServersClient {
    get { self[ServersClient.self] }
    set { self[ServersClient.self] = newValue }
  }
}

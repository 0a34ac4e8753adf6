import ComposableArchitecture

/// The passwords of servers in the keyring of the desktop. An error says what is wrong.
@DependencyClient
public struct PasswordsClient: Sendable {
  /// Returns the password for the server at an address; `nil` if there is none.
  public var password: @Sendable (_ address: String) async throws -> String?
  /// Keeps the password for the server at an address.
  public var keep: @Sendable (_ password: String, _ address: String) async throws -> Void
  /// Removes the password for the server at an address.
  public var forget: @Sendable (_ address: String) async throws -> Void
}

extension PasswordsClient: TestDependencyKey {
  public static let testValue = PasswordsClient()
}

extension DependencyValues {
  /// The passwords of servers in the keyring of the desktop.
  public var passwords: PasswordsClient {
    get { self[PasswordsClient.self] }
    set { self[PasswordsClient.self] = newValue }
  }
}

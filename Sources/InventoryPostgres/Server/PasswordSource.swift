import Foundation
import PostgresClient

/// Finds the password of a server once for all connections, such as in the keyring of the desktop,
/// which may ask somebody to unlock it.
actor PasswordSource {
  private enum State {
    case unknown
    case searching(Task<String?, any Error>)
    case known(String?)
    case failed(any Error)
  }

  /// The kind of the error with which a connection tells that the password cannot be had.
  static let failure = "XXIN3"

  private let find: (@Sendable () async throws -> String?)?
  private var state = State.unknown

  /// - Parameter find: Finds the password; `nil` if libpq knows where it is.
  init(_ find: (@Sendable () async throws -> String?)?) { self.find = find }

  /// Returns options with the password.
  ///
  /// - Parameters:
  ///   - options: What is known without it.
  ///   - mayAsk: Whether it is looked for again after it could not be had. Somebody may be asked
  ///     then, which must not happen by itself again and again.
  /// - Throws: ``PostgresError`` of the kind `refused`.
  func complete(_ options: ConnectionOptions, mayAsk: Bool) async throws -> ConnectionOptions {
    guard let find else { return options }
    do {
      guard let password = try await password(find, options.pulse, mayAsk: mayAsk) else {
        return options
      }
      var complete = options
      complete.set("password", to: password)
      return complete
    } catch {
      throw PostgresError(.refused, error.localizedDescription, sqlState: Self.failure)
    }
  }

  private func password(
    _ find: @escaping @Sendable () async throws -> String?,
    _ pulse: ServerPulse,
    mayAsk: Bool
  ) async throws -> String? {
    let search: Task<String?, any Error>
    switch state {
    case .known(let password): return password
    case .failed(let error) where !mayAsk: throw error
    case .searching(let current): search = current
    case .unknown, .failed:
      search = Task { try await find() }
      state = .searching(search)
    }
    // Whoever has to unlock the keyring may take long.
    let result = await pulse.pausing { await search.result }
    if case .searching(search) = state {
      switch result {
      case .success(let password): state = .known(password)
      case .failure(let error): state = .failed(error)
      }
    }
    return try result.get()
  }

  /// Looks for the password anew next time: the server has refused it.
  func forget() { state = .unknown }
}

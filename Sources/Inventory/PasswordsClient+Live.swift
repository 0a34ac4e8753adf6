import Foundation
import InventoryCore
import InventoryPostgres
import Keyring
import Translations

extension PasswordsClient {
  /// Asks the keyring of the desktop.
  static let live = PasswordsClient(
    password: { address in
      let account = try PostgresSource.account(of: address)
      return try await explaining { try await Keyring.password(named: account) }
    },
    keep: { password, address in
      let account = try PostgresSource.account(of: address)
      try await explaining {
        try await Keyring.keep(
          password,
          named: account,
          label: tr("Password of Inventory for \(account)")
        )
      }
    },
    forget: { address in
      try await explaining { try await Keyring.forget(named: PostgresSource.account(of: address)) }
    }
  )

  private static func explaining<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as KeyringError { throw KeyringProblem(error) }
  }
}

/// What is told when the keyring does not do what it was asked for.
private struct KeyringProblem: LocalizedError {
  let error: KeyringError

  init(_ error: KeyringError) { self.error = error }

  var errorDescription: String? {
    switch error {
    case .libraryMissing:
      tr("Keyrings need the package libsecret-1-0. Install it, or use the file .pgpass.")
    case .unavailable:
      tr("This desktop has no keyring that answers. Start one, or use the file .pgpass.")
    case .locked:
      tr("The keyring of the desktop is locked. Unlock it.")
    }
  }
}

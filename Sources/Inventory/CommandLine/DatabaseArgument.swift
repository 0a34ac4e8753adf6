import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryPostgres
import InventorySqlite

/// The inventory that the command line names.
enum DatabaseArgument {
  /// A file of SQLite.
  case file(path: String)
  /// A server of PostgreSQL.
  case server(PostgresSource)

  /// - Parameter text: A path, a URL such as `file:///home/ida/items.sqlite` or
  ///   `postgresql://host/name`, or a service of libpq, such as `service=workshop`; `nil` for what
  ///   the preferences say: the user's own file, or a server.
  /// - Throws: An error that says what was expected.
  init(_ text: String?) throws {
    guard let text else {
      @SharedReader(.server) var server
      self =
        server.isEmpty
        ? .file(path: InventoryDatabase.defaultPath) : .server(try Self.chosenServer(server))
      return
    }
    self =
      Self.isServer(text)
      ? .server(try PostgresSource(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      : .file(path: try DatabaseName(text).path)
  }

  /// The server of the preferences, whose password may be in the keyring.
  private static func chosenServer(_ address: String) throws -> PostgresSource {
    @SharedReader(.keepsPassword) var keepsPassword
    guard keepsPassword else { return try PostgresSource(address) }
    return try PostgresSource(address) { try await PasswordsClient.live.password(address) }
  }

  /// Whether a text is the address of a server, or was meant to be one. What was meant to be one is
  /// refused there: as the name of a file, it would have a password in it, and others could read
  /// that.
  private static func isServer(_ text: String) -> Bool {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    // What is there, or is written as a path, is a file.
    let isPath = ["/", "./", "../", "file:"].contains { text.hasPrefix($0) }
    if isPath && !text.hasPrefix("//") || FileManager.default.fileExists(atPath: text) {
      return false
    }
    let scheme = #/(?i)(jdbc:.*|.*postgres(ql)?:\/\/.*|postgres(ql)?(:|\/\/).*)/#
    let setting = #/(?i)([a-z_]+)\s*=.*/#
    let password = #/(?i).*password\s*=.*/#
    let user = #/(([a-z]+:)?\/\/)?[^\/\s:]+:.*@.+/#
    if text.wholeMatch(of: scheme.dotMatchesNewlines()) != nil
      || text.wholeMatch(of: password.dotMatchesNewlines()) != nil
      || text.wholeMatch(of: user.dotMatchesNewlines()) != nil
    {
      return true
    }
    return text.wholeMatch(of: setting.dotMatchesNewlines())
      .map { PostgresSource.isKeyword($0.1.lowercased()) } ?? false
  }
}

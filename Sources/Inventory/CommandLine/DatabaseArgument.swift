import ComposableArchitecture
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
        ? .file(path: InventoryDatabase.defaultPath) : .server(try PostgresSource(server))
      return
    }
    let start = text.prefix { $0 != ":" && $0 != "=" }
    let rest = text.dropFirst(start.count)
    let isServer =
      ["postgres", "postgresql"].contains(start.lowercased()) && rest.hasPrefix("://")
      || start == "service" && rest.hasPrefix("=")
    self =
      isServer ? .server(try PostgresSource(text)) : .file(path: try DatabaseName(text).path)
  }
}

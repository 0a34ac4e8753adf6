import InventoryCore
import InventoryPostgres

extension ServersClient {
  /// Connects through PostgreSQL's library.
  static let live = ServersClient { address in
    let source = try PostgresSource(address)
    // This asks the server, and makes the tables if they are missing.
    try await InventoryClients.live(source).connection.reopen()
  }
}

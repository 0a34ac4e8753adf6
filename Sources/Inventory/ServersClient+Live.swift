import InventoryCore
import InventoryPostgres

extension ServersClient {
  /// Connects through PostgreSQL's library.
  static let live = ServersClient { address, password in
    let source =
      if let password {
        try PostgresSource(address) { password }
      } else {
        try PostgresSource(address)
      }
    // This asks the server, and makes the tables if they are missing.
    try await InventoryClients.live(source).connection.reopen()
  }
}

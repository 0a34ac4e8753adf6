import InventoryCore
import InventoryPostgres
import PostgresClient
import PostgresTestSupport

extension Engine {
  /// One server for the whole process, and a database of its own for each inventory.
  static let postgres = Engine("PostgreSQL") {
    let options = try await TestServer.shared.value.makeDatabase(from: template.value)
    return OpenInventory(
      clients: .live(PostgresSource(options)),
      openAgain: { .live(PostgresSource(options)) }
    )
  }

  /// A database with the tables, which is copied: that is quicker than to make them.
  private static let template = Task {
    let options = try await TestServer.shared.value.makeDatabase()
    let connection = try await Connection.connect(options)
    try await Migrator.migrate(connection)
    await connection.close()
    return try Identifier(options.parameters["dbname"] ?? "")
  }
}

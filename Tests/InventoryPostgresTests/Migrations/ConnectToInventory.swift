import InventoryPostgres
import PostgresClient
import PostgresTestSupport

/// Connects to an empty inventory of its own.
func connectToInventory() async throws -> Connection {
  let connection = try await connectToEmptyDatabase()
  try await Migrator.migrate(connection)
  try await connection.execute(script: "SET search_path = inventory")
  return connection
}

/// Connects to an inventory once more.
func connectAgain(_ connection: Connection) async throws -> Connection {
  let again = try await Connection.connect(connection.options)
  try await again.execute(script: "SET search_path = inventory")
  return again
}

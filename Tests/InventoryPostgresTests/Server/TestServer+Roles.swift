import Foundation
import InventoryTestSupport
import PostgresClient
import PostgresTestSupport
import TestSupport
import Testing

extension TestServer {
  /// Runs `packaging/postgresql/roles.sql`, as an administrator does.
  func runRoleScript(database: String = "postgres") throws {
    let script = packageURL("packaging/postgresql/roles.sql").path(percentEncoded: false)
    try psql(["--file=\(script)"], database: database)
  }

  /// Runs psql as the superuser.
  func psql(_ arguments: [String], database: String = "postgres") throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "psql", "--quiet", "--no-psqlrc", "--host=\(folder)", "--port=\(port)",
        "--username=inventory", "--dbname=\(database)",
      ] + arguments
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// Makes somebody in each of the roles, who is called as the role.
  func makePeople() async throws {
    let connection = try await Connection.connect(options())
    for role in ["reader", "counter", "editor"] {
      try await connection.execute(
        "CREATE ROLE \(Identifier(role)) LOGIN IN ROLE \(Identifier("inventory_\(role)"))"
      )
    }
    await connection.close()
  }

  /// How somebody connects to a database through the socket.
  func options(role: String, database: String) throws -> ConnectionOptions {
    try ConnectionOptions("host=\(folder) port=\(port) user=\(role) dbname=\(database)")
  }
}

import Foundation
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import Testing

/// Two processes with one server, each on a desktop of its own.
extension `The program on a desktop` {
  @Test func `Two processes on a server see each other's changes, and its return`() async throws {
    let server = try await TestServer()
    let options = try await server.makeDatabase()
    let connection = try await Connection.connect(options)
    try await Migrator.migrate(connection)
    try await connection.execute(
      """
      INSERT INTO inventory.item (id, sku, name, quantity_millionths)
      VALUES (\(UUID()), 'HAM-1', 'Claw hammer', 2000000)
      """
    )
    let address = try server.address(of: options)
    let arguments = ["--database", address, "inventory://items/HAM-1"]
    let here = try Desktop()
    let there = try Desktop()
    try await here.launch(arguments)
    try await there.launch(arguments)
    try await here.window("Claw hammer")
    try await there.window("Claw hammer")

    // What one books, the other sees.
    try await here.press("Change Quantity…")
    try await here.enter("40", into: "Amount")
    try await here.press("Save")
    try await there.find(.label, "42")

    // While the server is away, both say so, and show what they have.
    let lost = "The server cannot be reached. What you see may be out of date."
    try await server.run(.stop)
    for desktop in [here, there] {
      try await desktop.find(.label, lost)
      try await desktop.find(.label, "42")
    }
    try await there.screenshot("server-lost")
    try await server.run(.start)
    for desktop in [here, there] {
      try await desktop.gone(.label, lost)
    }

    // What is done then, both see.
    try await there.press("Change Quantity…")
    try await there.enter("8", into: "Amount")
    try await there.press("Save")
    try await here.find(.label, "50")
  }
}

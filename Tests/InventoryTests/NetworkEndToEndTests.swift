import Foundation
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import Testing

/// Two machines and a server, each with a network of its own and a cable between them.
extension `The program on a desktop` {
  @Test(.enabled(if: NetworkNamespace.canBeMade, "Only root can make networks for a test."))
  func `Two machines see each other's changes, and go on when a cable is back`() async throws {
    let desk = try NetworkNamespace()
    let van = try NetworkNamespace()
    let server = try await TestServer(.port)
    try await server.listen(at: [desk.addressOfTest, van.addressOfTest])
    let setup = try await Connection.connect(server.options())
    try await setup.execute("ALTER ROLE inventory PASSWORD 'geheim'")
    try await Migrator.migrate(setup)
    try await setup.execute(
      """
      INSERT INTO inventory.item (id, sku, name, quantity_millionths)
      VALUES (\(UUID()), 'HAM-1', 'Claw hammer', 2000000)
      """
    )
    func launch(in network: NetworkNamespace) async throws -> Desktop {
      let desktop = try Desktop()
      let address = "postgresql://inventory@\(network.addressOfTest):\(server.port)/postgres"
      try await desktop.launch(
        network.arguments(
          for: Program.url.path,
          ["--database", address, "inventory://items/HAM-1"]
        ),
        program: NetworkNamespace.ip,
        environment: ["PGPASSWORD": "geheim"]
      )
      return desktop
    }
    let here = try await launch(in: desk)
    let there = try await launch(in: van)
    try await here.window("Claw hammer")
    try await there.window("Claw hammer")

    // What one books, the other sees.
    try await here.press("Change Quantity…")
    try await here.enter("40", into: "Amount")
    try await here.press("Save")
    try await there.find(.label, "42")

    // The cable of one is out: it says so, and the other one works on.
    let lost = "The server cannot be reached. What you see may be out of date."
    let start = ContinuousClock.now
    try van.disconnect()
    try await there.find(.label, lost)
    let time = ContinuousClock.now - start
    print("the cable is missed after \(time)")
    #expect(time < .seconds(20))
    try await here.press("Change Quantity…")
    try await here.enter("8", into: "Amount")
    try await here.press("Save")
    try await here.find(.label, "50")
    try await there.find(.label, "42")
    try await there.screenshot("cable-out")

    try van.connect()
    try await there.gone(.label, lost)
    try await there.find(.label, "50")
    try await there.press("Change Quantity…")
    try await there.enter("5", into: "Amount")
    try await there.press("Save")
    try await here.find(.label, "55")
  }
}

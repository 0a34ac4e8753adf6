import Foundation
import InventoryPostgres
import PostgresClient
import PostgresTestSupport
import Testing

/// An inventory on a server.
extension `The program on a desktop` {
  /// Makes an inventory with one item in an empty database.
  private func connectToInventoryWithDrill(
    _ options: ConnectionOptions
  ) async throws -> Connection {
    let connection = try await Connection.connect(options)
    try await Migrator.migrate(connection)
    try await connection.execute(
      "INSERT INTO inventory.item (id, sku, name) VALUES (\(UUID()), 'T-1', 'Drill')"
    )
    return connection
  }

  @Test func `A window on a server that is away says so, and fills when the server is there`()
    async throws
  {
    let server = try await TestServer()
    let options = try await server.makeDatabase()
    _ = try await connectToInventoryWithDrill(options)
    try await server.run(.stop)
    let desktop = try Desktop()
    let address = try server.address(of: options)
    try await desktop.launch(["--database", address])
    try await desktop.find(.label, "The Server Does Not Answer")
    try await desktop.screenshot("server-away")
    try await server.run(.start)
    try await desktop.find(.label, "Drill")
    // What somebody else does is seen.
    let other = try await Connection.connect(options)
    try await other.execute(
      "INSERT INTO inventory.item (id, sku, name) VALUES (\(UUID()), 'T-2', 'Hammer')"
    )
    try await desktop.find(.label, "Hammer")
    try await desktop.screenshot("server")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)
  }

  @Test func `Who may only look is told so, and cannot begin to add an item`() async throws {
    let server = try await TestServer()
    let options = try await server.makeDatabase()
    let connection = try await connectToInventoryWithDrill(options)
    try await connection.execute(
      script: """
        CREATE ROLE rita LOGIN;
        GRANT USAGE ON SCHEMA inventory TO rita;
        GRANT SELECT ON ALL TABLES IN SCHEMA inventory TO rita
        """
    )
    let desktop = try Desktop()
    try await desktop.launch(["--database", server.address(of: options, user: "rita")])
    try await desktop.find(.label, "Drill")
    try await desktop.find(.label, "You can look here, but not change anything.")
    try await desktop.screenshot("reader")
    // A window has one sheet: this would not come if the form for an item had.
    try await desktop.key("ctrl+n")
    try await desktop.key("ctrl+comma")
    try await desktop.find(.label, "Preferences")
    try await desktop.key("Escape")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)
  }

  @Test(
    arguments: [
      "postgresql://ida:geheim@host/items", "postgres://host/items?password=geheim",
      "postgres://host/items?sslpassword=geheim", "host=desk password=geheim",
      " postgresql://ida:geheim@host/items", "password=geheim", "user = ida password = geheim",
      "application_name=x password=geheim host=desk", "connect_timeout=2 password=geheim",
      "host=desk sslpassword=geheim", "channel_binding=require password='geheim'",
    ]
  )
  func `A password in an address is refused, and not repeated`(address: String) async throws {
    let outcome = try await Program.runWithoutDisplay(
      ["--database", address],
      home: folder.url
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(".pgpass"))
    #expect(!(outcome.errors + outcome.output).contains("geheim"))
  }

  @Test(
    arguments: [
      "postgresql://ida:12/geheim@host/items", "postgresql:/ida:geheim@host/items",
      "postgresql:ida:geheim@host", "ida:geheim@host/items", "//ida:geheim@host/items",
      "postgresql//ida:geheim@host/items", "jdbc:postgresql://ida:geheim@host/items",
      "mysql://ida:geheim@host/items", "dbname=postgresql://ida:geheim@host/items",
      "postgresql://host/x?dbname=postgresql%3A%2F%2Fida%3Ageheim%40host%2Fy",
      "ida:ge/heim@host/items", "ida:geheim @host", "PGPASSWORD=geheim", "my_password=geheim",
      "nonsense PASSWORD = geheim", "client_encoding=geheim nonsense=1",
    ]
  )
  func `An address with a mistake becomes no file, and is not repeated`(
    address: String
  ) async throws {
    let outcome = try await Program.runWithoutDisplay(
      ["--database", address, "--export", "-"],
      home: folder.url
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("not understood"))
    #expect(!(outcome.errors + outcome.output).contains("geheim"))
    #expect(!FileManager.default.fileExists(atPath: address))
  }

  @Test func `Items of a server are not imported without a window`() async throws {
    let outcome = try await Program.runWithoutDisplay(
      ["--database", "postgresql://host/items", "--export", "-"],
      home: folder.url
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("window"))
  }

  @Test func `A file is copied to a server and back, and nothing is lost`() async throws {
    let server = try await TestServer.shared.value
    let options = try await server.makeDatabase()
    let address = try server.address(of: options)
    let csv = try folder.file(
      "in.csv",
      "sku,name,quantity,location,tags\nA,Saw,0.5,Shed / Box,\"a, b\"\nB,Éclair,5,,\n"
    )
    let (first, second) = (folder.file("first.sqlite"), folder.file("second.sqlite"))
    func run(_ arguments: String...) async throws -> Program.Outcome {
      try await Program.runWithoutDisplay(arguments, home: folder.url)
    }
    #expect(try await run("--database", first.path, "--import", csv.path).status == 0)
    let there = try await run("--database", first.path, "--copy-to", address)
    #expect(there.status == 0, "\(there)")
    #expect(there.output.contains("2 items copied"))
    #expect(try await run("--database", address, "--copy-to", second.path).status == 0)
    // The file alone has everything, for whoever takes it along.
    let log = try? FileManager.default.attributesOfItem(atPath: second.path + "-wal")[.size] as? Int
    #expect(log ?? 0 == 0)
    for table in [
      "SELECT id, sku, name, quantityMillionths, tags, createdAt FROM item ORDER BY id",
      "SELECT id, date, deltaMillionths, reason FROM movement ORDER BY id",
      "SELECT id, parentID, path FROM location ORDER BY id",
    ] {
      #expect(try await Program.query(second, table) == Program.query(first, table))
    }
    // There is something now.
    let again = try await run("--database", first.path, "--copy-to", address)
    #expect(again.status == 2)
    #expect(again.errors.contains("expected an empty one"))
    let missing = try await run("--database", folder.file("no.sqlite").path, "--copy-to", address)
    #expect(missing.status == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.file("no.sqlite").path))
    let both = try await run("--database", first.path, "--copy-to", address, "--export", "-")
    #expect(both.status == 2)
  }

  @Test func `The server of the preferences is used from the next start on`() async throws {
    let server = try await TestServer.shared.value
    let options = try await server.makeDatabase()
    let address = try server.address(of: options)
    _ = try await connectToInventoryWithDrill(options)
    func prefer(_ address: String) throws {
      let settings = folder.file("config/inventory/app-storage.json")
      try FileManager.default.createDirectory(
        at: settings.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try JSONEncoder().encode(["server": address]).write(to: settings)
    }
    try prefer(address)
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Drill")
    try await desktop.key("ctrl+comma")
    try await desktop.windows(["Inventory", "Preferences"])
    #expect(try await desktop.text(of: "Address") == address)
    try await desktop.press("Connect")
    try await desktop.find(
      .label,
      "The server answers. The program uses it when it is started the next time."
    )
    try await desktop.screenshot("preferences-server")
    try await desktop.key("Escape")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)

    // Where it can be changed.
    try prefer("no address")
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "The Inventory Cannot Be Opened")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)
  }
}

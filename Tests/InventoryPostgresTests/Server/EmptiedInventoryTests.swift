import Foundation
import InventoryCore
import InventoryPostgres
import InventoryTestSupport
import PostgresClient
import PostgresTestSupport
import TestSupport
import Testing

/// The server takes a table that was emptied for an empty one until it looks again. What is done to
/// many items then must not depend on that.
@Suite(.timeLimit(.minutes(5)))
struct EmptiedInventoryTests {
  private static let count = 2_000

  @Test func `an import into an inventory that was emptied handles each row a few times`()
    async throws
  {
    let server = try await TestServer()
    let options = try server.options()
    let owner = try await Connection.connect(options)
    try await Migrator.migrate(owner)
    let database = try #require(options.parameters["dbname"])
    let name = try Identifier(database)
    try await owner.execute("ALTER DATABASE \(name) SET session_preload_libraries = auto_explain")
    try await owner.execute("ALTER DATABASE \(name) SET auto_explain.log_min_duration = 1")
    try await owner.execute("ALTER DATABASE \(name) SET auto_explain.log_nested_statements = on")
    try await owner.execute("ALTER DATABASE \(name) SET auto_explain.log_analyze = on")
    try await owner.execute("ALTER DATABASE \(name) SET auto_explain.log_timing = off")
    try await owner.execute("ALTER DATABASE \(name) SET log_min_messages = log")
    let source = PostgresSource(options)
    let clients = InventoryClients.live(source)
    // What is done can be undone, so it is recorded.
    let changes = clients.undo.madeChanges()
    defer { withExtendedLifetime(changes) {} }
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "items.csv")
    let rows = (1...Self.count).map { "Thing \($0),T-\($0),3,Shed" }
    try Data((["name,sku,quantity,location"] + rows).joined(separator: "\n").utf8).write(to: file)
    let importing = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
    for try await _ in clients.transfer.importItems(file, importing.options) {}
    for try await _ in clients.manyItems.change(SelectedItems(.all, of: ItemQuery()), .delete) {}
    try await owner.execute(script: "ANALYZE")

    let log = try FileHandle(forReadingFrom: URL(filePath: server.folder).appending(path: "log"))
    try log.seekToEnd()
    for try await _ in clients.transfer.importItems(file, importing.options) {}
    let plans = String(decoding: try log.readToEnd() ?? Data(), as: UTF8.self)
    let handled = LinearTriggerTests.handledRows(plans)
    #expect(handled >= Self.count, "The plans are in the log.")
    #expect(handled < 200 * Self.count, "\(handled) rows")
    await source.pool.close()
    await owner.close()
  }
}

import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

@Suite struct DatabaseSourceTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("inventory.sqlite")
  }

  /// A database that cannot be opened until its file is removed.
  private func unreadableSource() throws -> DatabaseSource {
    try Data("Dear friend".utf8).write(to: URL(filePath: path))
    let open = { @Sendable [path] in try InventoryDatabase(path: path) }
    let source = DatabaseSource(path: path, Result(catching: open), open: open)
    #expect(throws: InventoryDatabaseError.notADatabase(path: path)) { try source.database() }
    return source
  }

  @Test(.timeLimit(.minutes(20)))
  func `who listens before the database is open is told of its changes`() async throws {
    let source = try unreadableSource()
    var changes = source.changes().makeAsyncIterator()
    // At once, so that somebody can tell why there is nothing.
    #expect(await changes.next() != nil)
    #expect(throws: InventoryDatabaseError.notADatabase(path: path)) { try source.reopen() }

    try FileManager.default.removeItem(atPath: path)
    try source.reopen()
    #expect(await changes.next() != nil)
    try source.database().save(.drill)
    #expect(await changes.next() != nil)
  }

  @Test(.timeLimit(.minutes(20)))
  func `who stops listening before the database is open is forgotten`() async throws {
    let source = try unreadableSource()
    let listener = Task {
      for await _ in source.changes() {}
    }
    listener.cancel()
    await listener.value
    try FileManager.default.removeItem(atPath: path)
    try source.reopen()
    try source.database().save(.drill)
  }
}

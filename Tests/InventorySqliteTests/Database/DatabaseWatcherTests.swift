import Foundation
import InventoryCore
import InventoryTestSupport
import Logging
import Synchronization
import TestSupport
import Testing

@testable import InventorySqlite

@Suite struct DatabaseWatcherTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("inventory.sqlite")
  }

  @Test func `a listener is told at once and after each change`() async throws {
    let database = try InventoryDatabase(path: path)
    var changes = database.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
    for item in [Item.drill, .hammer, .lamp] {
      try database.save(item)
      #expect(await changes.next() != nil)
    }
  }

  @Test func `another pool on the same file is seen`() async throws {
    let database = try InventoryDatabase(path: path)
    let other = try InventoryDatabase(path: path)
    var changes = database.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
    try other.save(.drill)
    #expect(await changes.next() != nil)
    #expect(try database.items() == [.drill])
  }

  @Test func `another process is seen`() async throws {
    let database = try InventoryDatabase(path: path)
    try database.save(.drill)
    var changes = database.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
    for quantity in 100..<110 {
      try sqlite(path, "UPDATE item SET quantityMillionths = \(quantity)000000")
      #expect(await changes.next() != nil)
      #expect(try database.item(sku: "T-100")?.quantity == Quantity(quantity))
    }
  }

  @Test func `a file that takes the place of the one that is open is told`() async throws {
    let database = try InventoryDatabase(path: path)
    try database.save(.drill)
    let other = directory.path("other.sqlite")
    do { try InventoryDatabase(path: other).save(.lamp) }
    let clients = InventoryClients.live(database)
    var changes = clients.connection.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
    #expect(try await clients.items.item(Item.drill.id) == .drill)
    #expect(rename(other, path) == 0)
    var failure: InventoryDatabaseError?
    // What was changed just now may be told first.
    while failure == nil, await changes.next() != nil {
      do {
        _ = try await clients.items.item(Item.drill.id)
      } catch {
        failure = error as? InventoryDatabaseError
      }
    }
    #expect(failure == .fileReplaced(path: path))
    await #expect(throws: InventoryDatabaseError.fileReplaced(path: path)) {
      _ = try await clients.items.page(ItemQuery(), 0..<10)
    }
  }

  @Test func `reading tells nobody`() async throws {
    let database = try InventoryDatabase(path: path)
    let count = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      let changes = database.changes()
      group.addTask { for await _ in changes { await count.increment() } }
      #expect(await eventually { await count.value == 1 })
      for _ in 0..<100 { _ = try database.items() }
      #expect(await count.value == 1)
      try database.save(.drill)
      #expect(await eventually { await count.value == 2 })
      group.cancelAll()
    }
    #expect(await count.value == 2)
  }

  @Test func `all listeners are told, and none after it has left`() async throws {
    let database = try InventoryDatabase(path: path)
    var first = database.changes().makeAsyncIterator()
    do {
      var second = database.changes().makeAsyncIterator()
      _ = await (first.next(), second.next())
      try database.save(.drill)
      #expect(await first.next() != nil)
      #expect(await second.next() != nil)
    }
    try database.save(.hammer)
    #expect(await first.next() != nil)
  }

  @Test(.timeLimit(.minutes(20)))
  func `changes of a file that a link leads to are told`() async throws {
    let database = try InventoryDatabase(path: path)
    let folder = try TemporaryDirectory()
    let link = folder.path("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let linked = try InventoryDatabase(path: link)
    var changes = linked.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
    try sqlite(path, "PRAGMA user_version = 7; CREATE TABLE other (id INTEGER)")
    #expect(await changes.next() != nil)
    withExtendedLifetime(database) {}
  }

  @Test func `a file that cannot be watched is tried again after a pause, and that is said once`()
    async throws
  {
    let log = CountingLog()
    let logger = Logger(label: "test") { _ in log }
    // Without a pause, each check tries, and fails: there is no file.
    let eager = DatabaseWatcher(path: path, startPause: .zero, logger: logger)
    try await withListener(to: eager) { told in
      for count in 2...4 {
        eager.check()
        #expect(await eventually { await told.value == count })
      }
    }
    #expect(log.count == 1)

    let patient = DatabaseWatcher(path: path, startPause: .seconds(3_600), logger: logger)
    try await withListener(to: patient) { told in
      #expect(log.count == 2)
      // The file could be watched now, and then only one check would tell something: nobody writes.
      let database = try InventoryDatabase(path: path)
      for count in 2...4 {
        patient.check()
        #expect(await eventually { await told.value == count })
      }
      withExtendedLifetime(database) {}
    }
    #expect(log.count == 2)
  }

  /// Listens to changes as long as something is done, and counts how often some are told.
  private func withListener(
    to watcher: DatabaseWatcher,
    _ body: (Counter) async throws -> Void
  ) async throws {
    let told = Counter()
    let listening = Task { for await _ in watcher.changes() { await told.increment() } }
    defer { listening.cancel() }
    #expect(await eventually { await told.value == 1 })
    try await body(told)
  }

  @Test func `a listener may come back after all have left`() async throws {
    let database = try InventoryDatabase(path: path)
    for item in [Item.drill, .hammer] {
      var changes = database.changes().makeAsyncIterator()
      #expect(await changes.next() != nil)
      try sqlite(
        path,
        """
        INSERT INTO item
          (id, sku, name, nameOrder, quantityMillionths, priceMillionths, createdAt, changedAt)
        VALUES ('\(item.id)', '\(item.sku)', 'x', 'x', 0, 0, 0, 0)
        """
      )
      #expect(await changes.next() != nil)
    }
  }
}

/// Counts what is logged.
private final class CountingLog: LogHandler, Sendable {
  private let messages = Mutex(0)

  var count: Int { messages.withLock { $0 } }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }
  subscript(metadataKey _: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) { messages.withLock { $0 += 1 } }
}

private actor Counter {
  private(set) var value = 0

  func increment() { value += 1 }
}

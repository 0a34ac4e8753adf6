import Foundation
import InventoryCore
import InventoryPostgres
import InventoryTestSupport
import PostgresClient
import PostgresTestSupport
import TestSupport
import Testing

/// Everything that a program does to an inventory, in each of the roles of
/// `packaging/postgresql/roles.sql`: it is done, or refused with a message, and then nothing is
/// changed.
@Suite(.timeLimit(.minutes(10)))
struct RoleMatrixTests {
  enum Role: String, CaseIterable, Comparable, Sendable {
    case reader, counter, editor

    static func < (first: Role, second: Role) -> Bool {
      allCases.firstIndex(of: first) ?? 0 < allCases.firstIndex(of: second) ?? 0
    }
  }

  struct Operation: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The first role that may do it.
    let role: Role
    /// The first role that may take it back, and do it again.
    let undoRole: Role
    let perform: @Sendable (InventoryClients) async throws -> Void

    init(
      _ description: String,
      _ role: Role,
      undo: Role,
      perform: @escaping @Sendable (InventoryClients) async throws -> Void
    ) {
      testDescription = description
      self.role = role
      undoRole = undo
      self.perform = perform
    }

    static func many(
      _ description: String,
      _ change: ManyItemsChange,
      _ role: Role = .editor
    ) -> Operation {
      Operation(description, role, undo: .editor) { clients in
        let all = SelectedItems(.all, of: ItemQuery())
        for try await _ in clients.manyItems.change(all, change) {}
      }
    }

    static func importing(_ description: String, _ policy: DuplicatePolicy) -> Operation {
      Operation(description, .editor, undo: .editor) { clients in
        let (directory, file, options) = try await importFile(policy)
        for try await _ in clients.transfer.importItems(file, options) {}
        withExtendedLifetime(directory) {}
      }
    }

    static let all: [Operation] = [
      Operation("books what comes", .counter, undo: .editor) {
        _ = try await $0.movements.book(Booking(.received, 2), Item.drill.id)
      },
      Operation("counts an item", .counter, undo: .counter) {
        _ = try await $0.stocktake.count(3, Item.drill.id, false)
      },
      Operation("counts more of an item", .counter, undo: .counter) {
        _ = try await $0.stocktake.count(3, Item.lamp.id, true)
      },
      Operation("forgets a count", .counter, undo: .counter) {
        try await $0.stocktake.removeCount(Item.lamp.id)
      },
      Operation("forgets all counts", .counter, undo: .counter) {
        try await $0.stocktake.discard()
      },
      Operation("books a stocktake", .counter, undo: .editor) {
        try await $0.stocktake.book($0.stocktake.counts())
      },
      Operation("adds an item at a new location", .editor, undo: .editor) {
        let saw = Item(id: .number(9), name: "Saw", sku: "S", quantity: 2, location: "Attic / Box")
        _ = try await $0.items.save(ItemEdit(original: nil, edited: saw))
      },
      Operation("changes an item", .editor, undo: .editor) {
        let item = try #require(try await $0.items.item(Item.drill.id))
        let edited = item.with {
          $0.name = "Better drill"
          $0.quantity = 77
          $0.location = "Van"
          $0.tags = ["new"]
        }
        _ = try await $0.items.save(ItemEdit(original: item, edited: edited))
      },
      Operation("deletes an item", .editor, undo: .editor) {
        try await $0.items.delete(Item.hammer.id)
      },
      Operation("adds a location", .editor, undo: .editor) {
        try await $0.locations.add(LocationPath("Attic / Box"))
      },
      Operation("renames a location", .editor, undo: .editor) {
        try await $0.locations.edit(rename(of: "Workshop", to: "Atelier", $0), false)
      },
      Operation("merges locations", .editor, undo: .editor) {
        try await $0.locations.edit(rename(of: "Workshop", to: "Living room", $0), true)
      },
      Operation("removes a location", .editor, undo: .editor) {
        let location = try #require(try await $0.locations.content(.name("Workshop")))
        try await $0.locations.delete(location.id)
      },
      Operation("gives an item a photo", .editor, undo: .editor) {
        try await $0.photos.setPhoto(photo, Item.drill.id)
      },
      Operation("removes a photo", .editor, undo: .editor) {
        try await $0.photos.setPhoto(nil, Item.hammer.id)
      },
      Operation("describes a photo", .editor, undo: .editor) {
        let photo = try #require(try await $0.photos.photo(Item.hammer.id))
        try await $0.photos.setCaption("From above", photo, Item.hammer.id)
      },
      many("books for many items", .book(Booking(.received, 3)), .counter),
      many("tags many items", .changeTags(adding: ["Old"], removing: [])),
      many("deletes many items", .delete),
      many("moves many items", .move(to: "Attic / Box")),
      many("prices many items", .setPrice(Money(thousandths: 5), currency: "CHF")),
      importing("imports new items", .skip),
      importing("imports changed items", .update),
    ]

    private static func rename(
      of path: String,
      to name: String,
      _ clients: InventoryClients
    ) async throws -> LocationEdit {
      let location = try #require(try await clients.locations.content(.name(path)))
      return LocationEdit(id: location.id, original: location.path, name: name)
    }
  }

  private static let photo = Photo(data: Data([1, 2, 3]), width: 2, height: 2)

  private static func importFile(
    _ policy: DuplicatePolicy
  ) async throws -> (TemporaryDirectory, URL, ImportOptions) {
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: "items.csv")
    try Data(
      "name,sku,quantity,location,tags\nSaw,S,4,Attic / Box,new\nBig,\(Item.drill.sku),9,Van,\n"
        .utf8
    ).write(to: file)
    var options = try await ImportFileReader.liveValue.preview(file, ImportRequest(), .plain)
      .options
    options.duplicates = policy
    return (directory, file, options)
  }

  /// A server with people, and with a database for each case to be copied from.
  private static let server = Task {
    let server = try await TestServer()
    let empty = try await server.makeDatabase()
    let connection = try await Connection.connect(empty)
    try await Migrator.migrate(connection)
    await connection.close()
    try server.runRoleScript(database: try name(empty))
    try await server.makePeople()

    let full = try await server.makeDatabase(from: Identifier(try name(empty)))
    let source = PostgresSource(full)
    let owner = InventoryClients.live(source)
    for item in [Item.drill, .hammer, .lamp] {
      _ = try await owner.items.save(ItemEdit(original: nil, edited: item))
    }
    try await owner.photos.setPhoto(photo, Item.hammer.id)
    _ = try await owner.stocktake.count(5, Item.lamp.id, false)
    await source.pool.close()
    return (server: server, empty: try Identifier(name(empty)), full: try Identifier(name(full)))
  }

  private static func name(_ options: ConnectionOptions) throws -> String {
    try #require(options.parameters["dbname"])
  }

  /// A copy of a database, as the owner and somebody in a role see it.
  private struct Site {
    let owner: PostgresSource
    let source: PostgresSource

    init(_ role: Role, isEmpty: Bool = false) async throws {
      let (server, empty, full) = try await RoleMatrixTests.server.value
      let options = try await server.makeDatabase(from: isEmpty ? empty : full)
      owner = PostgresSource(options)
      source = PostgresSource(
        try server.options(role: role.rawValue, database: RoleMatrixTests.name(options))
      )
    }

    /// What is there.
    func digest() async throws -> InventoryDigest {
      try await InventoryClients.live(owner).copying.read { _ in }
    }

    func close() async {
      await source.pool.close()
      await owner.pool.close()
    }
  }

  /// Whether something is refused, with the message that says so. Nothing is changed then.
  private func isRefusal(_ site: Site, _ body: () async throws -> Void) async throws -> Bool {
    let before = try await site.digest()
    do {
      try await body()
      #expect(try await site.digest() != before)
      return false
    } catch InventoryServerError.notAllowed {
      #expect(try await site.digest() == before)
      return true
    }
  }

  @Test(arguments: Role.allCases, Operation.all)
  func `what a role may not do is refused, and all else is done, taken back and done again`(
    role: Role,
    operation: Operation
  ) async throws {
    let site = try await Site(role)
    let clients = InventoryClients.live(site.source)
    let changes = clients.undo.madeChanges()
    let isRefused = try await isRefusal(site) { try await operation.perform(clients) }
    #expect(isRefused == (role < operation.role))
    if !isRefused {
      var iterator = changes.makeAsyncIterator()
      var change = try #require(await iterator.next())
      let isUndoRefused = try await isRefusal(site) {
        change = try await clients.undo.revert(change)
      }
      #expect(isUndoRefused == (role < operation.undoRole))
      if !isUndoRefused {
        let isRedoRefused = try await isRefusal(site) {
          change = try await clients.undo.revert(change)
        }
        #expect(!isRedoRefused)
      }
    }
    await site.close()
  }

  @Test(arguments: Role.allCases)
  func `an editor fills an empty inventory, others are refused`(role: Role) async throws {
    let (full, empty) = (try await Site(role), try await Site(role, isEmpty: true))
    let source = InventoryClients.live(full.source).copying
    let isRefused = try await isRefusal(empty) {
      _ = try await source.copy(into: InventoryClients.live(empty.source).copying)
    }
    #expect(isRefused == (role != .editor))
    if !isRefused {
      #expect(try await empty.digest() == full.digest())
      // What comes next has a number of its own.
      let clients = InventoryClients.live(empty.source)
      _ = try await clients.movements.book(Booking(.received, 1), Item.drill.id)
      try await clients.locations.add(LocationPath("Attic"))
    }
    await full.close()
    await empty.close()
  }

  @Test(arguments: Role.allCases)
  func `everybody reads, exports and tries an import, and nobody restores`(role: Role) async throws
  {
    let site = try await Site(role)
    let clients = InventoryClients.live(site.source)
    let before = try await site.digest()
    let (directory, file, options) = try await Self.importFile(.update)
    let forecast = try await clients.transfer.tryImport(file, options)
    #expect((forecast.added, forecast.updated) == (1, 1))
    let export = directory.url.appending(path: "export.csv")
    for try await _ in clients.transfer.exportItems(export, ExportOptions(format: .csv)) {}
    #expect(try String(contentsOf: export, encoding: .utf8).contains(Item.hammer.sku))
    #expect(try await clients.copying.read { _ in } == before)
    #expect(try await clients.items.totals(SelectedItems(.all, of: ItemQuery())).count == 3)
    try await clients.backups.backUp()
    await #expect(throws: InventoryServerError.noBackups(server: site.source.name)) {
      try await clients.backups.restore("any")
    }
    #expect(try await site.digest() == before)
    await site.close()
  }
}

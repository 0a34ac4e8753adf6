import Foundation
import InventoryCore
import InventoryPostgres
import InventoryTestSupport
import PostgresClient
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

/// What each of the roles of `packaging/postgresql/roles.sql` may do.
@Suite struct RolesTests {
  /// A server with an inventory, and with somebody in each role.
  private func makeServer() async throws -> (TestServer, owner: InventoryClients) {
    let server = try await TestServer()
    let owner = InventoryClients.live(PostgresSource(try server.options()))
    _ = try await owner.items.save(ItemEdit(original: nil, edited: .drill))
    for _ in 0..<2 { try server.runRoleScript() }
    try await server.makePeople()
    return (server, owner)
  }

  private func clients(_ role: String, _ server: TestServer) throws -> InventoryClients {
    .live(PostgresSource(try server.options(role: role, database: "postgres")))
  }

  /// Whether something is refused because the role may not do it.
  private func isRefused(_ body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return false
    } catch InventoryServerError.notAllowed {
      return true
    } catch {
      Issue.record(error)
      return false
    }
  }

  @Test func `a reader reads, a counter books and counts, an editor changes all`() async throws {
    let (server, owner) = try await makeServer()
    let changed = Item.drill.with { $0.name = "Better drill" }
    for role in ["reader", "counter", "editor"] {
      let clients = try clients(role, server)
      #expect(try await clients.items.completePage(ItemQuery(), 0..<10).count == 1)
      #expect(try await clients.sidebar.content().itemCount == 1)

      let rights = try await clients.connection.rights()
      #expect(rights == (role == "reader" ? [] : role == "counter" ? .book : .all))
      let isBookingRefused = await isRefused {
        _ = try await clients.movements.book(Booking(.received, 1), Item.drill.id)
      }
      #expect(isBookingRefused == (role == "reader"))
      let isCountingRefused = await isRefused {
        _ = try await clients.stocktake.count(3, Item.drill.id, false)
      }
      #expect(isCountingRefused == (role == "reader"))
      let isSavingRefused = await isRefused {
        let item = try #require(try await clients.items.item(Item.drill.id))
        _ = try await clients.items.save(
          ItemEdit(original: item, edited: item.with { $0.name = changed.name })
        )
      }
      #expect(isSavingRefused == (role != "editor"))
      let isAddingRefused = await isRefused {
        _ = try await clients.items.save(
          ItemEdit(original: nil, edited: .hammer.with { $0.location = "Here / There" })
        )
      }
      #expect(isAddingRefused == (role != "editor"))
    }
    #expect(try await owner.connection.rights() == .all)
    let item = try #require(try await owner.items.item(Item.drill.id))
    #expect(item.name == changed.name)
    #expect(item.quantity == Item.drill.quantity + 2)
    // It is known who it was.
    let authors = try await owner.movements.recent(.received, 10).changes.map(
      \.movement.author?.user
    )
    #expect(authors == ["editor", "counter"])
  }

  @Test func `a right that was taken away is noticed at the next change that is refused`()
    async throws
  {
    let (server, _) = try await makeServer()
    let clients = try clients("editor", server)
    _ = try await clients.movements.book(Booking(.received, 1), Item.drill.id)
    var states = clients.connection.states().makeAsyncIterator()
    #expect(await states.next() != nil)
    #expect(try await clients.connection.rights() == .all)
    let setup = try await Connection.connect(server.options())
    try await setup.execute(script: "REVOKE inventory_editor FROM editor")
    try await setup.execute(script: "GRANT inventory_reader TO editor")
    #expect(
      await isRefused { _ = try await clients.movements.book(Booking(.received, 1), Item.drill.id) }
    )
    // It is told once more that the server is there, so that the rights are read again.
    #expect(await states.next() != nil)
    #expect(try await clients.connection.rights() == [])
  }

  @Test(.timeLimit(.minutes(20)))
  func `a right that was granted is noticed without a new connection`() async throws {
    let (server, _) = try await makeServer()
    let clients = try clients("reader", server)
    // A window looks for changes all the time.
    var changes = clients.connection.changes().makeAsyncIterator()
    let states = clients.connection.states()
    let told = Mutex(0)
    let listening = Task {
      for await state in states where state != .lost { told.withLock { $0 += 1 } }
    }
    defer { listening.cancel() }
    #expect(await changes.next() != nil)
    #expect(try await clients.connection.rights() == [])
    #expect(await eventually { told.withLock { $0 } > 0 })
    let before = told.withLock { $0 }
    let setup = try await Connection.connect(server.options())
    let statements: [SQL] = [
      "GRANT inventory_editor TO reader", "REVOKE inventory_editor FROM reader",
    ]
    for (index, change) in statements.enumerated() {
      try await setup.execute(script: change)
      // It is told once more that the server is there, so that the rights are read again.
      #expect(await eventually { told.withLock { $0 } == before + index + 1 })
      #expect(try await clients.connection.rights() == (index == 0 ? .all : []))
    }
    withExtendedLifetime(changes) {}
  }

  @Test func `an editor cannot write a quantity, not even with a trigger`() async throws {
    let (server, owner) = try await makeServer()
    let editor = try await connect("editor", server)
    try await editor.execute(script: "SET inventory.is_booking = 'on'")
    try await editor.execute(script: "CREATE TEMPORARY TABLE trap (quantity bigint)")
    try await editor.execute(
      script: """
        CREATE FUNCTION pg_temp.spring() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE inventory.item SET quantity_millionths = new.quantity;
          RETURN new;
        END $$
        """
    )
    try await editor.execute(
      script: """
        CREATE TRIGGER trap BEFORE INSERT ON pg_temp.trap
          FOR EACH ROW EXECUTE FUNCTION pg_temp.spring()
        """
    )
    let attempts: [SQL] = [
      "UPDATE item SET quantity_millionths = 1000",
      "INSERT INTO pg_temp.trap VALUES (1000)",
      "SELECT add_sums(ARRAY(SELECT id FROM item), ARRAY[1000::bigint])",
    ]
    for attempt in attempts {
      let error = await #expect(throws: PostgresError.self) { try await editor.execute(attempt) }
      #expect(error?.kind == .permissionDenied)
    }
    #expect(try await owner.items.item(Item.drill.id)?.quantity == Item.drill.quantity)
  }

  @Test func `a reader cannot have the owner's functions work on rows of his own`() async throws {
    let (server, owner) = try await makeServer()
    let reader = try await connect("reader", server)
    try await reader.execute(
      script: """
        CREATE TEMPORARY TABLE trap (item_id uuid, delta bigint, tag_key text, tags text[], id uuid)
        """
    )
    let functions = try await reader.rows(
      """
      SELECT proname::text FROM pg_proc
      WHERE pronamespace = 'inventory'::regnamespace AND prorettype = 'trigger'::regtype
      """
    )
    .map { try $0.decode(0, as: String.self) }
    #expect(functions.count > 10)
    for function in functions {
      let error = await #expect(throws: PostgresError.self, "\(function)") {
        try await reader.execute(
          script: """
            CREATE TRIGGER spring AFTER INSERT ON pg_temp.trap REFERENCING NEW TABLE AS added
              FOR EACH STATEMENT EXECUTE FUNCTION \(Identifier(function))()
            """
        )
      }
      #expect(error?.kind == .permissionDenied)
    }
    let error = await #expect(throws: PostgresError.self) {
      try await reader.execute("SELECT shorten_tally()")
    }
    #expect(error?.kind == .permissionDenied)
    #expect(try await owner.items.item(Item.drill.id)?.quantity == Item.drill.quantity)
  }

  @Test func `nobody books a movement that does not count`() async throws {
    let (server, owner) = try await makeServer()
    let editor = try await connect("editor", server)
    try await editor.execute(script: "SET inventory.is_booked = 'on'")
    try await editor.execute(script: "CREATE TEMPORARY TABLE trap (delta bigint)")
    try await editor.execute(
      script: """
        CREATE FUNCTION pg_temp.spring() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO inventory.movement (item_id, reason, delta_millionths)
          SELECT id, 'received', new.delta FROM inventory.item;
          RETURN new;
        END $$
        """
    )
    try await editor.execute(
      script: """
        CREATE TRIGGER trap BEFORE INSERT ON pg_temp.trap
          FOR EACH ROW EXECUTE FUNCTION pg_temp.spring()
        """
    )
    await #expect(throws: PostgresError.self) {
      try await editor.execute("INSERT INTO pg_temp.trap VALUES (5)")
    }
    let sum: Int? = try await editor.value("SELECT sum(delta_millionths)::bigint FROM movement")
    let quantity = try await owner.items.item(Item.drill.id)?.quantity
    #expect(sum.map(Int64.init) == quantity?.millionths)
  }

  @Test func `nobody takes part in what others may take back`() async throws {
    let (server, _) = try await makeServer()
    let editor = try await connect("editor", server)
    let insertion: SQL = """
      INSERT INTO undo_item (change_id, item_id, name, before)
      SELECT '5ffb0a84-0d3b-4b2b-9a0e-0b1d2f3a4c5d', id, name, '{"unit": "box"}' FROM item
      """
    try await editor.execute(insertion)
    let counter = try await connect("counter", server)
    #expect(try await counter.value("SELECT count(*) FROM undo_item", as: Int.self) == 0)
    #expect(try await counter.execute("DELETE FROM undo_item") == 0)
    let error = await #expect(throws: PostgresError.self) {
      try await counter.execute("UPDATE undo_item SET before = '{}'")
    }
    #expect(error?.kind == .permissionDenied)
    #expect(try await editor.value("SELECT count(*) FROM undo_item", as: Int.self) == 1)
  }

  @Test func `what roles that are gone have left is removed after a day`() async throws {
    let (server, owner) = try await makeServer()
    let editor = try await connect("editor", server)
    try await editor.execute(
      """
      INSERT INTO undo_item (change_id, item_id, name, before, made_at)
      SELECT gen_random_uuid(), id, name, '{}', now() - age
      FROM item, unnest(ARRAY['2 days', '1 hour']::interval[]) AS age
      """
    )
    await editor.close()
    let administrator = try await Connection.connect(server.options())
    try await administrator.execute("DROP ROLE editor")

    func left() async throws -> Int? {
      try await administrator.value("SELECT count(*) FROM inventory.undo_item")
    }
    try await clients("reader", server).backups.backUp()
    #expect(try await left() == 2)
    try await clients("counter", server).backups.backUp()
    #expect(try await left() == 1)
    withExtendedLifetime(owner) {}
  }

  @Test func `nobody writes who has counted, and when is a time`() async throws {
    let (server, _) = try await makeServer()
    let counter = try await connect("counter", server)
    let attempts: [SQL] = [
      """
      INSERT INTO stocktake_count (item_id, counted_millionths, expected_millionths, role)
      SELECT id, 1, 1, 'anna' FROM item
      """,
      "UPDATE stocktake_count SET role = 'anna'",
      """
      INSERT INTO movement (item_id, reason, delta_millionths, date)
      SELECT id, 'used', 0, 'infinity' FROM item
      """,
      """
      INSERT INTO movement (item_id, reason, delta_millionths, note)
      SELECT id, 'used', 0, repeat('x', 5000) FROM item
      """,
    ]
    for attempt in attempts {
      await #expect(throws: PostgresError.self) { try await counter.execute(attempt) }
    }
  }

  @Test func `nobody writes so much that others wait for it, or keeps them from booking`()
    async throws
  {
    let (server, _) = try await makeServer()
    let counter = try await connect("counter", server)
    let editor = try await connect("editor", server)
    let booking: SQL = """
      INSERT INTO movement (item_id, reason, delta_millionths) SELECT id, 'counted', 1 FROM item
      """
    try await counter.execute("SELECT set_config('inventory.machine', repeat('m', 300), false)")
    for attempt: SQL in [
      booking,
      """
      INSERT INTO stocktake_count (item_id, counted_millionths, expected_millionths)
      SELECT id, 1, 1 FROM item
      """,
      "INSERT INTO write (id) VALUES (gen_random_uuid())",
    ] {
      await #expect(throws: PostgresError.self) { try await counter.execute(attempt) }
    }
    for attempt: SQL in [
      "UPDATE item SET tags = (SELECT array_agg(n::text) FROM generate_series(1, 201) AS s (n))",
      "UPDATE item SET tags = ARRAY[repeat('x', 900000)]",
      "SELECT setval('movement_id_seq', 9223372036854775807)",
      "SELECT nextval('movement_id_seq')",
    ] {
      await #expect(throws: PostgresError.self) { try await editor.execute(attempt) }
    }
    try await counter.execute("SELECT set_config('inventory.machine', 'van', false)")
    try await counter.execute(booking)
    try await editor.execute(booking)
  }

  private func connect(_ role: String, _ server: TestServer) async throws -> Connection {
    let connection = try await Connection.connect(
      server.options(role: role, database: "postgres")
    )
    try await connection.execute(script: "SET search_path = inventory, public")
    return connection
  }
}

import Foundation
import InventoryCore
import InventoryTestSupport
import PostgresClient
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@testable import InventoryPostgres

/// Several programs book through a network while something breaks, again and again. In the end,
/// what the server has is compared with what each of them was told.
///
/// `INVENTORY_FAULTS` says how often each thing breaks; `make fault-test FAULTS=200`. What takes
/// long to break is left out without it.
@Suite(.serialized, .timeLimit(.minutes(240)))
struct FaultLoopTests {
  enum Fault: String, CaseIterable, Sendable {
    case killedServer
    case restartedServer
    case networkCutWhileCommitting
    case connectionsClosedByServer
    case roleRevoked
    case passwordChanged
    case certificateExpired
    /// Everything takes 200 ms, and now and then 3 s.
    case slowNetwork

    /// Those that are tested each time.
    static let tested = isThorough ? allCases : allCases.filter { !$0.takesLong }

    private var takesLong: Bool {
      switch self {
      case .passwordChanged, .certificateExpired, .slowNetwork: true
      default: false
      }
    }

    /// Whether a program may be told this because of the fault.
    fileprivate func explains(_ error: InventoryServerError) -> Bool {
      switch (error, self) {
      case (.notAllowed, .roleRevoked), (.wrongPassword, .passwordChanged),
        (.insecure, .certificateExpired):
        true
      default: false
      }
    }
  }

  private static let isThorough = ProcessInfo.processInfo.environment["INVENTORY_FAULTS"] != nil
  private static let faults =
    ProcessInfo.processInfo.environment["INVENTORY_FAULTS"].flatMap(Int.init) ?? 3
  /// How often something breaks that takes seconds.
  private static let longFaults = max(1, faults / 3)

  @Test(arguments: Fault.tested)
  func `whatever breaks, what was booked is there, and once`(fault: Fault) async throws {
    let workshop = try await Workshop(fault)
    let programs = workshop.startBooking()
    let count = fault == .slowNetwork ? Self.longFaults : Self.faults
    for _ in 0..<count {
      try await workshop.cause(fault)
      try await workshop.waitUntilAllGoOn()
    }
    try await workshop.end(programs)
    print("\(fault.rawValue), \(count) times: \(workshop.history.summary)")
  }

  @Test(
    .enabled(if: isThorough, "It takes long: make fault-test."),
    .enabled(if: SmallDisk.canBeMade, "Only root can make a small file system for a test.")
  )
  func `a disk that is full loses nothing, and bookings go on when there is space again`()
    async throws
  {
    let workshop = try await Workshop { error in
      if case .full = error { true } else { false }
    }
    let disk = try SmallDisk(in: workshop.folder)
    defer { disk.remove() }
    // The space of the log is not what is missing: without it, the server ends.
    try workshop.psql("--command=CREATE TABLESPACE small LOCATION '\(disk.path)'")
    try await workshop.run("ALTER TABLE inventory.movement SET TABLESPACE small")
    let programs = workshop.startBooking()
    for _ in 0..<Self.faults {
      let before = workshop.history.explained
      try disk.fill()
      #expect(await eventually(within: .seconds(60)) { workshop.history.explained > before })
      try disk.clear()
      try await workshop.waitUntilAllGoOn()
    }
    try await workshop.end(programs)
    print("full disk, \(Self.faults) times: \(workshop.history.summary)")
  }

  @Test(.enabled(if: isThorough, "It takes long: make fault-test."))
  func `programs go on at a replica that has taken over, with all that was booked`()
    async throws
  {
    for _ in 0..<Self.longFaults {
      let workshop = try await Workshop(withReplica: true)
      let programs = workshop.startBooking()
      try await workshop.waitUntilAllGoOn()
      try await workshop.failOver()
      try await workshop.waitUntilAllGoOn()
      try await workshop.end(programs)
      print("failover: \(workshop.history.summary)")
    }
  }

  @Test func `bookings that wait for each other are all made, and once`() async throws {
    let workshop = try await Workshop()
    // As soon as two of them wait for each other, the server ends one.
    try await workshop.run("ALTER ROLE booker SET deadlock_timeout = '10ms'")
    for round in 0..<Self.faults {
      try await withThrowingTaskGroup(of: Void.self) { group in
        let meeting = Meeting()
        for (number, items) in [Workshop.items, Workshop.items.reversed()].enumerated() {
          group.addTask { [history = workshop.history] in
            let session = workshop.makeSession()
            let note = "\(number) in \(round)"
            history.begin(note, program: number)
            try await session.write { connection in
              for (index, item) in items.enumerated() {
                try await connection.book(1, .received, note: note, of: item.id)
                // Only the first time: afterwards the other one may be done.
                if index == 0 { await meeting.join(number) }
              }
            }
            history.end(note, program: number, .acknowledged(nil))
            await session.source.pool.close()
          }
        }
        try await group.waitForAll()
      }
    }
    let deadlocks: Int? = try await workshop.value(
      "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    )
    #expect(try #require(deadlocks) >= Self.faults)
    try await workshop.checkHistory(rowsOfBooking: Workshop.items.count)
    print("deadlocks, \(deadlocks ?? 0) times: \(workshop.history.summary)")
  }
}

/// What programs have asked for, and what they were told.
private final class History: Sendable {
  enum Outcome: Sendable {
    /// It was made. The quantity of the item then, if that was told.
    case acknowledged(Quantity?)
    /// It was not made.
    case refused
    /// It may have been made or not.
    case unknown
  }

  struct Entry: Sendable {
    var program: Int
    var begin: ContinuousClock.Instant
    var duration: Duration?
    var outcome: Outcome?
  }

  private let entries = Mutex<[String: Entry]>([:])
  private let acknowledgedOfPrograms = Mutex<[Int: Int]>([:])
  private let explainedRefusals = Mutex(0)

  func begin(_ note: String, program: Int) {
    entries.withLock { $0[note] = Entry(program: program, begin: .now) }
  }

  func end(_ note: String, program: Int, _ outcome: Outcome) {
    entries.withLock { entries in
      guard var entry = entries[note] else { return }
      entry.outcome = outcome
      entry.duration = .now - entry.begin
      entries[note] = entry
    }
    if case .acknowledged = outcome {
      acknowledgedOfPrograms.withLock { $0[program, default: 0] += 1 }
    }
  }

  /// Takes note that a booking was refused because of what is broken on purpose.
  func explain() { explainedRefusals.withLock { $0 += 1 } }

  /// How many bookings were refused because of that.
  var explained: Int { explainedRefusals.withLock { $0 } }

  var all: [String: Entry] { entries.withLock { $0 } }

  /// How many bookings of each program were acknowledged.
  var acknowledged: [Int] {
    acknowledgedOfPrograms.withLock { counts in (0..<4).map { counts[$0] ?? 0 } }
  }

  var summary: String {
    let entries = Array(all.values)
    func count(_ isCounted: (Outcome?) -> Bool) -> Int { entries.count { isCounted($0.outcome) } }
    let acknowledged = count { if case .acknowledged = $0 { true } else { false } }
    let refused = count { if case .refused = $0 { true } else { false } }
    let unknown = count { if case .unknown = $0 { true } else { false } }
    let longest = entries.compactMap(\.duration).max() ?? .zero
    return
      "\(acknowledged) bookings made, \(refused) refused, \(unknown) unknown, longest \(longest)"
  }
}

/// A server, a network to it that can break, and programs that book.
private final class Workshop: Sendable {
  static let items = [Item.drill, .hammer, .lamp].map { $0.with { $0.quantity = 1_000 } }

  let history = History()
  private let servers: Mutex<[TestServer]>
  private let proxy: NetworkProxy
  /// How programs connect.
  private let options: ConnectionOptions
  /// Whether something may be refused because of what is broken.
  private let explains: @Sendable (InventoryServerError) -> Bool
  private let isStopped = Mutex(false)
  /// What a program was told that it must not be told.
  private let surprise = Mutex(false)

  convenience init(_ fault: FaultLoopTests.Fault) async throws {
    try await self.init(withTls: fault == .certificateExpired) { fault.explains($0) }
  }

  /// - Parameters:
  ///   - withReplica: Whether another server follows the first one.
  ///   - withTls: Whether programs look at the certificate of the server.
  ///   - explains: Whether something may be refused because of what is broken.
  init(
    withReplica: Bool = false,
    withTls: Bool = false,
    explains: @escaping @Sendable (InventoryServerError) -> Bool = { _ in false }
  ) async throws {
    self.explains = explains
    let server = try await TestServer(withTls ? .tls : .port)
    proxy = try NetworkProxy(to: server.port)
    let owner = PostgresSource(try server.options())
    let clients = InventoryClients.live(owner)
    for item in Self.items { try await Self.save(item, clients) }
    await owner.pool.close()
    try server.runRoleScript()
    let setup = try await Connection.connect(server.options())
    try await setup.execute("CREATE ROLE booker LOGIN PASSWORD 'geheim' IN ROLE inventory_counter")
    var options = try server.options(user: "booker", password: "geheim", port: proxy.port)
    if withTls {
      options.set("sslmode", to: "verify-full")
      options.set("sslrootcert", to: "\(server.folder)/data/root.crt")
      options.set("host", to: "localhost")
      options.set("hostaddr", to: "127.0.0.1")
    }
    var servers = [server]
    if withReplica {
      let replica = try await TestServer(replicaOf: server)
      servers.append(replica)
      options.set("host", to: "127.0.0.1,127.0.0.1")
      options.set("port", to: "\(server.port),\(replica.port)")
      options.set("target_session_attrs", to: "read-write")
      // What was told to a program is on both.
      try await setup.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
      try await server.run(.reload)
      let isFollowing = try await eventually {
        try await setup.value(
          "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
        ) == true
      }
      try #require(isFollowing)
    }
    await setup.close()
    self.options = options
    self.servers = Mutex(servers)
  }

  /// Saves an item. However busy the machine is, this is not what is tested.
  private static func save(_ item: Item, _ clients: InventoryClients) async throws {
    let isSaved = try await eventually(within: .seconds(60)) {
      do {
        _ = try await clients.items.save(ItemEdit(original: nil, edited: item))
        return true
      } catch InventoryServerError.unreachable {
        return false
      }
    }
    try #require(isSaved)
  }

  /// The server to which everything is written.
  private var server: TestServer { servers.withLock { $0[0] } }

  var folder: String { server.folder }

  func psql(_ arguments: String...) throws { try server.psql(arguments) }

  func makeSession() -> PostgresSession {
    PostgresSession(source: PostgresSource(options))
  }

  // MARK: - Asking the server itself

  /// Connects as the owner. However busy the machine is, this is not what is tested.
  private func connect() async throws -> Connection {
    var options = try server.options()
    options.connectTimeout = .seconds(60)
    return try await Connection.connect(options)
  }

  func run(_ statement: SQL) async throws {
    let connection = try await connect()
    try await connection.execute(statement)
    await connection.close()
  }

  func value<Value: PostgresDecodable & Sendable>(_ statement: SQL) async throws -> Value? {
    let connection = try await connect()
    let value: Value? = try await connection.value(statement)
    await connection.close()
    return value
  }

  /// Whether the quantity of each item is the sum of its movements, at this moment.
  func isSound() async throws -> Bool {
    let wrong: Int? = try await value(
      """
      SELECT count(*) FROM inventory.item WHERE quantity_millionths IS DISTINCT FROM (
        SELECT sum(delta_millionths) FROM inventory.movement WHERE item_id = item.id
      )
      """
    )
    return wrong == 0
  }

  // MARK: - Programs

  /// Starts four programs that book one thing after the other, and follow what changes.
  func startBooking() -> [Task<Void, Never>] {
    (0..<4).map { program in
      Task {
        let session = makeSession()
        let clients = InventoryClients.live(session.source)
        let following = Task { for await _ in clients.connection.changes() {} }
        var number = 0
        while !isStopped.withLock({ $0 }) {
          number += 1
          await book("\(program)-\(number)", program, clients)
        }
        following.cancel()
        await session.source.pool.close()
      }
    }
  }

  /// Waits until all programs have noticed what has broken, and have booked something since.
  func waitUntilAllGoOn() async throws {
    // The first booking may have been answered before.
    let before = history.acknowledged
    let goesOn = try await eventually(within: .seconds(60)) { [self] in
      let ends = surprise.withLock { $0 }
      let isSound = try await isSound()
      #expect(isSound)
      return ends || !isSound || zip(history.acknowledged, before).allSatisfy { $0 >= $1 + 2 }
    }
    try #require(goesOn)
  }

  /// Ends the programs, and looks at what is there.
  func end(_ programs: [Task<Void, Never>]) async throws {
    isStopped.withLock { $0 = true }
    for program in programs { await program.value }
    try await checkHistory()
  }

  private func book(_ note: String, _ program: Int, _ clients: InventoryClients) async {
    guard let item = Self.items.randomElement() else { return }
    let booking = Booking(Bool.random() ? .received : .used, 1, note: note)
    history.begin(note, program: program)
    do {
      let booked = try await clients.movements.book(booking, item.id)
      history.end(note, program: program, .acknowledged(booked.quantity))
    } catch InventoryServerError.outcomeUnknown {
      history.end(note, program: program, .unknown)
    } catch let error as InventoryServerError {
      history.end(note, program: program, .refused)
      switch error {
      case .unreachable, .busy: break
      case _ where explains(error): history.explain()
      default:
        Issue.record(error)
        surprise.withLock { $0 = true }
      }
    } catch InventoryError.notEnough {
      history.end(note, program: program, .refused)
    } catch {
      Issue.record(error)
      surprise.withLock { $0 = true }
    }
  }

  // MARK: - Faults

  func cause(_ fault: FaultLoopTests.Fault) async throws {
    switch fault {
    case .killedServer:
      try await server.run(.kill)
      try await server.run(.start)
    case .restartedServer:
      try await server.run(.stop)
      try await server.run(.start)
    case .networkCutWhileCommitting:
      let before = proxy.cutCommits
      proxy.set(.cuttingCommits)
      #expect(await eventually { proxy.cutCommits > before })
      proxy.set(.passing)
    case .connectionsClosedByServer:
      #expect(try await closeConnections(within: .seconds(60)))
    case .roleRevoked:
      try await run("REVOKE inventory_counter FROM booker")
      try await waitForRefusals()
      try await run("GRANT inventory_counter TO booker")
    case .passwordChanged:
      try await run("ALTER ROLE booker PASSWORD 'other'")
      try await waitForRefusals()
      try await run("ALTER ROLE booker PASSWORD 'geheim'")
    case .certificateExpired:
      try await run("ALTER SYSTEM SET ssl_cert_file = 'expired.crt'")
      try await run("ALTER SYSTEM SET ssl_key_file = 'expired.key'")
      try await server.run(.reload)
      try await waitForRefusals()
      try await run("ALTER SYSTEM RESET ssl_cert_file")
      try await run("ALTER SYSTEM RESET ssl_key_file")
      try await server.run(.reload)
    case .slowNetwork:
      proxy.set(.slow)
      let before = history.acknowledged
      let goesOn = await eventually(within: .seconds(60)) { [history] in
        zip(history.acknowledged, before).allSatisfy { $0 > $1 }
      }
      #expect(goesOn)
      proxy.set(.stalled)
      // Nothing is waited for: the network says nothing for so long.
      try await Task.sleep(for: .seconds(3))
      proxy.set(.passing)
    }
  }

  /// Closes the connections of programs until the server has refused a booking because of what is
  /// broken: those that were there before know nothing of a password or a certificate.
  private func waitForRefusals() async throws {
    let before = history.explained
    let isRefused = try await eventually(within: .seconds(60)) { [self] in
      if history.explained > before { return true }
      _ = try await closeConnections(within: .zero)
      return false
    }
    #expect(isRefused)
  }

  /// Ends connections of programs, which come through the network as this does not. They may still
  /// be on their way back after the fault before. It waits for the ends, because a connection may
  /// answer until then.
  ///
  /// - Returns: Whether there were any within some time.
  private func closeConnections(within time: Duration) async throws -> Bool {
    let deadline = ContinuousClock.now + time
    repeat {
      let ended: Int? = try await value(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE client_addr IS NOT NULL AND usename = 'booker' AND pg_terminate_backend(pid, 60000)
        """
      )
      if ended ?? 0 > 0 { return true }
    } while ContinuousClock.now < deadline
    return false
  }

  /// Kills the server, and makes the replica take over.
  func failOver() async throws {
    let (primary, replica) = servers.withLock { ($0[0], $0[1]) }
    try await primary.run(.kill)
    servers.withLock { $0 = [replica, primary] }
    #expect(try await value("SELECT pg_promote()") == true)
  }

  // MARK: - Checking

  private struct Row: Sendable {
    var note: String
    var quantity: Quantity
  }

  /// Compares what is there with what programs were told.
  ///
  /// - Parameter rowsOfBooking: How many movements a booking is.
  func checkHistory(rowsOfBooking: Int = 1) async throws {
    let connection = try await connect()
    // An item is locked before a movement of it is written, so these are in the order in which they
    // were made.
    let rows = try await connection.rows(
      """
      SELECT note, (
        sum(delta_millionths) OVER (PARTITION BY item_id ORDER BY id)
      )::bigint FROM inventory.movement
      """
    )
    .map { row in
      Row(
        note: try row.decode(0),
        quantity: Quantity(millionths: try row.decode(1, as: Int64.self))
      )
    }
    await connection.close()
    let found = Dictionary(grouping: rows.filter { !$0.note.isEmpty }, by: \.note)
    let history = history.all
    #expect(Set(found.keys).isSubset(of: history.keys))
    for (note, entry) in history {
      let rows = found[note] ?? []
      switch entry.outcome {
      case .acknowledged(let quantity):
        #expect(rows.count == rowsOfBooking, "\(note) was acknowledged")
        if let quantity { #expect(rows.first?.quantity == quantity, "\(note)") }
      case .refused:
        #expect(rows.isEmpty, "\(note) was refused")
      case .unknown:
        #expect(rows.isEmpty || rows.count == rowsOfBooking, "\(note) is unknown")
      case nil:
        Issue.record("\(note) has no answer")
      }
    }
    #expect(try await isSound())
  }
}

/// Where two wait for each other, once.
private actor Meeting {
  private var there: Set<Int> = []
  private var waiting: CheckedContinuation<Void, Never>?

  func join(_ number: Int) async {
    guard there.insert(number).inserted else { return }
    if there.count == 2 {
      waiting?.resume()
      waiting = nil
    } else {
      await withCheckedContinuation { waiting = $0 }
    }
  }
}

/// A file system of a few megabytes in memory, on which a server has a table.
private struct SmallDisk {
  let path: String
  private let filler: String

  /// Whether this process may make one.
  static let canBeMade: Bool = {
    guard let disk = try? SmallDisk(in: NSTemporaryDirectory()) else { return false }
    disk.remove()
    return true
  }()

  /// - Parameter folder: Where it is to be. It belongs to the owner of the folder.
  init(in folder: String) throws {
    path = "\(folder)/small-disk-\(UUID())"
    filler = path + "/filler"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let owner = try FileManager.default.attributesOfItem(atPath: folder)[.ownerAccountID]
    let options = "size=4m,mode=700,uid=\(owner as? Int ?? 0)"
    guard try run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path) else {
      try FileManager.default.removeItem(atPath: path)
      throw TestServerError(description: "There is no small disk.")
    }
  }

  /// Writes until there is no space.
  func fill() throws {
    try Data().write(to: URL(filePath: filler))
    let file = try FileHandle(forWritingTo: URL(filePath: filler))
    defer { try? file.close() }
    let piece = Data(count: 4_096)
    while (try? file.write(contentsOf: piece)) != nil {}
  }

  func clear() throws { try FileManager.default.removeItem(atPath: filler) }

  /// Removes it, also while a server uses it.
  func remove() {
    _ = try? run("umount", "--lazy", path)
    try? FileManager.default.removeItem(atPath: path)
  }

  private func run(_ command: String...) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

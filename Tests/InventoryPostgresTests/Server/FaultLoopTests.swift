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
/// `INVENTORY_FAULTS` says how often each thing breaks; `make fault-test FAULTS=200`.
@Suite(.serialized, .timeLimit(.minutes(240)))
struct FaultLoopTests {
  enum Fault: String, CaseIterable, Sendable {
    case killedServer
    case restartedServer
    case networkCutWhileCommitting
    case connectionsClosedByServer
  }

  private static let faults =
    ProcessInfo.processInfo.environment["INVENTORY_FAULTS"].flatMap(Int.init) ?? 3

  @Test(arguments: Fault.allCases)
  func `whatever breaks, what was booked is there, and once`(fault: Fault) async throws {
    let workshop = try await Workshop()
    let programs = workshop.startBooking(programs: 4)
    for _ in 0..<Self.faults {
      try await workshop.cause(fault)
      // All have noticed it and go on. The first booking may have been answered before.
      let before = workshop.history.acknowledged
      let goesOn = try await eventually {
        let ends = await workshop.hasEnded
        let isSound = try await workshop.isSound()
        #expect(isSound)
        return ends || !isSound
          || zip(workshop.history.acknowledged, before).allSatisfy { $0 >= $1 + 2 }
      }
      try #require(goesOn)
    }
    workshop.stop()
    for program in programs { await program.value }
    try await workshop.checkHistory()
    print("\(fault.rawValue), \(Self.faults) times: \(workshop.history.summary)")
  }

  @Test func `bookings that wait for each other are all made, and once`() async throws {
    let workshop = try await Workshop()
    // As soon as two of them wait for each other, the server ends one.
    try await workshop.run("ALTER ROLE inventory SET deadlock_timeout = '10ms'")
    for round in 0..<Self.faults {
      try await withThrowingTaskGroup(of: Void.self) { group in
        let meeting = Meeting()
        for (number, items) in [Workshop.items, Workshop.items.reversed()].enumerated() {
          group.addTask { [history = workshop.history] in
            let session = try workshop.makeSession()
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
  private let server: TestServer
  private let proxy: NetworkProxy
  private let isStopped = Mutex(false)
  /// What a program was told that it must not be told.
  private let surprise = Mutex(false)

  init() async throws {
    server = try await TestServer(.port)
    proxy = try NetworkProxy(to: server.port)
    let owner = PostgresSource(try server.options())
    let clients = InventoryClients.live(owner)
    for item in Self.items {
      _ = try await clients.items.save(ItemEdit(original: nil, edited: item))
    }
    await owner.pool.close()
    try await run("ALTER ROLE inventory PASSWORD 'geheim'")
  }

  func makeSession() throws -> PostgresSession {
    PostgresSession(
      source: PostgresSource(
        try server.options(user: "inventory", password: "geheim", port: proxy.port)
      )
    )
  }

  // MARK: - Asking the server itself

  func run(_ statement: SQL) async throws {
    let connection = try await Connection.connect(server.options())
    try await connection.execute(statement)
    await connection.close()
  }

  func value<Value: PostgresDecodable & Sendable>(_ statement: SQL) async throws -> Value? {
    let connection = try await Connection.connect(server.options())
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

  /// Starts programs that book one thing after the other, and follow what changes.
  func startBooking(programs: Int) -> [Task<Void, Never>] {
    (0..<programs).map { program in
      Task {
        do {
          let session = try makeSession()
          let clients = InventoryClients.live(session.source)
          let following = Task { for await _ in clients.connection.changes() {} }
          var number = 0
          while !isStopped.withLock({ $0 }) {
            number += 1
            await book("\(program)-\(number)", program, clients)
          }
          following.cancel()
          await session.source.pool.close()
        } catch {
          Issue.record(error)
          surprise.withLock { $0 = true }
        }
      }
    }
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

  func stop() { isStopped.withLock { $0 = true } }

  /// Whether it makes no sense to go on.
  var hasEnded: Bool {
    get async { surprise.withLock { $0 } }
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
      // Programs come through the network, this does not. They may still be on their way back after
      // the fault before. It waits for the ends, because a connection may answer until then.
      let deadline = ContinuousClock.now + .seconds(60)
      var ended = 0
      while ended == 0, ContinuousClock.now < deadline {
        ended =
          try await value(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE client_addr IS NOT NULL AND pg_terminate_backend(pid, 60000)
            """
          ) ?? 0
      }
      #expect(ended > 0)
    }
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
    let connection = try await Connection.connect(server.options())
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

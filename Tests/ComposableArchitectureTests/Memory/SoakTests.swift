import ComposableArchitecture
import Foundation
import Testing

/// Long navigation back and forth needs no more memory than a short one.
///
/// `make soak` runs each test with a million repetitions. The effects throw no errors when they are
/// cancelled, because Swift Testing keeps a backtrace of each error while a test runs.
@MainActor
@Suite(.serialized)
struct SoakTests {
  /// Whether these tests run for long, and alone. Others that run beside them use memory, too.
  private let rounds = ProcessInfo.processInfo.environment["SOAK"].flatMap { Int($0) }

  /// Runs an operation again and again; fails where the process has become larger.
  private func soak(_ operation: (_ iteration: Int) async throws -> Void) async throws {
    let count = rounds ?? 20_000
    for iteration in 0..<count / 10 { try await operation(iteration) }
    let limit = rounds == nil ? 16 << 20 : 1 << 20
    var grown = Int.max
    // What leaks does so each time; what other tests use meanwhile, they do not use each time.
    for _ in 1...(rounds == nil ? 4 : 1) where grown >= limit {
      let before = try residentMemory()
      for iteration in 0..<count { try await operation(iteration) }
      grown = try residentMemory() - before
    }
    #expect(
      grown < limit,
      "Memory has grown by \(grown >> 10) KiB in \(count) rounds."
    )
    if rounds != nil { print("Memory has grown by \(grown >> 10) KiB in \(count) rounds.") }
  }

  /// What the process holds in memory, in bytes.
  private func residentMemory() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " "
    )
    return (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private func makeStore() -> StoreOf<Tree> {
    Store(initialState: Tree.State()) { Tree() }
  }

  @Test
  func `pushing and popping, with a store and an effect for each element`() async throws {
    let store = makeStore()
    let path = store.scope(state: \.path, action: \.path)
    try await soak { iteration in
      store.send(.change { $0.path.append(Tree.State(id: iteration)) })
      let element = try #require(path.element(id: path.ids[0]) as StoreOf<Tree>?)
      element.send(.tick)
      let task = element.send(.listen)
      store.send(.path(.popFrom(id: path.ids[0])))
      await task.finish()
    }
    #expect(store.path.isEmpty)
  }

  @Test
  func `presenting and dismissing, with a store and an effect for each sheet`() async throws {
    let store = makeStore()
    try await soak { iteration in
      store.send(.change { $0.sheet = Tree.State(id: iteration) })
      let sheet = try #require(store.scope(state: \.sheet, action: \.sheet))
      sheet.send(.tick)
      let task = sheet.send(.listen)
      store.send(.sheet(.dismiss))
      await task.finish()
    }
    #expect(store.sheet == nil)
  }

  @Test
  func `inserting and removing rows, with a store and an effect for each`() async throws {
    let store = makeStore()
    try await soak { iteration in
      store.send(.change { $0.rows.append(Tree.State(id: iteration)) })
      let row = try #require(store.scope(state: \.rows, action: \.rows).first)
      row.send(.tick)
      let task = row.send(.listen)
      store.send(.change { $0.rows.removeAll() })
      await task.finish()
    }
    #expect(store.rows.isEmpty)
  }
}

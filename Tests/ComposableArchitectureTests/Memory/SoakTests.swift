import ComposableArchitecture
import Foundation
import Testing

/// That navigating back and forth for a long time takes no more memory than doing it for a moment.
///
/// `make soak` runs each a million times.
@MainActor
@Suite(.serialized)
struct SoakTests {
  private let count = ProcessInfo.processInfo.environment["SOAK"].flatMap { Int($0) } ?? 20_000

  /// What the process holds in memory, in bytes.
  private func residentMemory() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " "
    )
    return (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Runs an operation again and again; fails where memory has grown by more than tests that run beside can account for.
  private func soak(_ operation: (_ iteration: Int) async throws -> Void) async throws {
    for iteration in 0..<count / 10 { try await operation(iteration) }
    let before = try residentMemory()
    for iteration in 0..<count { try await operation(iteration) }
    let grown = try residentMemory() - before
    #expect(grown < 16 << 20, "Memory has grown by \(grown >> 10) KiB in \(count) rounds.")
    if count > 20_000 { print("Memory has grown by \(grown >> 10) KiB in \(count) rounds.") }
  }

  private func makeStore() -> StoreOf<Tree> {
    Store(initialState: Tree.State()) {
      Tree()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
  }

  @Test("Pushing and popping, with a store and an effect for each element")
  func pushAndPop() async throws {
    let store = makeStore()
    let path = store.scope(state: \.path, action: \.path)
    try await soak { iteration in
      store.send(.change { $0.path.append(Tree.State(id: iteration)) })
      let element = try #require(path.element(id: path.ids[0]) as StoreOf<Tree>?)
      element.send(.tick)
      let task = element.send(.startTimer)
      store.send(.path(.popFrom(id: path.ids[0])))
      await task.finish()
    }
    #expect(store.path.isEmpty)
  }

  @Test("Presenting and dismissing, with a store and an effect for each sheet")
  func presentAndDismiss() async throws {
    let store = makeStore()
    try await soak { iteration in
      store.send(.change { $0.sheet = Tree.State(id: iteration) })
      let sheet = try #require(store.scope(state: \.sheet, action: \.sheet))
      sheet.send(.tick)
      let task = sheet.send(.startTimer)
      store.send(.sheet(.dismiss))
      await task.finish()
    }
    #expect(store.sheet == nil)
  }

  @Test("Inserting and removing rows, with a store and an effect for each")
  func rows() async throws {
    let store = makeStore()
    try await soak { iteration in
      store.send(.change { $0.rows.append(Tree.State(id: iteration)) })
      let row = try #require(store.scope(state: \.rows, action: \.rows).first)
      row.send(.tick)
      let task = row.send(.startTimer)
      store.send(.change { $0.rows.removeAll() })
      await task.finish()
    }
    #expect(store.rows.isEmpty)
  }
}

import ComposableArchitecture
import Foundation
import Testing

/// Stores, effects and generated code, as views and features use them.
///
/// The features of this file make swiftc 6.3 crash if `@Reducer` attaches macros to the types that
/// it generates for an enum.
@MainActor
@Suite
struct StoreInterfaceTests {
  init() { MainSerialExecutor.begin() }

  // MARK: Stores

  @Reducer
  struct Item {
    @ObservableState
    struct State: Equatable, Identifiable {
      let id: Int
      var name = ""
    }
    enum Action: Equatable { case rename(String), forever, ended }
    @Dependency(\.continuousClock) var clock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .rename(let name):
          state.name = name
          return .none
        case .forever:
          return .run { send in
            await withTaskCancellationHandler {
              try? await Task.never()
            } onCancel: {
            }
            await send(.ended)
          }
        case .ended: return .none
        }
      }
    }
  }

  @Reducer
  struct Shop {
    @ObservableState
    struct State: Equatable {
      var count = 0
      var other = 0
      var items: IdentifiedArrayOf<Item.State> = [.init(id: 1), .init(id: 2)]
      var selected: Item.State?
      @Presents var sheet: Item.State?
      var isEmpty: Bool { items.isEmpty }
    }
    enum Action {
      case add
      case items(IdentifiedActionOf<Item>)
      case selected(Item.Action)
      case sheet(PresentationAction<Item.Action>)
      case select(Int?)
      case present
      case wait
      case waited
    }
    @Dependency(\.continuousClock) var clock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add:
          state.count += 1
          return .none
        case .items, .selected, .sheet, .waited: return .none
        case .select(let id):
          state.selected = id.flatMap { state.items[id: $0] }
          return .none
        case .present:
          state.sheet = Item.State(id: 9)
          return .none
        case .wait:
          return .run { [clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(.waited)
          }
        }
      }
      .forEach(\.items, action: \.items) { Item() }
      .ifLet(\.selected, action: \.selected) { Item() }
      .ifLet(\.$sheet, action: \.sheet) { Item() }
    }
  }

  @Test func `a store is identified by itself`() {
    defer { MainSerialExecutor.end() }
    let store: StoreOf<Shop> = Store(initialState: Shop.State()) { Shop() }
    let same = store
    let other = Store(initialState: Shop.State()) { Shop() }
    #expect(store == same)
    #expect(store != other)
    #expect(Set([store, same, other]).count == 2)
    #expect(store.id == same.id)
    func identify<T: Identifiable>(_ value: T) -> T.ID { value.id }
    #expect(identify(store) == ObjectIdentifier(same))
  }

  @Test func `an action gives a task that finishes or is cancelled`() async {
    defer { MainSerialExecutor.end() }
    let clock = TestClock()
    let store = Store(initialState: Shop.State()) {
      Shop()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = store.send(.wait)
    #expect(!task.isCancelled)
    await clock.advance(by: .seconds(1))
    await task.finish()
    let cancelled: StoreTask = store.send(.wait)
    cancelled.cancel()
    #expect(cancelled.isCancelled)
    await cancelled.finish()
    store.send(.add)
    #expect(store.count == 1)
    #expect(store.state.count == 1)
    #expect(store.withState(\.count) == 1)
    #expect(store.isEmpty == false)
  }

  @Test func `a store is scoped to children, optional children, rows and presentations`() throws {
    defer { MainSerialExecutor.end() }
    let store = Store(initialState: Shop.State()) { Shop() }
    #expect(store.scope(state: \.selected, action: \.selected) == nil)
    store.send(.select(2))
    let selected = try #require(store.scope(state: \.selected, action: \.selected))
    selected.send(.rename("two"))
    #expect(store.selected?.name == "two")

    let rows = store.scope(state: \.items, action: \.items)
    #expect(rows.count == 2)
    #expect(rows.map(\.id).count == 2)
    rows[0].send(.rename("one"))
    #expect(store.items.map(\.name) == ["one", ""])
    for row in store.scope(state: \.items, action: \.items) { row.send(.rename("same")) }
    #expect(store.items.map(\.name) == ["same", "same"])
    #expect(rows[0] === store.scope(state: \.items, action: \.items)[0])
    let one = try #require(store.scope(state: \.items[id: 1], action: \.items[id: 1]))
    #expect(one.name == "same")
    #expect(rows.last?.state.id == 2)

    store.send(.present)
    let sheet = try #require(store.scope(state: \.sheet, action: \.sheet.presented))
    sheet.send(.rename("sheet"))
    #expect(store.sheet?.name == "sheet")
  }

  @Test func `only what was read is observed`() async {
    defer { MainSerialExecutor.end() }
    let store = Store(initialState: Shop.State()) { Shop() }
    var counts: [Int] = []
    var others = 0
    let token: ObserveToken = observe { counts.append(store.count) }
    let other = observe {
      _ = store.other
      others += 1
    }
    store.send(.add)
    await Task.yield()
    store.send(.add)
    await Task.yield()
    #expect(counts == [0, 1, 2])
    #expect(others == 1)
    token.cancel()
    store.send(.add)
    await Task.yield()
    #expect(counts == [0, 1, 2])
    other.cancel()
  }

  @Test func `tokens of observations are stored together`() async {
    defer { MainSerialExecutor.end() }
    let store = Store(initialState: Shop.State()) { Shop() }
    var counts: [Int] = []
    var set: Set<ObserveToken> = []
    var array: [ObserveToken] = []
    observe { counts.append(store.count) }.store(in: &set)
    observe { _ = store.other }.store(in: &array)
    store.send(.add)
    await Task.yield()
    #expect(counts == [0, 1])
    #expect(array.count == 1)
    set = []
    store.send(.add)
    await Task.yield()
    #expect(counts == [0, 1])
  }

  @Test func `a change of what was read is reported once`() {
    defer { MainSerialExecutor.end() }
    let store = Store(initialState: Shop.State()) { Shop() }
    let changes = LockIsolated(0)
    withPerceptionTracking {
      _ = store.count
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    store.send(.add)
    store.send(.add)
    #expect(changes.value == 1)
  }

  // MARK: Effects

  @Reducer
  struct Machine {
    @ObservableState
    struct State: Equatable {
      var log: [String] = []
    }
    enum Action: Equatable {
      case start(Kind)
      case log(String)
      enum Kind: Equatable {
        case send, run, merge, concatenate, map, fail, caught, cancelSelf, first, second, cancelAll
        case throwCancellation, task
      }
    }
    enum CancelID { case work }
    struct Failure: Error, Equatable {}
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .log(let text):
        state.log.append(text)
        return .none
      case .start(.send): return .send(.log("sent"))
      case .start(.run):
        return .run(priority: .userInitiated) { send in
          await send(.log("a"))
          await send(.log("b"))
        }
      case .start(.merge):
        return .merge(
          .run { [clock] send in
            try await clock.sleep(for: .seconds(2))
            await send(.log("late"))
          },
          .run { [clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(.log("early"))
          },
          .send(.log("now"))
        )
      case .start(.concatenate):
        return .concatenate(
          .run { [clock] send in
            try await clock.sleep(for: .seconds(2))
            await send(.log("first"))
          },
          .send(.log("second")),
          .none,
          Effect<Action>.concatenate([.send(.log("third"))])
        )
      case .start(.map):
        let effect: Effect<Int> = .merge([.send(1), .run { await $0(2) }])
        return effect.map { .log("\($0)") }
      case .start(.fail): return .run { _ in throw Failure() }
      case .start(.caught):
        return .run { _ in
          throw Failure()
        } catch: { error, send in
          await send(.log("caught \(error is Failure)"))
        }
      case .start(.throwCancellation): return .run { _ in throw CancellationError() }
      case .start(.first), .start(.second):
        let name = action == .start(.first) ? "first" : "second"
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.log(name))
        }
        .cancellable(id: CancelID.work, cancelInFlight: true)
      case .start(.cancelAll): return .cancel(id: CancelID.work)
      case .start(.cancelSelf):
        return .run { send in
          await withTaskCancellation(id: CancelID.work, cancelInFlight: true) {
            await send(.log("working"))
            Task.cancel(id: CancelID.work)
            await send(.log("cancelled: \(Task.isCancelled)"))
          }
        }
      case .start(.task):
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.log("tick")) }
        }
        .cancellable(id: CancelID.work)
      }
    }
  }

  func machine(_ clock: some Clock<Duration>) -> TestStoreOf<Machine> {
    TestStore(initialState: Machine.State()) {
      Machine()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `effects send, run, merge, concatenate and are mapped`() async {
    defer { MainSerialExecutor.end() }
    let clock = TestClock()
    let store = machine(clock)
    store.exhaustivity = .off
    await store.send(.start(.send))
    await store.receive(.log("sent")) { $0.log = ["sent"] }
    await store.send(.start(.run))
    await store.receive(.log("b")) { $0.log = ["sent", "a", "b"] }
    await store.send(.start(.map))
    await store.receive(.log("1"))
    await store.receive(.log("2"))
    await store.send(.start(.merge))
    await store.receive(.log("now"))
    await clock.advance(by: .seconds(2))
    await store.receive(.log("early"))
    await store.receive(.log("late"))
    #expect(store.state.log.suffix(3) == ["now", "early", "late"])
    await store.send(.start(.concatenate))
    await clock.advance(by: .seconds(2))
    await store.receive(.log("third"))
    #expect(store.state.log.suffix(3) == ["first", "second", "third"])
    await store.finish()
  }

  @Test func `errors are caught or reported, and cancellation is not an error`() async {
    defer { MainSerialExecutor.end() }
    let store = machine(ImmediateClock())
    await store.send(.start(.caught))
    await store.receive(.log("caught true")) { $0.log = ["caught true"] }
    await store.send(.start(.throwCancellation)).finish()
    await withKnownIssue {
      await store.send(.start(.fail)).finish()
    } matching: {
      $0.description.contains("Failure")
    }
  }

  @Test func `effects are cancelled by id, by the next effect and by their own action`() async {
    defer { MainSerialExecutor.end() }
    let clock = TestClock()
    let store = machine(clock)
    await store.send(.start(.first))
    await store.send(.start(.second))
    await clock.advance(by: .seconds(1))
    await store.receive(.log("second")) { $0.log = ["second"] }
    await store.send(.start(.first))
    await store.send(.start(.cancelAll))
    await clock.advance(by: .seconds(1))
    await store.send(.start(.task))
    await clock.advance(by: .seconds(1))
    await store.receive(.log("tick")) { $0.log = ["second", "tick"] }
    await store.send(.start(.cancelAll))
    await store.send(.start(.cancelSelf))
    await store.receive(.log("working")) { $0.log = ["second", "tick", "working"] }
    await store.finish()
  }

  // MARK: What the macros make

  @Reducer
  struct Count {
    @ObservableState
    struct State: Equatable, Hashable, Sendable { var value = 0 }
    enum Action: Equatable, Sendable { case up }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.value += 1
        return .none
      }
    }
  }
  typealias Item2 = Count
  typealias Notice = AlertState<NoticeAction>
  enum NoticeAction: Hashable, Sendable { case ok }

  @Reducer(state: .equatable, .hashable, .sendable, action: .equatable, .sendable)
  enum Route {
    case item(Item2)
    case counter(Count)
    @ReducerCaseEphemeral
    case prompt(Notice)
    @ReducerCaseIgnored
    case text(String)
    case empty
    #if DEBUG
      case debug(Count)
    #endif
  }

  @Test func `an enum of features makes state, action, body and scope`() throws {
    defer { MainSerialExecutor.end() }
    let store = Store(initialState: Route.State.counter(.init())) { Route.body }
    store.send(.counter(.up))
    #expect(store.withState { $0 } == .counter(.init(value: 1)))
    switch Route.scope(store) {
    case .counter(let counter): #expect(counter.value == 1)
    case .item, .prompt, .text, .empty, .debug: Issue.record("It counts.")
    }
    switch store.case {
    case .counter(let counter):
      counter.send(.up)
      #expect(counter.value == 2)
    default: Issue.record("It counts.")
    }
    #expect(Set<Route.State>([.empty, .empty, .text("a")]).count == 2)
    let sendable: any Sendable = Route.Action.item(.up)
    _ = sendable
  }

  @Reducer
  struct Generic<Value: Equatable & Sendable> {
    @ObservableState
    struct State: Equatable {
      var value: Value
      private(set) var changes = 0
      var observed: Int = 0 {
        willSet { if newValue > observed { rises += 1 } }
        didSet { if observed < oldValue { falls += 1 } }
      }
      @ObservationStateIgnored var rises = 0
      @ObservationStateIgnored var falls = 0
      init(value: Value) { self.value = value }
      mutating func change(to value: Value) {
        self.value = value
        changes += 1
      }
    }
    enum Action { case set(Value), observe(Int) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .set(let value): state.change(to: value)
        case .observe(let observed): state.observed = observed
        }
        return .none
      }
    }
  }

  @Test func `generic features, private setters and property observers work`() async {
    defer { MainSerialExecutor.end() }
    let store = TestStore(initialState: Generic<String>.State(value: "a")) { Generic<String>() }
    await store.send(.set("b")) { $0.change(to: "b") }
    await store.send(.observe(2)) { $0.observed = 2 }
    await store.send(.observe(1)) { $0.observed = 1 }
    #expect(store.state.rises == 1)
    #expect(store.state.falls == 1)
    #expect(store.state.changes == 1)
  }

  @Reducer
  struct Bare {}

  @Test func `a feature without state and actions needs none`() {
    defer { MainSerialExecutor.end() }
    let store = Store(initialState: Bare.State()) { Bare() }
    #expect(store.withState { $0 } == Bare.State())
    #expect(MemoryLayout<Bare.Action>.size == 0)
  }

  @DependencyClient
  struct Client: Sendable {
    var fetch: @Sendable (_ id: Int, _ name: String) async throws -> String
    var count: @Sendable () -> Int = { 0 }
    @DependencyEndpoint(method: "tell")
    var say: @Sendable (_ text: String) async -> Void
  }

  @Test func `clients have endpoints with labels, and report missing ones`()
    async throws
  {
    defer { MainSerialExecutor.end() }
    var client = Client()
    client.fetch = { "\($0) \($1)" }
    #expect(try await client.fetch(id: 1, name: "a") == "1 a")
    await withKnownIssue { await client.tell(text: "Hi") }
    withKnownIssue { #expect(client.count() == 0) }
    await withKnownIssue {
      await #expect(throws: (any Error).self) { try await Client().fetch(id: 1, name: "") }
    }
  }
}

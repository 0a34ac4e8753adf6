import ComposableArchitecture
import Foundation
import Testing

@MainActor
@Suite
struct EffectBehaviourTests {
  /// What an effect sends.
  private func harvest<Fruit: Sendable>(_ tree: Effect<Fruit>) async -> [Fruit] {
    let basket = LockIsolated<[Fruit]>([])
    let orchard = Store<Void, Orchard<Fruit>>(initialState: ()) {
      Reduce { _, action in
        switch action {
        case .fruit(let fruit):
          basket.withValue { $0.append(fruit) }
          return .none
        case .shaken:
          return tree.map { .fruit($0) }
        }
      }
    }
    await orchard.send(.shaken).finish()
    return basket.value
  }

  @Test func `effects are merged, concatenated and mapped`() async {
    let early = Effect.send("cherry")
    let late = Effect.send("plum")
    #expect(await harvest(.merge([early, .none, late])) == ["cherry", "plum"])
    #expect(await harvest(early.merge(with: late)) == ["cherry", "plum"])
    #expect(await harvest(early.concatenate(with: late)) == ["cherry", "plum"])
    #expect(await harvest(Effect.merge(early, late).map { $0.count }) == [6, 4])
    let running = Effect<Int>.run { send in await send(12) }
    #expect(await harvest(running.map { "\($0) pears" }) == ["12 pears"])
  }

  @Test func `concatenated effects wait for each other`() async {
    let clock = TestClock()
    let picked = LockIsolated<[String]>([])
    let rows: [Effect<String>] = ["first", "second"].map { row in
      .run { send in
        try await clock.sleep(for: .seconds(10))
        picked.withValue { $0.append(row) }
        await send(row)
      }
    }
    await withMainSerialExecutor {
      let work = Task { await harvest(.concatenate(rows)) }
      await clock.advance(by: .seconds(10))
      #expect(picked.value == ["first"])
      await clock.advance(by: .seconds(10))
      #expect(await work.value == ["first", "second"])
    }
  }

  @Test func `effects run with the dependencies of their store`() async {
    struct Sundial: Reducer {
      typealias State = Double
      enum Action { case read, shadow(Double) }
      @Dependency(\.date.now.timeIntervalSince1970) var seconds
      var body: some Reducer<Double, Action> {
        Reduce { dial, action in
          switch action {
          case .read:
            return .run { send in await send(.shadow(seconds / 3_600)) }
          case .shadow(let hours):
            dial = hours
            return .none
          }
        }
      }
    }
    let store = Store(initialState: 0) {
      Sundial()
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 5_400))
    }
    await store.send(.read).finish()
    #expect(store.state == 1.5)
  }

  @Test func `dependencies are passed on to escaping closures`() async {
    let year = await withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.calendar = Calendar(identifier: .gregorian)
      $0.timeZone = .gmt
    } operation: {
      await withEscapedDependencies { escaped in
        await withCheckedContinuation { (answer: CheckedContinuation<Int, Never>) in
          DispatchQueue.global().async {
            escaped.yield {
              @Dependency(\.calendar) var calendar
              @Dependency(\.date.now) var now
              @Dependency(\.timeZone) var timeZone
              var local = calendar
              local.timeZone = timeZone
              answer.resume(returning: local.component(.year, from: now))
            }
          }
        }
      }
    }
    #expect(year == 1970)
  }

  // MARK: Cancellation

  @Test func `any hashable value can be a cancellation id`() async {
    struct Wire: Hashable {}
    enum Rope: Hashable { case of(metres: Int), tow }
    enum Harbourmaster: Equatable, Sendable { case castsOff, moors }
    let ended = LockIsolated<Set<String>>([])
    @Sendable func lie(_ name: String) async {
      try? await Task.never()
      ended.withValue { _ = $0.insert(name) }
    }
    let store = TestStore(initialState: "harbour") {
      Reduce<String, Harbourmaster> { _, action in
        switch action {
        case .castsOff:
          .merge(
            .cancel(id: Wire()),
            .cancel(id: Rope.of(metres: 5)),
            .cancel(id: Rope.tow),
            .cancel(id: "chain"),
            .cancel(id: 40),
            .run { _ in Task.cancel(id: [1, 2]) }
          )
        case .moors:
          .merge(
            .run { _ in await lie("wire") }.cancellable(id: Wire()),
            .run { _ in await lie("rope") }.cancellable(id: Rope.of(metres: 5)),
            .run { _ in await lie("tow") }.cancellable(id: Rope.tow),
            .run { _ in await lie("chain") }.cancellable(id: "chain"),
            .run { _ in await lie("number") }.cancellable(id: 40),
            .run { _ in
              await withTaskCancellation(id: [1, 2], cancelInFlight: true) { await lie("list") }
            }
          )
        }
      }
    }
    await store.send(.moors)
    await store.send(.castsOff)
    await store.finish()
    #expect(ended.value == ["wire", "rope", "tow", "chain", "number", "list"])
  }

  @Test func `an effect replaces the one before with the same id`() async {
    enum Echo { case name }
    enum Valley: Equatable, Sendable { case answers(String), hears(String) }
    let clock = TestClock()
    let store = TestStore(initialState: "") {
      Reduce<String, Valley> { last, action in
        switch action {
        case .answers(let call):
          last = call
          return .none
        case .hears(let call):
          return .run { send in
            try await withTaskCancellation(id: Echo.name, cancelInFlight: true) {
              try await clock.sleep(for: .milliseconds(900))
              await send(.answers(call))
            }
          }
        }
      }
    }
    await store.send(.hears("Hello"))
    await clock.advance(by: .milliseconds(899))
    await store.send(.hears("Is anybody there?"))
    await clock.advance(by: .milliseconds(900))
    await store.receive(.answers("Is anybody there?")) { $0 = "Is anybody there?" }
  }

  @Test func `an error that is not caught is reported`() async {
    struct Landslide: Error {}
    let store = Store(initialState: "road") {
      Reduce<String, Void> { _, _ in
        .run { _ in throw Landslide() }
      }
    }
    await withKnownIssue {
      await store.send(()).finish()
    } matching: {
      $0.description.contains("Landslide")
    }
  }
}

/// What happens in an orchard.
private enum Orchard<Fruit> {
  case fruit(Fruit)
  case shaken
}

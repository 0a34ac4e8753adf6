import ComposableArchitecture
import Foundation
import Testing

/// The behaviour of reducers that are written in less usual ways.
@MainActor
@Suite
struct ReducerBehaviourTests {
  // MARK: Elements whose actions are no enum

  @Reducer
  struct Choir {
    struct Singer: Equatable, Identifiable {
      let id: Int
      var sung = ""
    }
    struct State: Equatable {
      var singers: IdentifiedArrayOf<Singer> = []
    }
    @CasePathable
    enum Action: Equatable {
      case conductorBowed
      case singer(IdentifiedAction<Int, String>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .forEach(\.singers, action: \.singer) {
          Reduce { singer, note in
            singer.sung += note
            // After a long note a breath follows.
            return note.count > 3 ? .run { sing in await sing(",") } : .none
          }
        }
    }
  }

  @Test func `closures change elements, and their effects send actions to these elements`() async {
    let store = TestStore(
      initialState: Choir.State(singers: [.init(id: 5), .init(id: 6, sung: "la")])
    ) {
      Choir()
    }
    await store.send(.singer(.element(id: 6, action: "la"))) { $0.singers[id: 6]?.sung = "lala" }
    await store.send(.singer(.element(id: 5, action: "aaah"))) { $0.singers[id: 5]?.sung = "aaah" }
    await store.receive(.singer(.element(id: 5, action: ","))) {
      $0.singers[id: 5]?.sung = "aaah,"
    }
    await store.send(.conductorBowed)
  }

  @Test func `an action for an element that is not there is reported`() async {
    let store = TestStore(initialState: Choir.State()) { Choir() }
    await withKnownIssue {
      await store.send(.singer(.element(id: 9, action: "la")))
    } matching: {
      $0.description.contains("element")
    }
  }

  // MARK: Presentation without macros

  @Reducer
  struct Stage {
    struct State: Equatable {
      @PresentationState var applause: AlertState<Applause>?
      @PresentationState var soloist: Soloist.State?
    }
    @CasePathable
    enum Action: Equatable {
      case applause(PresentationAction<Applause>)
      case curtainRaised
      case soloist(PresentationAction<Soloist.Action>)
    }
    @CasePathable
    enum Applause: Equatable { case encore }
    var body: some ReducerOf<Self> {
      Reduce { stage, action in
        switch action {
        case .applause:
          return .none
        case .curtainRaised:
          stage.applause = .ending
          stage.soloist = Soloist.State()
          return .none
        case .soloist(.presented(.fainted)):
          stage.soloist = nil
          return .none
        case .soloist:
          return .none
        }
      }
      .ifLet(\.$applause, action: \.applause)
      .ifLet(\.$soloist, action: \.soloist) { Soloist() }
    }
  }

  @Reducer
  struct Soloist {
    struct State: Equatable { var bows = 0 }
    enum Action: Equatable { case bowed, fainted, heldNote, walkedOff }
    @Dependency(\.dismiss) var leave
    @Dependency(\.isPresented) var isOnStage
    var body: some ReducerOf<Self> {
      Reduce { soloist, action in
        switch action {
        case .bowed:
          if isOnStage { soloist.bows += 1 }
          return .none
        case .fainted: return .none
        case .heldNote: return .run { _ in try await Task.never() }
        case .walkedOff: return .run { _ in await leave() }
        }
      }
    }
  }

  @Test func `presented state needs no macro`() async {
    let store = TestStore(initialState: Stage.State()) { Stage() }
    await store.send(.curtainRaised) {
      $0.applause = .ending
      $0.soloist = Soloist.State()
    }
    await store.send(.soloist(.presented(.bowed))) { $0.soloist?.bows = 1 }
    await store.send(.applause(.presented(.encore))) { $0.applause = nil }
    await store.send(.soloist(.presented(.heldNote)))
    await store.send(.soloist(.presented(.walkedOff)))
    await store.receive(.soloist(.dismiss)) { $0.soloist = nil }
  }

  @Test func `a child that is not presented knows that`() async {
    let store = TestStore(initialState: Soloist.State()) { Soloist() }
    await store.send(.bowed)
  }

  @Test func `the effects of a child are cancelled when its parent removes it`() async {
    let store = TestStore(initialState: Stage.State(soloist: Soloist.State())) { Stage() }
    await store.send(.soloist(.presented(.heldNote)))
    await store.send(.soloist(.presented(.fainted))) { $0.soloist = nil }
    await withKnownIssue {
      await store.send(.soloist(.presented(.bowed)))
    }
  }

  // MARK: Case paths and changes

  @Test func `a case path is made of two functions`() {
    let failure = AnyCasePath<Result<Int, any Error>, String>(
      embed: { .failure(DecodingTrouble(text: $0)) },
      extract: {
        guard case .failure(let error as DecodingTrouble) = $0 else { return nil }
        return error.text
      }
    )
    #expect(failure.extract(from: failure.embed("bent fork")) == "bent fork")
    #expect(failure.extract(from: .success(1)) == nil)
  }

  private struct DecodingTrouble: Error { let text: String }

  @Test func `onChange may change the same property again`() async {
    struct Thermostat: Reducer {
      struct State: Equatable {
        var degrees = 18
        var readings: [String] = []
      }
      enum Action: Equatable { case dial(Int) }
      var body: some ReducerOf<Self> {
        Reduce { thermostat, action in
          guard case .dial(let degrees) = action else { return .none }
          thermostat.degrees = degrees
          return .none
        }
        .onChange(of: \.degrees) { old, new in
          Reduce { thermostat, _ in
            thermostat.readings.append(new > old ? "warmer" : "colder")
            return new > 30 ? .send(.dial(30)) : .none
          }
        }
      }
    }
    let store = TestStore(initialState: Thermostat.State()) { Thermostat() }
    await store.send(.dial(18))
    await store.send(.dial(35)) {
      $0.degrees = 35
      $0.readings = ["warmer"]
    }
    await store.receive(.dial(30)) {
      $0.degrees = 30
      $0.readings = ["warmer", "colder"]
    }
  }

  // MARK: Builders, printing and wrapping

  private static func append(_ letter: String) -> Reduce<String, Void> {
    Reduce { word, _ in
      word += letter
      return .none
    }
  }

  @Test(arguments: [(true, "odd even abc "), (false, "even abc ")])
  func `a store's reducer is built with conditions and loops`(isOdd: Bool, expected: String) {
    let letters = ["a", "b", "c"]
    let nothing: String? = nil
    let store = Store(initialState: "") {
      if isOdd {
        Self.append("odd ")
      }
      switch letters.count {
      case 0: EmptyReducer()
      default: Self.append("even ")
      }
      for letter in letters { Self.append(letter) }
      if let nothing {
        Self.append(nothing)
      } else {
        Self.append(" ")
      }
      if #available(macOS 99, *) {
        EmptyReducer()
      }
    }
    store.send(())
    #expect(store.state == expected)
  }

  @Test func `changes are printed by any printer, or none`() async {
    let printed = LockIsolated<[String]>([])
    let printer = _ReducerPrinter<Turnstile.State, Turnstile.Action>(
      printChange: { action, before, after in
        let line = "\(action): \(before.inside), \(after.inside)"
        printed.withValue { $0.append(line) }
      }
    )
    let store = Store(initialState: Turnstile.State()) { Turnstile()._printChanges(printer) }
    store.send(.cameIn)
    await Task.megaYield()
    #expect(printed.value == ["cameIn: 0, 1"])

    let silent = Store(initialState: Turnstile.State()) { Turnstile()._printChanges(nil) }
    silent.send(.cameIn)
    #expect(silent.inside == 1)
    let dumping = Store(initialState: Turnstile.State()) { Turnstile()._printChanges(.customDump) }
    dumping.send(.wentOut)
    #expect(dumping.inside == 0)
  }

  /// Rejects states that a rule forbids.
  private struct Guarded<Guest: Reducer>: Reducer {
    let guest: Guest
    let refusals: LockIsolated<Int>
    let allows: (Guest.State) -> Bool

    func reduce(into state: inout Guest.State, action: Guest.Action) -> EffectOf<Guest> {
      var next = state
      let effect = guest.reduce(into: &next, action: action)
      guard allows(next) else {
        refusals.withValue { $0 += 1 }
        return .none
      }
      state = next
      return effect
    }
  }

  /// Runs its reducers a given number of times.
  private struct Repeated<State, Action, Step: Reducer<State, Action>>: Reducer {
    let times: Int
    let step: Step

    init(_ times: Int, @ReducerBuilder<State, Action> step: () -> Step) {
      self.times = times
      self.step = step()
    }

    var body: some Reducer<State, Action> {
      for _ in 0..<times { step }
    }
  }

  @Test func `reducers wrap others, whatever these are`() async {
    let refusals = LockIsolated(0)
    let store = Store(initialState: "") {
      Guarded(
        guest: Repeated(3) { Self.append("x") },
        refusals: refusals,
        allows: { $0.count <= 6 }
      )
    }
    for _ in 1...3 { store.send(()) }
    #expect(store.state == "xxxxxx")
    #expect(refusals.value == 1)
  }

  @Test func `the type of a reducer is erased and opened`() {
    let erased: Reduce<String, Void> = Reduce(Self.append("y"))
    let some: any Reducer<String, Void> = erased
    func run(_ reducer: some Reducer<String, Void>) -> String {
      let store = Store(initialState: "z") { reducer }
      store.send(())
      return store.state
    }
    #expect(run(some) == "zy")
    var word = "w"
    _ = erased.reduce(into: &word, action: ())
    #expect(word == "wy")
  }
}

extension AlertState where Action == ReducerBehaviourTests.Applause {
  fileprivate static let ending = Self {
    TextState("They clap")
  } actions: {
    ButtonState(action: .encore) { TextState("Once more") }
  }
}

extension ReducerBehaviourTests {
  fileprivate typealias Applause = Stage.Applause
}

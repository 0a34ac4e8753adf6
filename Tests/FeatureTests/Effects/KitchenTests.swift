import ComposableArchitecture
import Testing

/// A pot on the stove. It counts its minutes down, and boils over when its heat stays high.
@Reducer
struct Pot {
  enum Heat: Equatable {
    case off, low, high
  }

  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var dish = ""
    var heat = Heat.off
    var minutesLeft = 0
    var spills = 0
  }

  enum Action {
    case boilingOver
    case heatTurned(Heat)
    case minutePassed
    case putOn(minutes: Int)
  }

  enum Watch: Hashable {
    case boiling(Pot.State.ID)
    case cooking(Pot.State.ID)
  }

  @Dependency(\.continuousClock) var kitchenClock

  var body: some ReducerOf<Self> {
    Reduce { pot, action in
      switch action {
      case .boilingOver:
        pot.spills += 1
        pot.heat = .low
        return .none

      case .heatTurned(let heat):
        pot.heat = heat
        guard heat == .high else { return .cancel(id: Watch.boiling(pot.id)) }
        return .run { send in
          try await kitchenClock.sleep(for: .seconds(90))
          await send(.boilingOver)
        }
        .cancellable(id: Watch.boiling(pot.id), cancelInFlight: true)

      case .minutePassed:
        pot.minutesLeft -= 1
        guard pot.minutesLeft == 0 else { return .none }
        pot.heat = .off
        return .merge(
          .cancel(id: Watch.boiling(pot.id)),
          .cancel(id: Watch.cooking(pot.id))
        )

      case .putOn(minutes: let minutes):
        pot.heat = .low
        pot.minutesLeft = minutes
        return .run { send in
          for await _ in kitchenClock.timer(interval: .seconds(60)) {
            await send(.minutePassed)
          }
        }
        .cancellable(id: Watch.cooking(pot.id), cancelInFlight: true)
      }
    }
  }
}

@Reducer
struct Kitchen {
  @ObservableState
  struct State: Equatable {
    var pots: IdentifiedArrayOf<Pot.State> = []
    var wipedStove = 0
  }

  enum Action {
    case fuseBlown
    case pots(IdentifiedActionOf<Pot>)
  }

  var body: some ReducerOf<Self> {
    Reduce { kitchen, action in
      switch action {
      case .fuseBlown:
        for id in kitchen.pots.ids { kitchen.pots[id: id]?.heat = .off }
        return .merge(
          kitchen.pots.ids.flatMap { id -> [Effect<Action>] in
            [.cancel(id: Pot.Watch.boiling(id)), .cancel(id: Pot.Watch.cooking(id))]
          }
        )
      case .pots(.element(id: _, action: .boilingOver)):
        kitchen.wipedStove += 1
        return .none
      case .pots:
        return .none
      }
    }
    .forEach(\.pots, action: \.pots) { Pot() }
  }
}

@MainActor
struct KitchenTests {
  let clock = TestClock()

  private func kitchen(_ pots: Pot.State...) -> TestStoreOf<Kitchen> {
    TestStore(initialState: Kitchen.State(pots: IdentifiedArray(uniqueElements: pots))) {
      Kitchen()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `two pots count their minutes side by side, each until it is done`() async {
    let store = kitchen(Pot.State(id: 1, dish: "Lentils"), Pot.State(id: 2, dish: "Rice"))
    await store.send(\.pots[id: 1].putOn, 3) {
      $0.pots[id: 1]?.heat = .low
      $0.pots[id: 1]?.minutesLeft = 3
    }
    await clock.advance(by: .seconds(60))
    await store.receive(\.pots[id: 1].minutePassed) { $0.pots[id: 1]?.minutesLeft = 2 }

    await store.send(\.pots[id: 2].putOn, 1) {
      $0.pots[id: 2]?.heat = .low
      $0.pots[id: 2]?.minutesLeft = 1
    }
    await clock.advance(by: .seconds(60))
    await store.receive(\.pots[id: 1].minutePassed) { $0.pots[id: 1]?.minutesLeft = 1 }
    await store.receive(\.pots[id: 2].minutePassed) {
      $0.pots[id: 2]?.heat = .off
      $0.pots[id: 2]?.minutesLeft = 0
    }
    await clock.advance(by: .seconds(60))
    await store.receive(\.pots[id: 1].minutePassed) {
      $0.pots[id: 1]?.heat = .off
      $0.pots[id: 1]?.minutesLeft = 0
    }
  }

  @Test func `a pot that is put on anew forgets the minutes that have begun`() async {
    let store = kitchen(Pot.State(id: 1, dish: "Beans"))
    await store.send(\.pots[id: 1].putOn, 5) {
      $0.pots[id: 1]?.heat = .low
      $0.pots[id: 1]?.minutesLeft = 5
    }
    await clock.advance(by: .seconds(45))
    await store.send(\.pots[id: 1].putOn, 2) { $0.pots[id: 1]?.minutesLeft = 2 }
    await clock.advance(by: .seconds(45))
    await clock.advance(by: .seconds(75))
    await store.receive(\.pots[id: 1].minutePassed) { $0.pots[id: 1]?.minutesLeft = 1 }
    await store.receive(\.pots[id: 1].minutePassed) {
      $0.pots[id: 1]?.heat = .off
      $0.pots[id: 1]?.minutesLeft = 0
    }
  }

  @Test func `a pot on high heat boils over unless somebody turns it down`() async {
    let store = kitchen(Pot.State(id: 7, dish: "Milk"))
    await store.send(.pots(.element(id: 7, action: .heatTurned(.high)))) {
      $0.pots[id: 7]?.heat = .high
    }
    await clock.advance(by: .seconds(89))
    await store.send(.pots(.element(id: 7, action: .heatTurned(.low)))) {
      $0.pots[id: 7]?.heat = .low
    }
    await clock.advance(by: .seconds(89))
    await store.send(\.pots[id: 7].heatTurned, .high) { $0.pots[id: 7]?.heat = .high }
    await clock.advance(by: .seconds(90))
    await store.receive(\.pots[id: 7].boilingOver) {
      $0.pots[id: 7]?.heat = .low
      $0.pots[id: 7]?.spills = 1
      $0.wipedStove = 1
    }
  }

  @Test func `a blown fuse ends all that is watched`() async {
    let store = kitchen(Pot.State(id: 1), Pot.State(id: 2))
    await store.send(\.pots[id: 1].putOn, 10) {
      $0.pots[id: 1]?.heat = .low
      $0.pots[id: 1]?.minutesLeft = 10
    }
    await store.send(\.pots[id: 2].heatTurned, .high) { $0.pots[id: 2]?.heat = .high }
    await store.send(.fuseBlown) {
      $0.pots[id: 1]?.heat = .off
      $0.pots[id: 2]?.heat = .off
    }
    await clock.advance(by: .seconds(600))
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `a clock that does not wait lets the milk boil over at once`(isByName: Bool) async {
    let store = TestStore(initialState: Pot.State(id: 1, dish: "Milk")) {
      Pot()
    } withDependencies: {
      if isByName { $0.continuousClock = .immediate } else { $0.continuousClock = ImmediateClock() }
    }
    await store.send(.heatTurned(.high)) { $0.heat = .high }
    await store.receive(\.boilingOver) {
      $0.heat = .low
      $0.spills = 1
    }
  }
}

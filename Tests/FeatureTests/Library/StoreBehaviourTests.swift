import ComposableArchitecture
import Foundation
import Testing

@MainActor
@Suite
struct StoreBehaviourTests {
  // MARK: Reducers made of closures

  @Test func `a store runs a closure on a number`() {
    enum Lift { case down, up(floors: Int) }
    let lift = Store<Int, Lift>(initialState: 0) {
      Reduce { floor, action in
        switch action {
        case .down: floor -= 1
        case .up(floors: let floors): floor += floors
        }
        return .none
      }
    }
    lift.send(.up(floors: 4))
    #expect(lift.withState { $0 } == 4)
    #expect(lift.withState(\.self) == 4)
    _ = lift.send(.down)
    #expect(lift.state == 3)
  }

  @Test func `closures are combined, and need not do anything`() {
    let doubling = Reduce<Int, Void> { grains, _ in
      grains *= 2
      return .none
    }
    let chessboard = Store(initialState: 1) {
      CombineReducers {
        doubling
        doubling
      }
      doubling
    }
    chessboard.send(())
    #expect(chessboard.state == 8)
    let untouched: Store<Int, Void> = Store(initialState: 64) { EmptyReducer() }
    untouched.send(())
    #expect(untouched.state == 64)
  }

  @Test func `a reducer may store objects of the main actor`() {
    final class Scale { var weighed: [Int] = [] }
    let scale = Scale()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { heaviest, weight in
        scale.weighed.append(weight)
        heaviest = scale.weighed.max() ?? 0
        return .none
      }
    }
    store.send(70)
    store.send(55)
    #expect(store.state == 70 && scale.weighed == [70, 55])
  }

  // MARK: Order

  @Test func `what effects send at once is handled in their order, before send returns`() {
    // A letter goes round the table; who gets it passes it on to two neighbours, twice at most.
    struct Letter: Equatable { var seat: Int, rounds: Int }
    var seats: [Int] = []
    let table = Store(initialState: ()) {
      Reduce<Void, Letter> { _, letter in
        seats.append(letter.seat)
        guard letter.rounds > 0 else { return .none }
        return .merge(
          .send(Letter(seat: letter.seat * 2, rounds: letter.rounds - 1)),
          .send(Letter(seat: letter.seat * 2 + 1, rounds: letter.rounds - 1))
        )
      }
    }
    table.send(Letter(seat: 1, rounds: 2))
    #expect(seats == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test func `a long chain of actions does not grow the stack`() {
    let countdown = Store(initialState: 25_000) {
      Reduce<Int, Bool> { left, isRunning in
        guard isRunning else { return .none }
        left -= 1
        return .send(left > 0)
      }
    }
    countdown.send(true)
    #expect(countdown.state == 0)
  }

  // MARK: Tasks

  @Test func `the task of an action ends after all effects that follow from it`() async {
    enum Ferry { case boards(Int), departs }
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Ferry> { deck, action in
        switch action {
        case .boards(let car):
          deck.append(car)
          return .none
        case .departs:
          return .run { send in
            for car in [3, 1, 2] { await send(.boards(car)) }
          }
        }
      }
    }
    await store.send(.departs).finish()
    #expect(store.state == [3, 1, 2])
  }

  @Test func `the task of an action that never ends is cancelled`() async {
    let store = TestStore(initialState: "waiting") {
      Reduce<String, Void> { _, _ in
        .run { _ in try await Task.never() }
      }
    }
    await store.send(()).cancel()
  }

  // MARK: Scopes

  struct Lamp: Equatable {
    var wick = Wick()
    struct Wick: Equatable { var burnt = 0 }
  }

  @CasePathable
  enum LampAction {
    case dusted
    case wick(WickAction)

    @CasePathable
    enum WickAction { case burn(minutes: Int) }
  }

  @Test func `scopes are cached, and lead to children, to the same state, and to no state`() {
    let lamp = Store<Lamp, LampAction>(initialState: Lamp()) {
      Scope(state: \.wick, action: \.wick) {
        Reduce<Lamp.Wick, LampAction.WickAction> { wick, action in
          if case .burn(minutes: let minutes) = action { wick.burnt += minutes }
          return .none
        }
      }
    }
    let wick = lamp.scope(state: \.wick, action: \.wick)
    wick.send(.burn(minutes: 12))
    #expect(wick.withState(\.burnt) == 12)
    #expect(wick === lamp.scope(state: \.wick, action: \.wick))
    let same: Store<Lamp, LampAction> = lamp.scope(state: \.self, action: \.self)
    same.send(.dusted)
    let silent = lamp.scope(state: \.wick, action: \.never)
    #expect(silent.state.burnt == 12)
  }

  // MARK: Dependencies

  @Test func `a reducer uses the nearest override of a dependency`() {
    struct Stamp: Reducer {
      typealias State = UUID
      enum Action { case pressed }
      @Dependency(\.uuid) var number
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state = number()
        return .none
      }
    }
    let overridden = Store(initialState: UUID(500)) {
      Stamp()
        .dependency(\.uuid, .incrementing)
    } withDependencies: {
      $0.uuid = .constant(UUID(31))
    }
    overridden.send(.pressed)
    #expect(overridden.state == UUID(0))
    let plain = Store(initialState: UUID(500)) {
      Stamp()
    } withDependencies: {
      $0.uuid = .constant(UUID(31))
    }
    plain.send(.pressed)
    #expect(plain.state == UUID(31))
  }

  // MARK: Observation

  @Test func `only what was read is observed, until the token is cancelled`() async {
    let plan = Store(initialState: GreenhousePlan.State()) { GreenhousePlan() }
    var names: [String] = []
    let token = observe { names.append(plan.name) }
    plan.send(.binding(.set(\.name, "East wing")))
    await Task.megaYield()
    plan.send(.binding(.set(\.panes, 40)))
    await Task.megaYield()
    #expect(names == ["", "East wing"])
    token.cancel()
    plan.send(.binding(.set(\.name, "Cellar")))
    await Task.megaYield()
    #expect(names.count == 2)
  }

  @Test func `the standard library's observation sees a store, too`() {
    let plan = Store(initialState: GreenhousePlan.State(panes: 3)) { GreenhousePlan() }
    let hasChanged = LockIsolated(false)
    withObservationTracking {
      _ = plan.panes
    } onChange: {
      hasChanged.setValue(true)
    }
    plan.send(.binding(.set(\.name, "Attic")))
    #expect(!hasChanged.value)
    plan.send(.paperTornUp)
    #expect(hasChanged.value)
  }
}

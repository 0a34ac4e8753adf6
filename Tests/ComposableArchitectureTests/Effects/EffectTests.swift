import ComposableArchitecture
import Testing

@MainActor
@Suite
final class EffectTests {
  // Stores other than test stores run effects on any thread. With the serial executor, effects wait
  // for the clock before a test advances it.
  init() {
    MainSerialExecutor.begin()
  }

  deinit {
    MainSerialExecutor.end()
  }

  /// Collects numbers; what an action does is given by the test.
  private func store(
    _ effect: @escaping @Sendable (Int) -> Effect<Int>
  ) -> Store<[Int], Int> {
    Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return effect(action)
      }
    }
  }

  @Test
  func `'send' runs after the current action and before any that comes later`() {
    let store = store { $0 == 1 ? .merge(.send(2), .send(3)) : $0 == 2 ? .send(4) : .none }
    store.send(1)
    #expect(store.state == [1, 2, 3, 4])
  }

  @Test
  func `'concatenate' begins an effect when the one before it has ended`() async {
    let clock = TestClock()
    let store = store { action in
      guard action == 1 else { return .none }
      return .concatenate(
        .run { send in
          try await clock.sleep(for: .seconds(2))
          await send(2)
        },
        .run { send in await send(3) },
        .send(4)
      )
    }
    let task = store.send(1)
    await clock.advance(by: .seconds(1))
    #expect(store.state == [1])
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state == [1, 2, 3, 4])
  }

  @Test
  func `'merge' runs effects at the same time`() async {
    let clock = TestClock()
    let store = store { action in
      guard action == 1 else { return .none }
      return .merge(
        .run { send in
          try await clock.sleep(for: .seconds(2))
          await send(2)
        },
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(3)
        }
      )
    }
    let task = store.send(1)
    await clock.advance(by: .seconds(2))
    await task.finish()
    #expect(store.state == [1, 3, 2])
  }

  @Test
  func `waiting for an action waits for its effects, and the effects of their actions`() async {
    let store = store { action in
      action < 4 ? .run { send in await send(action + 1) } : .none
    }
    await store.send(1).finish()
    #expect(store.state == [1, 2, 3, 4])
  }

  @Test
  func `'cancelInFlight' cancels the former effect, and 'cancel' cancels the latest`() async {
    let clock = TestClock()
    let store = store { action in
      switch action {
      case 1, 2:
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(action * 10)
        }
        .cancellable(id: "id", cancelInFlight: true)
      case 3: .cancel(id: "id")
      default: .none
      }
    }
    store.send(1)
    let second = store.send(2)
    await clock.advance(by: .seconds(1))
    await second.finish()
    #expect(store.state == [1, 2, 20])
    let third = store.send(1)
    store.send(3)
    await clock.advance(by: .seconds(1))
    await third.finish()
    #expect(store.state == [1, 2, 20, 1, 3])
  }

  @Test
  func `a cancelled concatenation does not begin its next effect`() async {
    let clock = TestClock()
    let store = store { action in
      switch action {
      case 1:
        .concatenate(
          .run { _ in try await clock.sleep(for: .seconds(1)) },
          .run { send in await send(10) }
        )
        .cancellable(id: "id")
      case 2: .cancel(id: "id")
      default: .none
      }
    }
    let task = store.send(1)
    store.send(2)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state == [1, 2])
  }

  @Test
  func `an error without a 'catch' closure is reported, but not that of a cancelled task`() async {
    struct Failure: Error {}
    let failing = store { $0 == 1 ? .run { _ in throw Failure() } : .none }
    await withExpectedIssue { await failing.send(1).finish() }
    let cancelled = store { $0 == 1 ? .run { _ in throw CancellationError() } : .none }
    await cancelled.send(1).finish()
    let caught = store {
      $0 == 1
        ? .run { _ in
          throw Failure()
        } catch: { _, send in
          await send(2)
        } : .none
    }
    await caught.send(1).finish()
    #expect(caught.state == [1, 2])
  }

  @Test(arguments: [false, true])
  func `an error that a cancelled effect throws is handled, but not reported`(isCaught: Bool) async
  {
    struct HungUp: Error {}
    let caught = LockIsolated(0)
    let handler: @Sendable (any Error, Send<Int>) async -> Void = { _, _ in
      caught.withValue { $0 += 1 }
    }
    let calls = store { action in
      switch action {
      case 1:
        .run(
          operation: { _ in do { try await Task.never() } catch { throw HungUp() } },
          catch: isCaught ? handler : nil
        )
        .cancellable(id: "call")
      case 2: .cancel(id: "call")
      default: .none
      }
    }
    let reported = await issues {
      let call = calls.send(1)
      await Task.megaYield()
      calls.send(2)
      await call.finish()
      let other = calls.send(1)
      await Task.megaYield()
      other.cancel()
      await other.finish()
    }
    #expect(reported.map(\.message) == [])
    #expect(caught.value == (isCaught ? 2 : 0))
  }

  @Test
  func `using an effect's 'send' when it has ended is reported, and the action is handled`() async {
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let escaped = LockIsolated<Task<Void, Never>?>(nil)
    let line: UInt = #line + 3
    let store = store { action in
      guard action == 1 else { return .none }
      return .run { send in
        escaped.setValue(
          Task {
            for await _ in signals { await send(2) }
          }
        )
      }
    }
    let reported = await issues {
      await store.send(1).finish()
      signal.yield()
      signal.finish()
      await escaped.value?.value
    }
    #expect(store.state == [1, 2])
    #expect(reported.map(\.line) == [line])
    #expect(reported.first?.message.contains("Int") == true)
  }

  @Test
  func `using an effect's 'send' in work that the effect waits for is not reported`() async {
    let store = store { action in
      guard action == 1 else { return .none }
      return .run { send in
        await withTaskGroup(of: Void.self) { group in
          for number in 2...4 { group.addTask { await send(number) } }
        }
        await Task { await send(5) }.value
      }
    }
    let reported = await issues { await store.send(1).finish() }
    #expect(reported.isEmpty)
    #expect(Set(store.state) == [1, 2, 3, 4, 5])
    #expect(store.state.last == 5)
  }

  @Test
  func `an effect with the same id twice, and 'cancelInFlight', does not cancel itself`() async {
    let store = store { action in
      switch action {
      case 1:
        .send(42)
          .cancellable(id: "id", cancelInFlight: true)
          .cancellable(id: "id", cancelInFlight: true)
      case 2:
        .run { send in
          await send(43)
          try await Task.never()
        }
        .cancellable(id: "id", cancelInFlight: true)
        .cancellable(id: "id", cancelInFlight: true)
      case 3: .cancel(id: "id")
      default: .none
      }
    }
    await store.send(1).finish()
    #expect(store.state == [1, 42])
    let second = store.send(2)
    await Task.megaYield()
    #expect(store.state == [1, 42, 2, 43])
    store.send(3)
    await second.finish()
  }

  @Test
  func `the type of actions of combined effects is inferred from the context`() {
    let store = store { action -> Effect<Int> in
      if action == 1 { return Effect.merge(.send(2), .none) }
      return action == 2 ? Effect.concatenate([.send(3), .send(4)]) : .none
    }
    store.send(1)
    #expect(store.state == [1, 2, 3, 4])
  }

  @Test
  func `effects that ask for an animation are the same effects`() async {
    let store = store { action in
      switch action {
      case 1: .send(2, animation: .default)
      case 2: .run { send in await send(3, animation: .spring()) }.animation(.linear)
      default: .none
      }
    }
    await store.send(1, animation: .easeIn.delay(1)).finish()
    #expect(store.state == [1, 2, 3])
  }

  /// A form that tells its parent of its end, and then dismisses itself.
  @Reducer
  struct Wizard {
    @ObservableState
    struct State: Equatable {}
    enum Action {
      case finishTapped
      case closeTapped
      case delegate(Delegate)
      case done
      enum Delegate { case confirmed }
    }
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .finishTapped:
          .concatenate(
            .send(.delegate(.confirmed)),
            .run { send in
              await dismiss()
              await send(.done)
            }
          )
        case .closeTapped:
          .run { send in
            await send(.delegate(.confirmed))
            await dismiss()
            await send(.done)
          }
        case .delegate, .done:
          .none
        }
      }
    }
  }

  @Reducer
  struct WizardParent {
    @ObservableState
    struct State: Equatable {
      @Presents var wizard: Wizard.State?
      var path = StackState<Wizard.State>()
    }
    enum Action {
      case wizard(PresentationAction<Wizard.Action>)
      case path(StackActionOf<Wizard>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .wizard(.presented(.delegate(.confirmed))): state.wizard = nil
        case .path(.element(id: _, action: .delegate(.confirmed))): state.path.removeLast()
        case .wizard, .path: break
        }
        return .none
      }
      .ifLet(\.$wizard, action: \.wizard) { Wizard() }
      .forEach(\.path, action: \.path) { Wizard() }
    }
  }

  @Test(arguments: [false, true])
  func `an effect whose feature the parent has taken away may dismiss and send, without a report`(
    isAsynchronous: Bool
  ) async {
    let store = Store(
      initialState: WizardParent.State(wizard: Wizard.State(), path: [Wizard.State()])
    ) {
      WizardParent()
    }
    let action: Wizard.Action = isAsynchronous ? .closeTapped : .finishTapped
    await store.send(.wizard(.presented(action))).finish()
    #expect(store.wizard == nil)
    await store.send(.path(.element(id: store.path.ids[0], action: action))).finish()
    #expect(store.path.isEmpty)
  }

  @Test
  func `work in 'withTaskCancellation' is cancelled by its id`() async {
    let clock = TestClock()
    let store = store { action in
      switch action {
      case 1:
        .run { send in
          try await withTaskCancellation(id: "id") {
            try await clock.sleep(for: .seconds(1))
          }
          await send(10)
        }
      case 2: .run { _ in Task.cancel(id: "id") }
      default: .none
      }
    }
    let first = store.send(1)
    await clock.advance(by: .seconds(1))
    await first.finish()
    #expect(store.state == [1, 10])
    let second = store.send(1)
    await Task.megaYield()
    await store.send(2).finish()
    await second.finish()
    #expect(store.state == [1, 10, 1, 2])
  }
}

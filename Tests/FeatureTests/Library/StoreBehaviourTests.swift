import ComposableArchitecture
import Foundation
import Testing

struct ScopedState: Equatable {
  var child = Child()
  struct Child: Equatable { var value = 0 }
}

@CasePathable
enum ScopedAction {
  case child(ChildAction)
  case other

  @CasePathable
  enum ChildAction { case bump }
}

@MainActor
@Suite
struct StoreBehaviourTests {
  @Test func closureReducers() {
    enum Action { case increment, decrement }
    let store = Store<Int, Action>(initialState: 0) {
      Reduce { state, action in
        switch action {
        case .increment: state += 1
        case .decrement: state -= 1
        }
        return .none
      }
    }
    store.send(.increment)
    #expect(store.withState { $0 } == 1)
    #expect(store.withState(\.self) == 1)
    _ = store.send(.decrement)
    #expect(store.state == 0)
  }

  @Test func reduceWithTypes() {
    let counter = Reduce<Int, Void> { state, _ in
      state += 1
      return .none
    }
    let store = Store(initialState: 0) { counter }
    store.send(())
    #expect(store.state == 1)
    let other: Store<Int, Void> = Store(initialState: 10) { EmptyReducer() }
    other.send(())
    #expect(other.state == 10)
    let combined = Store(initialState: 0) {
      CombineReducers {
        counter
        counter
      }
      counter
    }
    combined.send(())
    #expect(combined.state == 3)
  }

  @Test func synchronousEffectsSendInOrder() {
    enum Action { case tap, next1, next2, end }
    var values: [Int] = []
    let reducer = Reduce<Void, Action>({ _, action in
      switch action {
      case .tap:
        return .merge(.send(.next1), .send(.next2))
      case .next1:
        values.append(1)
        return .none
      case .next2:
        values.append(2)
        return .send(.end)
      case .end:
        values.append(3)
        return .none
      }
    })
    let store = Store(initialState: ()) { reducer }
    store.send(.tap)
    #expect(values == [1, 2, 3])
  }

  @Test func lotsOfSynchronousActions() {
    enum Action { case incr, noop }
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        switch action {
        case .incr:
          state += 1
          return .send(state >= 10_000 ? .noop : .incr)
        case .noop:
          return .none
        }
      }
    }
    store.send(.incr)
    #expect(store.state == 10_000)
  }

  @Test func taskOfSend() async {
    enum Action { case tap, response(Int) }
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        switch action {
        case .tap:
          return .run { send in
            await send(.response(1))
            await send(.response(2))
          }
        case let .response(value):
          state += value
          return .none
        }
      }
    }
    await store.send(.tap).finish()
    #expect(store.state == 3)
  }

  @Test func taskCancellationEmpty() async {
    enum Action { case task }
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .task:
          return .run { _ in try await Task.never() }
        }
      }
    }
    await store.send(.task).cancel()
  }

  @Test func scopeWithClosuresFreeKeyPaths() {
    typealias State = ScopedState
    typealias Action = ScopedAction
    let store = Store<State, Action>(initialState: State()) {
      Scope(state: \.child, action: \.child) {
        Reduce<State.Child, ScopedAction.ChildAction> { state, _ in
          state.value += 1
          return .none
        }
      }
    }
    let child = store.scope(state: \.child, action: \.child)
    child.send(.bump)
    #expect(child.withState(\.value) == 1)
    let same = store.scope(state: \.child, action: \.child)
    #expect(same === child)
    let selfScoped: Store<State, Action> = store.scope(state: \.self, action: \.self)
    selfScoped.send(.other)
    let never = store.scope(state: \.child, action: \.never)
    _ = never.state
  }

  @Test func withDependenciesOfStore() {
    struct Feature: Reducer {
      typealias State = UUID
      enum Action { case tap }
      @Dependency(\.uuid) var uuid
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state = uuid()
        return .none
      }
    }
    let store = Store(initialState: UUID(99)) {
      Feature()
        .dependency(\.uuid, .incrementing)
    } withDependencies: {
      $0.uuid = .constant(UUID(7))
    }
    store.send(.tap)
    #expect(store.state == UUID(0))
    let other = Store(initialState: UUID(99)) {
      Feature()
    } withDependencies: {
      $0.uuid = .constant(UUID(7))
    }
    other.send(.tap)
    #expect(other.state == UUID(7))
  }

  @Test func observation() async {
    let store = Store(initialState: FormBindings.State()) { FormBindings() }
    var texts: [String] = []
    let token = observe { texts.append(store.text) }
    store.send(.binding(.set(\.text, "a")))
    await Task.megaYield()
    store.send(.binding(.set(\.stepCount, 3)))
    await Task.megaYield()
    #expect(texts == ["", "a"])
    token.cancel()

    withPerceptionLikeTracking(store)
  }

  private func withPerceptionLikeTracking(_ store: StoreOf<FormBindings>) {
    let changed = LockIsolated(false)
    withObservationTracking {
      _ = store.text
    } onChange: {
      changed.setValue(true)
    }
    store.send(.resetButtonTapped)
    #expect(changed.value)
  }

  @Test func isolatedMutableCapture() async {
    final class Box { var count = 0 }
    let box = Box()
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, _ in
        box.count += 1
        state = box.count
        return .none
      }
    }
    store.send(true)
    #expect(box.count == 1)
  }
}

@MainActor
@Suite
struct EffectBehaviourTests {
  private func values<Action>(
    of effect: Effect<Action>
  ) async -> [Action] where Action: Sendable & Equatable {
    let received = LockIsolated<[Action]>([])
    let store = Store<Int, Action?>(initialState: 0) {
      Reduce { _, action in
        guard let action else { return effect.map { $0 } }
        received.withValue { $0.append(action) }
        return .none
      }
    }
    await store.send(nil).finish()
    return received.value
  }

  @Test func concatenate() async {
    let clock = TestClock()
    let effect: Effect<Int> = .concatenate(
      (1...3).map { count in
        .run { send in
          try await clock.sleep(for: .seconds(count))
          await send(count)
        }
      }
    )
    await withMainSerialExecutor {
      let task = Task { await values(of: effect) }
      await clock.advance(by: .seconds(6))
      #expect(await task.value == [1, 2, 3])
    }
  }

  @Test func mergeAndMap() async {
    let effects: [Effect<Int>] = [.send(1), .none, .send(2)]
    #expect(await values(of: .merge(effects)) == [1, 2])
    #expect(await values(of: .merge(.send(1), .send(2)).map { $0 * 10 }) == [10, 20])
    #expect(await values(of: Effect.send(1).merge(with: .send(2))) == [1, 2])
    #expect(await values(of: Effect.send(1).concatenate(with: .send(2))) == [1, 2])
    #expect(await values(of: Effect<Int>.run { await $0(4) }.map(String.init)) == ["4"])
  }

  @Test func taskLocalDependenciesReachEffects() async {
    struct Feature: Reducer {
      typealias State = Int
      enum Action { case tap, response(Int) }
      @Dependency(\.date.now.timeIntervalSince1970) var timestamp
      var body: some Reducer<Int, Action> {
        Reduce { state, action in
          switch action {
          case .tap:
            return .run { send in await send(.response(Int(timestamp))) }
          case let .response(value):
            state = value
            return .none
          }
        }
      }
    }
    let store = Store(initialState: 0) {
      Feature()
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 42))
    }
    await store.send(.tap).finish()
    #expect(store.state == 42)
  }

  @Test func escapedDependencies() async {
    let result = await withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 1)
    } operation: {
      await withEscapedDependencies { continuation in
        await withCheckedContinuation { (resume: CheckedContinuation<Double, Never>) in
          DispatchQueue.global().async {
            continuation.yield {
              @Dependency(\.date.now) var now
              resume.resume(returning: now.timeIntervalSince1970)
            }
          }
        }
      }
    }
    #expect(result == 1)
  }

  @Test func cancellationByIDOfManyKinds() async {
    struct Key: Hashable {}
    enum CancelID: Hashable { case one(Int), two }
    enum Action: Equatable, Sendable { case start, stopAll, tick }
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { state, action in
        switch action {
        case .start:
          return .merge(
            .run { _ in try await Task.never() }.cancellable(id: Key()),
            .run { _ in try await Task.never() }.cancellable(id: CancelID.one(1)),
            .run { _ in try await Task.never() }.cancellable(id: CancelID.two),
            .run { _ in try await Task.never() }.cancellable(id: "string"),
            .run { _ in try await Task.never() }.cancellable(id: 1),
            .run { _ in
              await withTaskCancellation(id: ObjectIdentifier(Int.self), cancelInFlight: true) {
                try? await Task.never()
              }
            }
          )
        case .stopAll:
          return .merge(
            .cancel(id: Key()),
            .cancel(id: CancelID.one(1)),
            .cancel(id: CancelID.two),
            .cancel(id: "string"),
            .cancel(id: 1),
            .run { _ in Task.cancel(id: ObjectIdentifier(Int.self)) }
          )
        case .tick:
          state += 1
          return .none
        }
      }
    }
    await store.send(.start)
    await store.send(.stopAll)
    await store.finish()
  }

  @Test func cancelInFlightWithClock() async {
    enum CancelID { case search }
    enum Action: Equatable, Sendable { case query(String), result(String) }
    let clock = TestClock()
    let store = TestStore(initialState: "") {
      Reduce<String, Action> { state, action in
        switch action {
        case let .query(text):
          return .run { send in
            try await withTaskCancellation(id: CancelID.search, cancelInFlight: true) {
              try await clock.sleep(for: .milliseconds(300))
              await send(.result(text))
            }
          }
        case let .result(text):
          state = text
          return .none
        }
      }
    }
    await store.send(.query("a"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.query("ab"))
    await clock.advance(by: .milliseconds(300))
    await store.receive(.result("ab")) { $0 = "ab" }
  }

  @Test func unhandledErrorsAreReported() async {
    struct Boom: Error {}
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { _, _ in
        .run { _ in throw Boom() }
      }
    }
    await withKnownIssue {
      await store.send(true).finish()
    } matching: {
      $0.description.contains("an error that nobody handles")
    }
  }
}

import ComposableArchitecture
import Foundation
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ConnectionFeatureTests {
  private func makeStore(
    clock: TestClock<Duration> = TestClock(),
    _ connection: ConnectionState = .connected,
    prepare: (inout ConnectionClient) -> Void = { _ in }
  ) -> TestStoreOf<ConnectionFeature> {
    TestStore(initialState: ConnectionFeature.State(connection)) {
      ConnectionFeature()
    } withDependencies: {
      $0.connection.rights = { .all }
      prepare(&$0.connection)
      $0.continuousClock = clock
    }
  }

  @Test func `a loss is told when it lasts, and no longer when it is over`() async {
    let (states, state) = AsyncStream<ConnectionState>.makeStream()
    let clock = TestClock()
    let store = makeStore(clock: clock) { $0.states = { states } }
    let task = await store.send(\.task)
    state.yield(.connected)
    await store.receive(\.connectionChanged)

    state.yield(.lost)
    await store.receive(\.connectionChanged)
    await clock.advance(by: ConnectionFeature.delay - .milliseconds(1))
    state.yield(.connected)
    await store.receive(\.connectionChanged)
    await clock.advance(by: ConnectionFeature.delay)

    state.yield(.lost)
    await store.receive(\.connectionChanged)
    await clock.advance(by: ConnectionFeature.delay)
    await store.receive(\.lossNoticed) { $0.connection = .lost }
    state.yield(.connected)
    await store.receive(\.connectionChanged) { $0.connection = .connected }
    await task.cancel()
  }

  @Test func `what needs somebody to change something is told at once`() async {
    let problem = DatabaseProblem(title: "Wrong Password", explanation: "Ask somebody.")
    let store = makeStore(.lost)
    await store.send(.connectionChanged(.refused(problem))) { $0.connection = .refused(problem) }
  }

  @Test func `trying now says that it tries, until it has ended or succeeded`() async {
    let clock = TestClock()
    let store = makeStore(.lost) {
      $0.reopen = {
        try await clock.sleep(for: .seconds(4))
        throw EngineFailure.away
      }
    }
    await store.send(\.retryButtonTapped) { $0.isTrying = true }
    await clock.advance(by: .seconds(4))
    await store.receive(\.retryEnded) { $0.isTrying = false }

    await store.send(\.retryButtonTapped) { $0.isTrying = true }
    await store.send(.connectionChanged(.connected)) {
      $0.connection = .connected
      $0.isTrying = false
    }
  }

  @Test func `a connection that is not protected is told until the user knows it`() async {
    let store = makeStore()
    await store.send(.connectionChanged(.unprotected)) { $0.connection = .unprotected }
    await store.send(.dismissButtonTapped) {
      $0.connection = .connected
      $0.isWarned = true
    }
    // It was lost for a while.
    await store.send(.connectionChanged(.unprotected))
  }

  @Test func `what the user may not do is told until he knows it, and again if it changes`() async {
    let rights = LockIsolated(InventoryRights.book)
    let store = makeStore { $0.rights = { rights.value } }
    await store.send(.connectionChanged(.connected))
    await store.receive(\.rightsRead) { $0.rights = .book }
    await store.send(.rightsDismissButtonTapped) { $0.knowsRights = true }
    // The connection was lost for a while.
    await store.send(.connectionChanged(.connected))

    rights.setValue([])
    await store.send(.connectionChanged(.unprotected)) { $0.connection = .unprotected }
    await store.receive(\.rightsRead) {
      $0.rights = []
      $0.knowsRights = false
    }
  }

  @Test func `without an answer about rights, everything stays as it was`() async {
    let store = makeStore { $0.rights = { throw EngineFailure.away } }
    await store.send(.connectionChanged(.connected))
  }
}

import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

@MainActor
@Suite struct ServerChoiceFeatureTests {
  private func makeStore(
    check: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) -> TestStoreOf<ServerChoiceFeature> {
    TestStore(initialState: ServerChoiceFeature.State()) {
      ServerChoiceFeature()
    } withDependencies: {
      $0.servers.check = check
    }
  }

  @Test func `a server is used once it has answered, and no longer when it is not wanted`() async {
    @Dependency(\.defaultAppStorage) var storage
    let asked = LockIsolated<[String]>([])
    let store = makeStore { address in asked.withValue { $0.append(address) } }
    await store.send(.placeChanged(.server)) { $0.place = .server }
    #expect(!store.state.canConnect)
    await store.send(.addressChanged(" postgresql://server/inventory ")) {
      $0.address = " postgresql://server/inventory "
    }
    await store.send(.connectButtonTapped) { $0.check = .running }
    await store.receive(\.checkResponse) {
      $0.check = .succeeded
      $0.$server.withLock { $0 = "postgresql://server/inventory" }
    }
    #expect(asked.value == ["postgresql://server/inventory"])
    #expect(storage.string(forKey: "server") == "postgresql://server/inventory")
    // The next sheet begins with it.
    #expect(ServerChoiceFeature.State().place == .server)
    #expect(ServerChoiceFeature.State().address == "postgresql://server/inventory")

    await store.send(.placeChanged(.computer)) {
      $0.place = .computer
      $0.check = nil
      $0.$server.withLock { $0 = "" }
    }
  }

  @Test func `a server that does not answer is told and not used`() async {
    let store = makeStore { _ in throw EngineFailure.away }
    await store.send(.placeChanged(.server)) { $0.place = .server }
    await store.send(.addressChanged("service=away")) { $0.address = "service=away" }
    await store.send(.connectButtonTapped) { $0.check = .running }
    await store.receive(\.checkResponse) { $0.check = .failed("no server answers") }
    #expect(store.state.server == "")
    await store.send(.addressChanged("service=other")) {
      $0.address = "service=other"
      $0.check = nil
    }
  }

  @Test func `an answer about another address than the one that is written does not come`() async {
    let clock = TestClock()
    let store = makeStore { _ in try await clock.sleep(for: .seconds(1)) }
    await store.send(.placeChanged(.server)) { $0.place = .server }
    await store.send(.addressChanged("service=a")) { $0.address = "service=a" }
    await store.send(.connectButtonTapped) { $0.check = .running }
    await store.send(.addressChanged("service=b")) {
      $0.address = "service=b"
      $0.check = nil
    }
    await clock.advance(by: .seconds(2))
    #expect(store.state.server == "")
  }
}

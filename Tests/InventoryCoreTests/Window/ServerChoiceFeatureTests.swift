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
      $0.servers.check = { address, password in
        #expect(password == nil)
        try await check(address)
      }
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

  private struct LockedKeyring: LocalizedError {
    var errorDescription: String? { "The keyring is locked." }
  }

  /// A keyring in memory, and what a server was asked with.
  private func makeStore(
    keyring: LockIsolated<[String: String]>,
    asked: LockIsolated<[String?]>,
    isLocked: Bool = false
  ) -> TestStoreOf<ServerChoiceFeature> {
    TestStore(initialState: ServerChoiceFeature.State()) {
      ServerChoiceFeature()
    } withDependencies: {
      $0.servers.check = { _, password in asked.withValue { $0.append(password) } }
      $0.passwords.password = { keyring.value[$0] }
      $0.passwords.keep = { password, address in
        if isLocked { throw LockedKeyring() }
        keyring.withValue { $0[address] = password }
      }
      $0.passwords.forget = { address in keyring.withValue { $0[address] = nil } }
    }
  }

  @Test func `a password is kept once it was right, and removed when that is not wanted`() async {
    @Dependency(\.defaultAppStorage) var storage
    let keyring = LockIsolated<[String: String]>([:])
    let asked = LockIsolated<[String?]>([])
    let store = makeStore(keyring: keyring, asked: asked)
    store.exhaustivity = .off
    await store.send(.placeChanged(.server))
    await store.send(.addressChanged("service=a"))
    await store.send(.keepsPasswordChanged(true)) { $0.keepsPassword = true }
    await store.send(.passwordChanged(TypedPassword("geheim"))) {
      $0.password = TypedPassword("geheim")
    }
    #expect(keyring.value.isEmpty)
    await store.send(.connectButtonTapped)
    await store.receive(\.checkResponse) {
      $0.check = .succeeded
      $0.password = TypedPassword()
      $0.$isPasswordKept.withLock { $0 = true }
    }
    #expect(keyring.value == ["service=a": "geheim"])
    // The keyring has it by now.
    await store.send(.connectButtonTapped)
    await store.receive(\.checkResponse)
    #expect(asked.value == ["geheim", "geheim"])
    #expect(storage.bool(forKey: "keepsPassword"))

    await store.send(.keepsPasswordChanged(false)) {
      $0.keepsPassword = false
      $0.$isPasswordKept.withLock { $0 = false }
    }
    await store.finish()
    #expect(keyring.value.isEmpty)
  }

  @Test func `a keyring that is locked is told, and the server is not used`() async {
    let store = makeStore(
      keyring: LockIsolated([:]),
      asked: LockIsolated([]),
      isLocked: true
    )
    store.exhaustivity = .off
    await store.send(.placeChanged(.server))
    await store.send(.addressChanged("service=a"))
    await store.send(.keepsPasswordChanged(true))
    await store.send(.passwordChanged(TypedPassword("geheim")))
    await store.send(.connectButtonTapped)
    await store.receive(\.checkResponse) { $0.check = .failed("The keyring is locked.") }
    #expect(store.state.server == "")
    #expect(!store.state.isPasswordKept)
  }

  @Test func `no dump of the state contains a password that is being typed`() {
    var state = ServerChoiceFeature.State()
    state.password = TypedPassword("geheim")
    var dumped = ""
    dump(state, to: &dumped)
    dumped += String(customDumping: state)
    let action = ServerChoiceFeature.Action.passwordChanged(state.password)
    dumped += String(customDumping: action)
    #expect(!(dumped + "\(state) \(state.password)").contains("geheim"))
  }
}

import ComposableArchitecture
import Testing

/// Knows on which shelf of the post office a parcel lies.
@DependencyClient
struct ParcelRegister: Sendable {
  var shelf: @Sendable (_ ofParcel: Int) async throws -> String
}

extension ParcelRegister: DependencyKey {
  static let liveValue = Self(
    shelf: { parcel in
      try await Task.sleep(for: .milliseconds(300))
      return "Shelf \(parcel % 10)"
    }
  )
  static let testValue = Self()
}

extension DependencyValues {
  var parcelRegister: ParcelRegister {
    get { self[ParcelRegister.self] }
    set { self[ParcelRegister.self] = newValue }
  }
}

/// The counter at which parcels are handed out.
@Reducer
struct ParcelCounter {
  @ObservableState
  struct State: Equatable {
    enum Search: Equatable {
      case none
      case running(parcel: Int)
      case ended(shelf: String)
      case lost(parcel: Int)
    }
    var handedOut = 0
    var search = Search.none
  }

  enum Action {
    case customerWalkedOff
    case parcelHandedOut
    case registerAnswered(parcel: Int, Result<String, any Error>)
    case slipPresented(parcel: Int)
  }

  private enum Desk: Hashable { case search }

  @Dependency(\.parcelRegister) var register

  var body: some ReducerOf<Self> {
    Reduce { counter, action in
      switch action {
      case .customerWalkedOff:
        counter.search = .none
        return .cancel(id: Desk.search)

      case .parcelHandedOut:
        guard case .ended = counter.search else { return .none }
        counter.handedOut += 1
        counter.search = .none
        return .none

      case .registerAnswered(parcel: _, .success(let shelf)):
        counter.search = .ended(shelf: shelf)
        return .none

      case .registerAnswered(let parcel, .failure):
        counter.search = .lost(parcel: parcel)
        return .none

      case .slipPresented(let parcel):
        counter.search = .running(parcel: parcel)
        return .run { send in
          let answer = await Result { try await register.shelf(ofParcel: parcel) }
          await send(.registerAnswered(parcel: parcel, answer))
        }
        .cancellable(id: Desk.search, cancelInFlight: true)
      }
    }
  }
}

/// The label on a locker, in the older style: without `body`, and with a `TaskResult`.
@Reducer
struct LockerLabel {
  struct State: Equatable {
    var complaint: String?
    var print = "–"
  }
  enum Action: Equatable {
    case answer(TaskResult<String>)
    case scan(parcel: Int)
  }

  @Dependency(ParcelRegister.self) var register

  func reduce(into label: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .answer(.success(let shelf)):
      label.print = shelf
      return .none
    case .answer(.failure(let error)):
      label.complaint = error.localizedDescription
      return .none
    case .scan(let parcel):
      return .run { send in
        await send(.answer(TaskResult { try await register.shelf(ofParcel: parcel) }))
      }
    }
  }
}

/// The board above the counter, whose logic is a method, and whose effects may throw.
@Reducer
struct ParcelBoard {
  @ObservableState
  struct State: Equatable {
    var line = ""
    var parcel: Int
  }

  enum Action {
    case blank(reason: String)
    case show(String)
    case update
    case updateOrBlank
  }

  @Dependency(\.parcelRegister.shelf) var shelf

  var body: some ReducerOf<Self> {
    Reduce(self.display)
  }

  func display(into board: inout State, action: Action) -> EffectOf<Self> {
    switch action {
    case .blank(let reason):
      board.line = "(\(reason))"
      return .none
    case .show(let shelf):
      board.line = "\(board.parcel): \(shelf)"
      return .none
    case .update:
      return .run { [parcel = board.parcel] send in
        guard let shelf = try? await self.shelf(parcel) else { return }
        await send(.show(shelf))
      }
    case .updateOrBlank:
      return .run { [parcel = board.parcel] send in
        let shelf = try await shelf(parcel)
        await send(.show(shelf))
      } catch: { error, send in
        await send(.blank(reason: "\(error)"))
      }
    }
  }
}

private struct Misplaced: Error, Equatable {}

@MainActor
struct ParcelCounterTests {
  private func counter(
    register shelf: @escaping @Sendable (Int) async throws -> String
  ) -> TestStoreOf<ParcelCounter> {
    TestStore(initialState: ParcelCounter.State()) {
      ParcelCounter()
    } withDependencies: {
      $0.parcelRegister.shelf = shelf
    }
  }

  @Test func `a parcel is found on its shelf and handed out once`() async {
    let store = counter { "Shelf of \($0)" }
    await store.send(\.slipPresented, 4711) { $0.search = .running(parcel: 4711) }
    await store.receive(\.registerAnswered) { $0.search = .ended(shelf: "Shelf of 4711") }
    await store.send(.parcelHandedOut) {
      $0.handedOut = 1
      $0.search = .none
    }
    await store.send(.parcelHandedOut)
  }

  @Test func `a parcel that the register cannot find is lost`() async {
    let store = counter { _ in throw Misplaced() }
    await store.send(.slipPresented(parcel: 8)) { $0.search = .running(parcel: 8) }
    await store.receive(\.registerAnswered) { $0.search = .lost(parcel: 8) }
  }

  @Test func `a search ends with the customer's patience`() async {
    let store = counter { _ in try await Task.never() }
    await store.send(.slipPresented(parcel: 15)) { $0.search = .running(parcel: 15) }
    await store.send(.customerWalkedOff) { $0.search = .none }
  }

  @Test func `the slip presented last is the one that is looked up`() async {
    let store = counter { parcel in
      if parcel == 1 { try await Task.never() }
      return "Cellar"
    }
    await store.send(.slipPresented(parcel: 1)) { $0.search = .running(parcel: 1) }
    await store.send(.slipPresented(parcel: 2)) { $0.search = .running(parcel: 2) }
    await store.receive(\.registerAnswered) { $0.search = .ended(shelf: "Cellar") }
  }

  @Test func `results of tasks are received by their value`() async {
    let store = TestStore(initialState: LockerLabel.State()) {
      LockerLabel()
    } withDependencies: {
      $0[ParcelRegister.self].shelf = { @Sendable in "Locker \($0)" }
    }
    await store.send(.scan(parcel: 3))
    await store.receive(.answer(.success("Locker 3"))) { $0.print = "Locker 3" }
    store.dependencies.parcelRegister.shelf = { _ in throw Misplaced() }
    await store.send(.scan(parcel: 4))
    await store.receive(.answer(.failure(Misplaced()))) {
      $0.complaint = Misplaced().localizedDescription
    }
  }

  @Test func `an effect that throws goes on in its catch closure`() async {
    let store = TestStore(initialState: ParcelBoard.State(parcel: 21)) {
      ParcelBoard()
    } withDependencies: {
      $0.parcelRegister.shelf = { "Hall \($0)" }
    }
    await store.send(.update)
    await store.receive(\.show, "Hall 21") { $0.line = "21: Hall 21" }
    await store.send(.updateOrBlank).finish()
    await store.receive(\.show)

    store.dependencies.parcelRegister.shelf = { _ in throw Misplaced() }
    await store.send(.update).finish()
    await store.send(.updateOrBlank)
    await store.receive(\.blank, "Misplaced()") { $0.line = "(Misplaced())" }
  }
}

import ComposableArchitecture
import Testing

/// The bell at a hotel's door.
struct DoorBell: Sendable, DependencyKey {
  var rings: @Sendable () async -> AsyncStream<Int>
  static let liveValue = Self(rings: { AsyncStream { _ in } })
  static let testValue = Self(rings: unimplemented("DoorBell.rings", placeholder: .finished))
}

/// Opens the door as long as the porter is on duty.
@Reducer
struct NightPorter {
  @ObservableState
  struct State: Equatable {
    var guests: [Int] = []
  }
  enum Action {
    case bellRung(room: Int)
    case dutyBegan
  }

  @Dependency(DoorBell.self) var bell

  var body: some ReducerOf<Self> {
    Reduce { porter, action in
      switch action {
      case .bellRung(let room):
        porter.guests.append(room)
        return .none
      case .dutyBegan:
        return .run { send in
          for await room in await bell.rings() { await send(.bellRung(room: room)) }
        }
      }
    }
  }
}

@MainActor
struct NightPorterTests {
  @Test func `the porter hears the bell until the end of his duty`() async {
    let (rings, button) = AsyncStream.makeStream(of: Int.self)
    let store = TestStore(initialState: NightPorter.State()) {
      NightPorter()
    } withDependencies: {
      $0[DoorBell.self].rings = { rings }
    }
    let duty = await store.send(.dutyBegan)
    button.yield(12)
    await store.receive(\.bellRung, 12) { $0.guests = [12] }
    button.yield(7)
    await store.receive(\.bellRung) { $0.guests = [12, 7] }
    await duty.cancel()
    button.yield(30)
  }

  @Test func `duty ends when the bell is taken down`() async {
    let (rings, button) = AsyncStream.makeStream(of: Int.self)
    let store = TestStore(initialState: NightPorter.State()) {
      NightPorter()
    } withDependencies: {
      $0[DoorBell.self].rings = { rings }
    }
    let duty = await store.send(.dutyBegan)
    button.finish()
    await duty.finish()
  }
}

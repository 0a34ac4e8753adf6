import ComposableArchitecture
import Foundation
import Testing

/// A ship's hold.
@Reducer
struct Hold {
  @ObservableState
  struct State: Equatable {
    var crates = 0
  }

  enum Action {
    case loaded
    case unloaded
  }

  var body: some ReducerOf<Self> {
    Reduce { hold, action in
      switch action {
      case .loaded: hold.crates += 1
      case .unloaded: hold.crates -= 1
      }
      return .none
    }
  }
}

// MARK: One place at a time

/// A ship's officer is in one place at a time, or asked something.
@Reducer
struct Officer {
  @Reducer
  enum Place {
    case afterHold(Hold)
    case foreHold(Hold)
    case launch(Hold)
    case orders(ConfirmationDialogState<Orders>)
    case storm(AlertState<Storm>)

    @CasePathable
    enum Orders { case anchor }
    @CasePathable
    enum Storm { case jettison, ride }
  }

  @ObservableState
  struct State: Equatable {
    var logbook: [String] = []
    @Presents var place: Place.State?
  }

  enum Action {
    case clouded
    case place(PresentationAction<Place.Action>)
    case sentBelow(crates: Int)
    case steppedIntoLaunch
    case watchEnded
  }

  var body: some ReducerOf<Self> {
    Reduce { officer, action in
      switch action {
      case .clouded:
        officer.place = .storm(.coming)
        return .none
      case .place(.dismiss):
        officer.logbook.append("on deck")
        return .none
      case .place(.presented(.afterHold(.loaded))):
        officer.logbook.append("a crate more")
        return .none
      case .place(.presented(.storm(.jettison))):
        officer.logbook.append("deck cargo lost")
        return .none
      case .place:
        return .none
      case .sentBelow(crates: let crates):
        officer.place = .afterHold(Hold.State(crates: crates))
        return .none
      case .steppedIntoLaunch:
        officer.place = .launch(Hold.State())
        return .none
      case .watchEnded:
        officer.place = .orders(.endOfWatch)
        return .none
      }
    }
    .ifLet(\.$place, action: \.place) {
      Place.body
    }
  }
}

extension Officer.Place.State: Equatable {}

extension AlertState where Action == Officer.Place.Storm {
  fileprivate static let coming = Self {
    TextState("Storm from the south-west")
  } actions: {
    ButtonState(role: .destructive, action: .jettison) {
      TextState("Jettison the deck cargo")
    }
    ButtonState(role: .cancel, action: .send(.ride)) {
      TextState("Ride it out")
    }
  } message: {
    TextState("Force nine is expected.")
  }
}

extension ConfirmationDialogState where Action == Officer.Place.Orders {
  fileprivate static var endOfWatch: Self {
    ConfirmationDialogState {
      TextState("Orders for the night?")
    } actions: {
      ButtonState(action: .anchor) { TextState("Anchor in the bay") }
      ButtonState(role: .cancel) { TextState("Carry on") }
    }
  }
}

// MARK: What is there after a while

/// A lock in a canal: the chamber is there when it has filled, and a ship's papers when they are
/// read.
@Reducer
struct LockKeeper {
  @ObservableState
  struct State: Equatable {
    struct Ship: Equatable, Identifiable {
      let id: UUID
      var tolls: Int
    }

    var chamber: Hold.State?
    var inspected: Identified<Ship.ID, Hold.State?>?
    var isFilling = false
    var queue: IdentifiedArrayOf<Ship> = [
      Ship(id: UUID(3), tolls: 30), Ship(id: UUID(4), tolls: 11),
    ]
  }

  enum Action {
    case chamber(Hold.Action)
    case filled
    case inspected(Hold.Action)
    case papersRead
    case shipBoarded(UUID)
    case shipLeft
    case sluices(areOpen: Bool)
  }

  private enum Wait: Hashable { case papers, water }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { keeper, action in
      switch action {
      case .chamber, .inspected:
        return .none

      case .filled:
        keeper.chamber = Hold.State()
        return .none

      case .papersRead:
        guard let ship = keeper.inspected.flatMap({ keeper.queue[id: $0.id] }) else { return .none }
        keeper.inspected?.value = Hold.State(crates: ship.tolls)
        return .none

      case .shipBoarded(let ship):
        keeper.inspected = Identified(nil, id: ship)
        return wait(.seconds(40), for: .papers, then: .papersRead)

      case .shipLeft:
        if let inspected = keeper.inspected, let hold = inspected.value {
          keeper.queue[id: inspected.id]?.tolls = hold.crates
        }
        keeper.inspected = nil
        return .cancel(id: Wait.papers)

      case .sluices(areOpen: false):
        keeper.chamber = nil
        keeper.isFilling = false
        return .cancel(id: Wait.water)

      case .sluices(areOpen: true):
        keeper.isFilling = true
        return wait(.seconds(300), for: .water, then: .filled)
      }
    }
    .ifLet(\.chamber, action: \.chamber) {
      Hold()
    }
    .ifLet(\.inspected, action: \.inspected) {
      EmptyReducer()
        .ifLet(\Identified<State.Ship.ID, Hold.State?>.value, action: \.self) {
          Hold()
        }
    }
  }

  private func wait(_ time: Duration, for wait: Wait, then action: Action) -> EffectOf<Self> {
    .run { send in
      try await clock.sleep(for: time)
      await send(action)
    }
    .cancellable(id: wait, cancelInFlight: true)
  }
}

// MARK: A way along the coast

@DependencyClient
struct TideTable: Sendable {
  var highWater: @Sendable (_ atPort: Int) async throws -> String
}
extension TideTable: TestDependencyKey {
  static let testValue = Self()
}
extension DependencyValues {
  var tideTable: TideTable {
    get { self[TideTable.self] }
    set { self[TideTable.self] = newValue }
  }
}

@Reducer
struct Port {
  @ObservableState
  struct State: Codable, Equatable, Hashable {
    var number = 0
    var tide: String?
  }
  enum Action {
    case castOff
    case pilotAsked
    case tideLookedUp(Result<String, any Error>)
  }
  @Dependency(\.dismiss) var leave
  @Dependency(\.tideTable) var tideTable

  var body: some ReducerOf<Self> {
    Reduce { port, action in
      switch action {
      case .castOff:
        return .run { _ in await leave() }
      case .pilotAsked:
        port.number += 1
        return .run { [number = port.number] send in
          await send(.tideLookedUp(Result { try await tideTable.highWater(atPort: number) }))
        }
      case .tideLookedUp(.failure):
        port.tide = nil
        return .none
      case .tideLookedUp(.success(let tide)):
        port.tide = tide
        return .none
      }
    }
  }
}

@Reducer
struct OpenSea {
  @ObservableState
  struct State: Codable, Equatable, Hashable {
    var miles = 0
  }
  enum Action {
    case landSighted
    case signal(Signal)
    @CasePathable
    enum Signal: Equatable { case flag(String) }
  }
  var body: some ReducerOf<Self> {
    Reduce { sea, action in
      switch action {
      case .landSighted: .send(.signal(.flag("after \(sea.miles) miles")))
      case .signal: .none
      }
    }
  }
}

@Reducer
struct Voyage {
  @Reducer(state: .codable, .equatable, .hashable)
  enum Leg {
    case port(Port)
    case sea(OpenSea)
  }

  @ObservableState
  struct State: Equatable {
    var flags: [String] = []
    var legs = StackState<Leg.State>()
    var longest = 0
  }

  enum Action {
    case began
    case legs(StackActionOf<Leg>)
    case returnedHome
    case turnedBack(to: StackElementID)
  }

  var body: some Reducer<State, Action> {
    Reduce { voyage, action in
      switch action {
      case .began:
        voyage.legs.append(.port(Port.State()))
        return .none
      case .legs(let action):
        switch action {
        case .element(id: _, action: .sea(.landSighted)):
          voyage.legs.append(.port(Port.State(number: 100)))
          return .none
        case .element(id: _, action: .sea(.signal(.flag(let flag)))):
          voyage.flags.append(flag)
          return .none
        case .element, .popFrom, .push:
          return .none
        }
      case .returnedHome:
        voyage.legs.removeAll()
        return .none
      case .turnedBack(to: let leg):
        voyage.legs.pop(to: leg)
        return .none
      }
    }
    .forEach(\.legs, action: \.legs)
    .onChange(of: \.legs.count) { _, voyage in
      voyage.longest = max(voyage.longest, voyage.legs.count)
      return .none
    }
  }
}

// MARK: Crates in crates

@Reducer
struct Crate {
  @ObservableState
  struct State: Equatable, Identifiable {
    var contents: IdentifiedArrayOf<State> = []
    let id: UUID
    var stencil = ""
  }
  indirect enum Action {
    case contents(IdentifiedActionOf<Crate>)
    case cratePutIn
    case stencilled(String)
    case takenOut(IndexSet)
  }
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { crate, action in
      switch action {
      case .contents:
        return .none
      case .cratePutIn:
        crate.contents.append(State(id: uuid()))
        return .none
      case .stencilled(let stencil):
        crate.stencil = stencil
        return .none
      case .takenOut(let offsets):
        crate.contents.remove(atOffsets: offsets)
        return .none
      }
    }
    .forEach(\.contents, action: \.contents) {
      Self()
    }
  }
}

// MARK: Tests

@MainActor
struct HarbourTests {
  @Test func `an officer goes from place to place, and answers what is asked there`() async {
    let store = TestStore(initialState: Officer.State()) { Officer() }
    await store.send(.steppedIntoLaunch) { $0.place = .launch(Hold.State()) }
    await store.send(.place(.presented(.launch(.loaded)))) {
      $0.place.modify(\.launch) { $0.crates = 1 }
    }
    await store.send(\.sentBelow, 12) { $0.place = .afterHold(Hold.State(crates: 12)) }
    await store.send(\.place.afterHold.loaded) {
      $0.$place[case: \.afterHold]?.crates = 13
      $0.logbook = ["a crate more"]
    }
    await store.send(\.place.dismiss) {
      $0.place = nil
      $0.logbook.append("on deck")
    }
    await store.send(.clouded) { $0.place = .storm(.coming) }
    await store.send(\.place.storm.jettison) {
      $0.place = nil
      $0.logbook.append("deck cargo lost")
    }
    await store.send(.watchEnded) { $0.place = .orders(.endOfWatch) }
    await store.send(\.place.orders.anchor) { $0.place = nil }
    #expect(store.state.$place.wrappedValue == nil)
  }

  @Test func `a live store is scoped to the place that the officer is in`() throws {
    let store = Store(
      initialState: Officer.State(place: .afterHold(Hold.State(crates: 5)))
    ) {
      Officer()
    }
    #expect(store.scope(state: \.place?.foreHold, action: \.place.foreHold) == nil)
    let hold = store.scope(state: \.place?.afterHold, action: \.place.afterHold)
    #expect(hold?.crates == 5)
    let place = try #require(store.scope(state: \.place, action: \.place))
    switch place.case {
    case .afterHold(let hold):
      hold.send(.unloaded)
    case .foreHold, .launch, .orders, .storm:
      Issue.record("The officer is elsewhere.")
    }
    #expect(store.place?.afterHold?.crates == 4)
    #expect(store.place.is(\.afterHold))
  }

  @Test func `a lock's chamber and a ship's papers are there after a while`() async {
    let clock = TestClock()
    let store = TestStore(initialState: LockKeeper.State()) {
      LockKeeper()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.sluices, true) { $0.isFilling = true }
    await store.send(.shipBoarded(UUID(4))) { $0.inspected = Identified(nil, id: UUID(4)) }
    await clock.advance(by: .seconds(40))
    await store.receive(\.papersRead) { $0.inspected?.value = Hold.State(crates: 11) }
    await store.send(.inspected(.loaded)) { $0.inspected?.value?.crates = 12 }
    await store.send(.shipLeft) {
      $0.inspected = nil
      $0.queue[id: UUID(4)]?.tolls = 12
    }
    await clock.advance(by: .seconds(260))
    await store.receive(\.filled) { $0.chamber = Hold.State() }
    await store.send(\.chamber.loaded) { $0.chamber?.crates = 1 }
    await store.send(.sluices(areOpen: false)) {
      $0.chamber = nil
      $0.isFilling = false
    }
  }

  @Test func `a lock that is shut again does not fill, and a ship that left has no papers`() async {
    let clock = TestClock()
    let store = TestStore(initialState: LockKeeper.State()) {
      LockKeeper()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.sluices, true) { $0.isFilling = true }
    await store.send(\.shipBoarded, UUID(3)) { $0.inspected = Identified(nil, id: UUID(3)) }
    await store.send(\.shipLeft) { $0.inspected = nil }
    await store.send(\.sluices, false) { $0.isFilling = false }
    await clock.advance(by: .seconds(1_000))
  }

  @Test func `a voyage goes from leg to leg, and back`() async {
    let store = TestStore(initialState: Voyage.State()) {
      Voyage()
    } withDependencies: {
      $0.tideTable.highWater = { "\($0) o'clock" }
    }
    await store.send(.began) {
      $0.legs.append(.port(Port.State()))
      $0.longest = 1
    }
    await store.send(\.legs[id: 0].port.pilotAsked) {
      $0.legs[id: 0].modify(\.port) { $0.number = 1 }
    }
    await store.receive(\.legs[id: 0].port.tideLookedUp.success) {
      $0.legs[id: 0, case: \.port]?.tide = "1 o'clock"
    }
    await store.send(.legs(.push(id: 1, state: .sea(OpenSea.State(miles: 60))))) {
      $0.legs[id: 1] = .sea(OpenSea.State(miles: 60))
      $0.longest = 2
    }
    await store.send(.legs(.element(id: 1, action: .sea(.landSighted)))) {
      $0.legs.append(.port(Port.State(number: 100)))
      $0.longest = 3
    }
    await store.receive(\.legs[id: 1].sea.signal.flag, "after 60 miles") {
      $0.flags = ["after 60 miles"]
    }
    await store.send(.turnedBack(to: 1)) { $0.legs.pop(to: 1) }
    await store.send(\.legs.popFrom, 1) { $0.legs.pop(from: 1) }
    await store.send(.legs(.element(id: 0, action: .port(.castOff))))
    await store.receive(\.legs.popFrom) { $0.legs.removeLast() }
    await store.send(.began) { $0.legs.append(.port(Port.State())) }
    await store.send(.returnedHome) { $0.legs.removeAll() }
  }

  @Test func `crates are stencilled and emptied however deep they lie`() async {
    let store = TestStore(initialState: Crate.State(id: UUID(77))) {
      Crate()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.cratePutIn) { $0.contents.append(Crate.State(id: UUID(0))) }
    await store.send(\.contents[id: UUID(0)].cratePutIn) {
      $0.contents[id: UUID(0)]?.contents.append(Crate.State(id: UUID(1)))
    }
    await store.send(\.contents[id: UUID(0)].contents[id: UUID(1)].stencilled, "Tea") {
      $0.contents[id: UUID(0)]?.contents[id: UUID(1)]?.stencil = "Tea"
    }
    await store.send(.contents(.element(id: UUID(0), action: .takenOut([0])))) {
      $0.contents[0].contents = []
    }
  }
}

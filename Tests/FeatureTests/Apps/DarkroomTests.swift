import ComposableArchitecture
import Foundation
import Testing

// A photographer's darkroom: a shelf of negatives, a page for each of them, and the table at which
// a sheet goes through its baths while a thermometer is watched.

// MARK: What it is about

/// One of the trays that a sheet goes through.
struct Bath: Equatable, Identifiable, Codable, Sendable {
  let id: UUID
  var liquid = ""
  var time: Duration = .seconds(30)
}

struct Sheet: Equatable, Identifiable, Codable {
  let id: UUID
  let made: Date
  var warmest: Double
}

struct Negative: Equatable, Identifiable, Codable {
  var baths: IdentifiedArrayOf<Bath> = []
  let id: UUID
  var motif = ""
  var sheets: IdentifiedArrayOf<Sheet> = []

  var timeInBaths: Duration { baths.reduce(.zero) { $0 + $1.time } }
}

extension Negative {
  fileprivate static let pier = Self(
    baths: [
      Bath(id: UUID(21), liquid: "Developer", time: .seconds(3)),
      Bath(id: UUID(22), liquid: "Stop", time: .seconds(1)),
      Bath(id: UUID(23), liquid: "Fixer", time: .seconds(2)),
    ],
    id: UUID(20),
    motif: "Pier at low tide"
  )
}

// MARK: Instruments

@DependencyClient
struct Thermometer {
  var lamp: @Sendable () -> Lamp = { .off }
  var switchLampOn: @Sendable () async -> Lamp = { .off }
  var degrees: @Sendable (_ everySeconds: Int) async -> AsyncThrowingStream<Reading, any Error> = {
    _ in .finished()
  }

  /// It can be read by its lamp only, which must be red.
  enum Lamp: Sendable { case off, red }
  struct Reading: Equatable, Sendable {
    var celsius: Double
    var isSteady = true
  }
}

extension Thermometer: DependencyKey {
  static let liveValue = Thermometer(
    lamp: { .red },
    switchLampOn: { .red },
    degrees: { _ in AsyncThrowingStream { _ in } }
  )
  static let previewValue = {
    let isLit = LockIsolated(false)
    return Self(
      lamp: { isLit.value ? .red : .off },
      switchLampOn: {
        isLit.setValue(true)
        return .red
      },
      degrees: { _ in
        AsyncThrowingStream { readings in
          readings.yield(Reading(celsius: 20))
          readings.finish()
        }
      }
    )
  }()
  static let testValue = Self()
}

extension DependencyValues {
  var thermometer: Thermometer {
    get { self[Thermometer.self] }
    set { self[Thermometer.self] = newValue }
  }
}

@DependencyClient
struct Gong {
  var hang: @Sendable (_ at: String) async -> Void
  var strike: @Sendable () async -> Void
}
extension Gong: TestDependencyKey {
  static let muffled = Self(hang: { _ in }, strike: {})
  static let previewValue = Self.muffled
  static let testValue = Self()
}
extension DependencyValues {
  var gong: Gong {
    get { self[Gong.self] }
    set { self[Gong.self] = newValue }
  }
}

private enum AirOutKey: DependencyKey {
  static let liveValue: @Sendable () async -> Void = {}
  static let testValue: @Sendable () async -> Void = unimplemented(
    #"@Dependency(\.airOut)"#,
    placeholder: ()
  )
}
extension DependencyValues {
  /// Lets fresh air into the room.
  var airOut: @Sendable () async -> Void {
    get { self[AirOutKey.self] }
    set { self[AirOutKey.self] = newValue }
  }
}

// MARK: Recipe

/// The form for a negative's baths. There is always one at least.
@Reducer
struct BathRecipe {
  @ObservableState
  struct State: Equatable, Sendable {
    var cursor: Line?
    var negative: Negative

    init(_ negative: Negative, cursor: Line? = .motif) {
      self.cursor = cursor
      self.negative = negative
      guard negative.baths.isEmpty else { return }
      @Dependency(\.uuid) var uuid
      self.negative.baths = [Bath(id: uuid(), liquid: "Developer")]
    }

    enum Line: Hashable {
      case bath(Bath.ID)
      case motif
    }
  }

  enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case bathPoured
    case bathsTippedOut(IndexSet)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { recipe, action in
      switch action {
      case .binding:
        return .none

      case .bathPoured:
        let bath = Bath(id: uuid(), liquid: recipe.negative.baths.last?.liquid ?? "")
        recipe.negative.baths.append(bath)
        recipe.cursor = .bath(bath.id)
        return .none

      case .bathsTippedOut(let offsets):
        recipe.negative.baths.remove(atOffsets: offsets)
        recipe.cursor = .motif
        if recipe.negative.baths.isEmpty {
          let water = Bath(id: uuid(), liquid: "Water")
          recipe.negative.baths.append(water)
          recipe.cursor = .bath(water.id)
        }
        return .none
      }
    }
  }
}

// MARK: Table

/// Takes a sheet through the baths of a negative, by the second. The lid may be opened any time.
@Reducer
struct BathTable {
  @ObservableState
  struct State: Equatable {
    var bath = 0
    @Presents var lid: AlertState<Action.Lid>?
    var negative: Negative
    var secondsInBath = 0
    var warmest = 0.0

    var timeLeft: Duration {
      negative.baths.dropFirst(bath).reduce(.seconds(-secondsInBath)) { $0 + $1.time }
    }
  }

  enum Action {
    case lid(PresentationAction<Lid>)
    case lidLifted
    case measured(Thermometer.Reading)
    case movedOn
    case report(Report)
    case secondPassed
    case thermometerBroke
    case workBegan

    @CasePathable
    enum Lid {
      case keepAsItIs
      case throwAway
    }
    @CasePathable
    enum Report {
      case finished(warmest: Double)
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var leave
  @Dependency(\.gong) var gong
  @Dependency(\.thermometer) var thermometer

  var body: some ReducerOf<Self> {
    Reduce { table, action in
      switch action {
      case .lid(.presented(.keepAsItIs)):
        return finish(table)

      case .lid(.presented(.throwAway)):
        return .run { _ in await leave() }

      case .lid, .report:
        return .none

      case .lidLifted:
        table.lid = .lifted(isDeveloped: table.bath > 0)
        return .none

      case .measured(let reading):
        if reading.isSteady { table.warmest = max(table.warmest, reading.celsius) }
        return .none

      case .movedOn:
        return moveOn(&table)

      case .secondPassed:
        guard table.lid == nil else { return .none }
        table.secondsInBath += 1
        let time = table.negative.baths[table.bath].time
        return .seconds(table.secondsInBath) < time ? .none : moveOn(&table)

      case .thermometerBroke:
        table.lid = .blind
        return .none

      case .workBegan:
        return .run { send in
          var lamp = thermometer.lamp()
          if lamp == .off { lamp = await thermometer.switchLampOn() }
          await withTaskGroup(of: Void.self) { [lamp] work in
            work.addTask { await count(send) }
            if lamp == .red { work.addTask { await measure(send) } }
          }
        }
      }
    }
    .ifLet(\.$lid, action: \.lid)
  }

  private func moveOn(_ table: inout State) -> Effect<Action> {
    guard table.bath + 1 < table.negative.baths.count else { return finish(table) }
    table.bath += 1
    table.secondsInBath = 0
    return .run { _ in await gong.strike() }
  }

  private func finish(_ table: State) -> Effect<Action> {
    .concatenate(
      .send(.report(.finished(warmest: table.warmest))),
      .run { _ in await leave() }
    )
  }

  private func count(_ send: Send<Action>) async {
    for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
  }

  private func measure(_ send: Send<Action>) async {
    do {
      for try await reading in await thermometer.degrees(everySeconds: 5) {
        await send(.measured(reading))
      }
    } catch {
      await send(.thermometerBroke)
    }
  }
}

extension AlertState where Action == BathTable.Action.Lid {
  fileprivate static func lifted(isDeveloped: Bool) -> Self {
    Self {
      TextState("Light falls in")
    } actions: {
      if isDeveloped {
        ButtonState(action: .keepAsItIs) { TextState("Keep the sheet") }
      }
      ButtonState(role: .destructive, action: .throwAway) { TextState("Throw it away") }
      ButtonState(role: .cancel) { TextState("Close the lid") }
    } message: {
      TextState("The sheet darkens while the lid is open.")
    }
  }

  fileprivate static let blind = Self {
    TextState("No temperature")
  } actions: {
    ButtonState(role: .cancel) { TextState("Go by feel") }
    ButtonState(role: .destructive, action: .throwAway) { TextState("Give up") }
  } message: {
    TextState("The thermometer broke.")
  }
}

// MARK: Page of a negative

@Reducer
struct NegativePage {
  @Reducer
  enum Overlay {
    case question(AlertState<Question>)
    case recipe(BathRecipe)

    @CasePathable
    enum Question {
      case air
      case burn
      case workWithoutLamp
    }
  }

  @ObservableState
  struct State: Equatable {
    var negative: Negative
    @Presents var overlay: Overlay.State?
  }

  enum Action: Sendable {
    case burnPressed
    case developPressed
    case overlay(PresentationAction<Overlay.Action>)
    case recipeAdopted
    case recipeOpened
    case recipePutBack
    case sheetsSold(IndexSet)
    case wish(Wish)

    @CasePathable
    enum Wish: Sendable {
      case burn(Negative.ID)
      case develop(Negative)
      case shelve(Negative)
    }
  }

  @Dependency(\.airOut) var airOut
  @Dependency(\.dismiss) var leave
  @Dependency(\.thermometer.lamp) var lamp

  var body: some ReducerOf<Self> {
    Reduce { page, action in
      switch action {
      case .burnPressed:
        page.overlay = .question(.burning(page.negative.motif))
        return .none

      case .developPressed:
        guard lamp() == .red else {
          page.overlay = .question(.dark)
          return .none
        }
        return .send(.wish(.develop(page.negative)))

      case .overlay(.presented(.question(.air))):
        return .run { _ in await airOut() }

      case .overlay(.presented(.question(.burn))):
        return .run { [id = page.negative.id] send in
          await send(.wish(.burn(id)))
          await leave()
        }

      case .overlay(.presented(.question(.workWithoutLamp))):
        return .send(.wish(.develop(page.negative)))

      case .overlay, .wish:
        return .none

      case .recipeAdopted:
        guard let recipe = page.overlay?.recipe else { return .none }
        page.negative = recipe.negative
        page.overlay = nil
        return .none

      case .recipeOpened:
        page.overlay = .recipe(BathRecipe.State(page.negative))
        return .none

      case .recipePutBack:
        page.overlay = nil
        return .none

      case .sheetsSold(let offsets):
        page.negative.sheets.remove(atOffsets: offsets)
        return .none
      }
    }
    .ifLet(\.$overlay, action: \.overlay)
    .onChange(of: \.negative) { _, negative in
      Reduce { _, _ in .send(.wish(.shelve(negative))) }
    }
  }
}

extension NegativePage.Overlay.State: Equatable {}

extension AlertState where Action == NegativePage.Overlay.Question {
  fileprivate static func burning(_ motif: String) -> Self {
    Self {
      TextState("Burn “\(motif)”?")
    } actions: {
      ButtonState(role: .destructive, action: .burn) { TextState("Burn it") }
      ButtonState(action: .air) { TextState("Open a window first") }
      ButtonState(role: .cancel) { TextState("Keep it") }
    }
  }

  fileprivate static let dark = Self(
    title: { TextState("It is dark") },
    actions: {
      ButtonState(action: .workWithoutLamp) { TextState("Work without a lamp") }
      ButtonState(role: .cancel) { TextState("Wait") }
    },
    message: { TextState("The red lamp is off.") }
  )
}

// MARK: Shelf and room

@Reducer
struct NegativeShelf {
  @ObservableState
  struct State: Equatable {
    @Presents var arrival: BathRecipe.State?
    var negatives: IdentifiedArrayOf<Negative> = []
  }

  enum Action {
    case arrival(PresentationAction<BathRecipe.Action>)
    case arrivalRefused
    case arrivalShelved
    case filmDelivered(motif: String)
    case sentAway(IndexSet)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { shelf, action in
      switch action {
      case .arrival:
        return .none
      case .arrivalRefused:
        shelf.arrival = nil
        return .none
      case .arrivalShelved:
        guard var negative = shelf.arrival?.negative else { return .none }
        // An empty tray is no bath.
        negative.baths.removeAll { $0.liquid.isEmpty }
        shelf.negatives.append(negative)
        shelf.arrival = nil
        return .none
      case .filmDelivered(motif: let motif):
        shelf.arrival = BathRecipe.State(Negative(id: uuid(), motif: motif))
        return .none
      case .sentAway(let offsets):
        shelf.negatives.remove(atOffsets: offsets)
        return .none
      }
    }
    .ifLet(\.$arrival, action: \.arrival) {
      BathRecipe()
    }
  }
}

@Reducer
struct Darkroom {
  @Reducer
  enum Path {
    case page(NegativePage)
    @ReducerCaseIgnored
    case sheet(Sheet, of: Negative)
    case table(BathTable)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    var shelf = NegativeShelf.State()
  }

  enum Action {
    case path(StackActionOf<Path>)
    case shelf(NegativeShelf.Action)
  }

  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Scope(state: \.shelf, action: \.shelf) {
      NegativeShelf()
    }
    Reduce { room, action in
      switch action {
      case .path(.element(id: _, action: .page(.wish(.burn(let id))))):
        room.shelf.negatives.remove(id: id)
        return .none

      case .path(.element(id: _, action: .page(.wish(.develop(let negative))))):
        room.path.append(.table(BathTable.State(negative: negative)))
        return .none

      case .path(.element(id: _, action: .page(.wish(.shelve(let negative))))):
        room.shelf.negatives[id: negative.id] = negative
        return .none

      case let .path(.element(id: table, action: .table(.report(.finished(warmest: warmest))))):
        guard let negative = room.path[id: table, case: \.table]?.negative else { return .none }
        let sheet = Sheet(id: uuid(), made: now, warmest: warmest)
        room.shelf.negatives[id: negative.id]?.sheets.append(sheet)
        let pages = room.path.ids.filter {
          room.path[id: $0, case: \.page]?.negative.id == negative.id
        }
        for page in pages { room.path[id: page, case: \.page]?.negative.sheets.append(sheet) }
        return .none

      case .path, .shelf:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension Darkroom.Path.State: Equatable {}

// MARK: Tests

@MainActor
@Suite
struct BathRecipeTests {
  @Test func `a recipe begins with one bath, and each that is poured gets the cursor`() async {
    let store = TestStore(
      initialState: withDependencies {
        $0.uuid = .incrementing
      } operation: {
        BathRecipe.State(Negative(id: UUID(50), motif: "Fog"))
      }
    ) {
      BathRecipe()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    #expect(store.state.negative.baths.ids == [UUID(0)])
    #expect(store.state.negative.timeInBaths == .seconds(30))
    store.dependencies.uuid = .constant(UUID(9))
    await store.send(.bathPoured) {
      $0.cursor = .bath(UUID(9))
      $0.negative.baths.append(Bath(id: UUID(9), liquid: "Developer"))
    }
    await store.send(.set(\.negative.motif, "Thick fog")) {
      $0.negative.motif = "Thick fog"
    }
  }

  @Test func `the last bath that is tipped out is replaced by water`() async {
    let store = TestStore(initialState: BathRecipe.State(.pier, cursor: .bath(UUID(21)))) {
      BathRecipe()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.bathsTippedOut([1, 2])) {
      $0.cursor = .motif
      $0.negative.baths = [$0.negative.baths[0]]
    }
    await store.send(\.bathsTippedOut, [0]) {
      $0.cursor = .bath(UUID(0))
      $0.negative.baths = [Bath(id: UUID(0), liquid: "Water")]
    }
  }
}

@MainActor
@Suite
struct BathTableTests {
  @Test func `a sheet goes from bath to bath by the second, and is reported at the end`() async {
    let clock = TestClock()
    let hasLeft = LockIsolated(false)
    let strokes = LockIsolated(0)
    let store = TestStore(initialState: BathTable.State(negative: .pier)) {
      BathTable()
    } withDependencies: {
      $0.continuousClock = clock
      $0.dismiss = DismissEffect { hasLeft.setValue(true) }
      $0.gong.strike = { strokes.withValue { $0 += 1 } }
      $0.thermometer.lamp = { .red }
      $0.thermometer.degrees = { @Sendable _ in
        AsyncThrowingStream {
          $0.yield(Thermometer.Reading(celsius: 20.5))
          $0.yield(Thermometer.Reading(celsius: 80, isSteady: false))
          $0.finish()
        }
      }
    }

    let work = await store.send(.workBegan)
    await store.receive(\.measured) { $0.warmest = 20.5 }
    await store.receive(\.measured)

    await clock.advance(by: .seconds(1))
    await store.receive(\.secondPassed) {
      $0.secondsInBath = 1
      #expect($0.timeLeft == .seconds(5))
    }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await clock.advance(by: .seconds(2))
    await store.receive(\.secondPassed)
    await store.receive(\.secondPassed) {
      $0.bath = 1
      $0.secondsInBath = 0
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.secondPassed) { $0.bath = 2 }
    await clock.advance(by: .seconds(2))
    await store.receive(\.report.finished, 20.5)
    await work.cancel()
    await store.finish()
    #expect(strokes.value == 2)
    #expect(hasLeft.value)
  }

  @Test func `time stands still while the lid is open`() async {
    let clock = TestClock()
    let store = TestStore(initialState: BathTable.State(negative: .pier)) {
      BathTable()
    } withDependencies: {
      $0.continuousClock = clock
      $0.thermometer.lamp = { .off }
      $0.thermometer.switchLampOn = { .off }
    }
    let work = await store.send(.workBegan)
    await store.send(.lidLifted) { $0.lid = .lifted(isDeveloped: false) }
    await clock.advance(by: .seconds(2))
    await store.receive(\.secondPassed)
    await store.receive(\.secondPassed)
    await store.withExhaustivity(.off) {
      await store.send(\.lid.dismiss)
    }
    #expect(store.state.lid == nil)
    await clock.advance(by: .seconds(1))
    await store.receive(\.secondPassed) { $0.secondsInBath = 1 }
    await work.cancel()
  }

  @Test func `a sheet that is thrown away ends the work`() async {
    let store = TestStore(initialState: BathTable.State(bath: 1, negative: .pier)) {
      BathTable()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.lidLifted) { $0.lid = .lifted(isDeveloped: true) }
    await store.send(.lid(.presented(.throwAway))) { $0.lid = nil }
    #expect(store.isDismissed)
  }

  @Test func `without a thermometer the photographer decides whether to go on`() async {
    struct Broken: Error {}
    let store = TestStore(initialState: BathTable.State(negative: .pier)) {
      BathTable()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.thermometer.lamp = { .red }
      $0.thermometer.degrees = { @Sendable _ in
        AsyncThrowingStream { $0.finish(throwing: Broken()) }
      }
    }
    let work = await store.send(.workBegan)
    await store.receive(\.thermometerBroke) { $0.lid = .blind }
    await store.send(\.lid.dismiss) { $0.lid = nil }
    await work.cancel()
  }
}

@MainActor
@Suite
struct DarkroomTests {
  private func room(_ path: [Darkroom.Path.State] = []) -> TestStoreOf<Darkroom> {
    TestStore(
      initialState: Darkroom.State(
        path: StackState(path),
        shelf: NegativeShelf.State(negatives: [.pier])
      )
    ) {
      Darkroom()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 86_400)
      $0.gong = .muffled
      $0.uuid = .incrementing
    }
  }

  @Test func `a recipe that is adopted changes the negative on its page and on the shelf`() async {
    let store = room()
    await store.send(\.path.push, (id: 0, .page(NegativePage.State(negative: .pier)))) {
      $0.path[id: 0] = .page(NegativePage.State(negative: .pier))
    }
    await store.send(\.path[id: 0].page.recipeOpened) {
      $0.path[id: 0, case: \.page]?.overlay = .recipe(BathRecipe.State(.pier))
    }
    var longer = Negative.pier
    longer.baths[id: UUID(21)]?.time = .seconds(9)
    await store.send(\.path[id: 0].page.overlay.recipe.binding.negative, longer) {
      $0.path[id: 0].modify(\.page) {
        $0.overlay.modify(\.recipe) { $0.negative.baths[id: UUID(21)]?.time = .seconds(9) }
      }
    }
    await store.send(\.path[id: 0].page.recipeAdopted) {
      XCTModify(&$0.path[id: 0], case: \.page) {
        $0.overlay = nil
        $0.negative.baths[id: UUID(21)]?.time = .seconds(9)
      }
    }
    await store.receive(\.path[id: 0].page.wish.shelve) {
      $0.shelf.negatives[id: UUID(20)]?.baths[id: UUID(21)]?.time = .seconds(9)
    }
  }

  @Test func `a negative that is burnt leaves the shelf, and its page closes`() async throws {
    let store = room([.page(NegativePage.State(negative: .pier))])
    let id = try #require(store.state.path.ids.first)
    await store.send(.path(.element(id: id, action: .page(.burnPressed)))) {
      $0.path[id: id, case: \.page]?.overlay = .question(.burning("Pier at low tide"))
    }
    await store.send(\.path[id: 0].page.overlay.question.burn) {
      $0.path[id: id, case: \.page]?.overlay = nil
    }
    await store.receive(\.path[id: 0].page.wish.burn) {
      $0.shelf.negatives = []
    }
    await store.receive(\.path.popFrom, 0) { $0.path = StackState() }
  }

  @Test func `fresh air comes in before anything burns`() async {
    let isAired = LockIsolated(false)
    let store = room([.page(NegativePage.State(negative: .pier))])
    store.dependencies.airOut = { isAired.setValue(true) }
    await store.send(\.path[id: 0].page.burnPressed) {
      $0.path[id: 0, case: \.page]?.overlay = .question(.burning("Pier at low tide"))
    }
    await store.send(\.path[id: 0].page.overlay.question.air) {
      $0.path[id: 0, case: \.page]?.overlay = nil
    }
    await store.finish()
    #expect(isAired.value)
  }

  @Test func `work in the dark is asked for twice`() async {
    let store = room([.page(NegativePage.State(negative: .pier))])
    store.dependencies.thermometer.lamp = { .off }
    await store.send(\.path[id: 0].page.developPressed) {
      $0.path[id: 0, case: \.page]?.overlay = .question(.dark)
    }
    await store.send(\.path[id: 0].page.overlay.question.workWithoutLamp) {
      $0.path[id: 0, case: \.page]?.overlay = nil
    }
    await store.receive(\.path[id: 0].page.wish.develop) {
      $0.path[id: 1] = .table(BathTable.State(negative: .pier))
    }
  }

  @Test func `a finished sheet lies with its negative, on the page and on the shelf`() async {
    let clock = TestClock()
    let store = room([
      .page(NegativePage.State(negative: .pier)), .table(BathTable.State(negative: .pier)),
    ])
    store.dependencies.continuousClock = clock
    store.dependencies.thermometer.lamp = { .red }
    store.dependencies.thermometer.degrees = { @Sendable _ in
      AsyncThrowingStream {
        $0.yield(Thermometer.Reading(celsius: 19))
        $0.finish()
      }
    }
    store.exhaustivity = .off
    await store.send(.path(.element(id: 1, action: .table(.workBegan))))
    // The temperature is there before the sheet is finished.
    await store.receive(\.path[id: 1].table.measured)
    await clock.advance(by: .seconds(6))
    let sheet = Sheet(id: UUID(0), made: Date(timeIntervalSince1970: 86_400), warmest: 19)
    await store.receive(\.path[id: 1].table.report.finished, 19) {
      $0.path[id: 0, case: \.page]?.negative.sheets = [sheet]
    }
    await store.receive(\.path.popFrom) {
      #expect($0.path.count == 1)
    }
    store.assert {
      $0.shelf.negatives[id: UUID(20)]?.sheets = [sheet]
    }
  }

  @Test func `a delivery is shelved with the baths that have a liquid`() async {
    let store = TestStore(initialState: NegativeShelf.State()) {
      NegativeShelf()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(\.filmDelivered, "Harbour") {
      $0.arrival = BathRecipe.State(
        Negative(
          baths: [Bath(id: UUID(1), liquid: "Developer")],
          id: UUID(0),
          motif: "Harbour"
        )
      )
    }
    await store.send(\.arrival.bathPoured) {
      $0.arrival?.cursor = .bath(UUID(2))
      $0.arrival?.negative.baths.append(Bath(id: UUID(2), liquid: "Developer"))
    }
    var emptied = store.state.arrival?.negative ?? .pier
    emptied.baths[id: UUID(2)]?.liquid = ""
    await store.send(\.arrival.binding.negative, emptied) {
      $0.arrival?.negative = emptied
    }
    await store.send(.arrivalShelved) {
      $0.arrival = nil
      $0.negatives = [
        Negative(
          baths: [Bath(id: UUID(1), liquid: "Developer")],
          id: UUID(0),
          motif: "Harbour"
        )
      ]
    }
    await store.send(.sentAway([0])) { $0.negatives = [] }
  }
}

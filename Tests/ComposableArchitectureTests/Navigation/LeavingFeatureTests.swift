import Foundation
import TestSupport
import Testing

@testable import ComposableArchitecture

/// What is left of a feature that leaves: its effects, its store, and what it says afterwards.
@MainActor
@Suite struct LeavingFeatureTests {
  /// A balloon, which a meadow presents and holds in a stack.
  @Reducer
  struct Balloon {
    @ObservableState
    struct State: Equatable {
      var height = 0
      var name = ""
    }
    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case liftTapped
      case climbed
      case landTapped
      case landed
    }
    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .liftTapped:
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.climbed)
          }
        case .climbed:
          state.height += 1
          return .none
        case .landTapped:
          return .run { send in
            await dismiss()
            await send(.landed)
          }
        case .landed:
          state.height = 0
          return .none
        case .binding: return .none
        }
      }
    }
  }

  @Reducer
  struct Meadow {
    @ObservableState
    struct State: Equatable {
      var path = StackState<Balloon.State>()
      @Presents var balloon: Balloon.State?
      var isStormy = false
    }
    enum Action {
      case balloon(PresentationAction<Balloon.Action>)
      case path(StackActionOf<Balloon>)
      case inflateTapped
    }
    /// Whether a balloon that is lifted is let go at once.
    var letsGo = false
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .inflateTapped: state.balloon = Balloon.State()
        case .balloon(.presented(.liftTapped)) where letsGo: state.balloon = nil
        case .path(.element(_, .liftTapped)) where letsGo: state.path.removeAll()
        default: break
        }
        return .none
      }
      .ifLet(\.$balloon, action: \.balloon) { Balloon() }
      .forEach(\.path, action: \.path) { Balloon() }
    }
  }

  @Test(arguments: [true, false])
  func `the effect of a first action ends with the feature that it takes away`(
    isPresented: Bool
  ) async {
    let clock = TestClock()
    var state = Meadow.State()
    if isPresented { state.balloon = Balloon.State() } else { state.path.append(Balloon.State()) }
    let store = TestStore(initialState: state) {
      Meadow(letsGo: true)
    } withDependencies: {
      $0.continuousClock = clock
    }
    if isPresented {
      await store.send(\.balloon.liftTapped) { $0.balloon = nil }
    } else {
      await store.send(.path(.element(id: 0, action: .liftTapped))) { $0.path.removeAll() }
    }
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func `a feature that is presented later does not get the effects of the first`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Meadow.State(balloon: Balloon.State())) {
      Meadow(letsGo: true)
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.balloon.liftTapped) { $0.balloon = nil }
    await store.send(.inflateTapped) { $0.balloon = Balloon.State() }
    await clock.advance(by: .seconds(2))
    await store.send(\.balloon.dismiss) { $0.balloon = nil }
  }

  @Test func `an effect whose dismissal is declined goes on sending`() async {
    let store = TestStore(
      initialState: Meadow.State(balloon: Balloon.State(height: 2), isStormy: true)
    ) {
      Meadow().decline { state, action in state.isStormy && action.is(\.balloon.dismiss) }
    }
    await store.send(\.balloon.landTapped)
    await store.receive(\.balloon.dismiss)
    await store.receive(\.balloon.landed) { $0.balloon?.height = 0 }
  }

  @Test func `an effect whose dismissal is not declined is told to stop`() async {
    let store = Store(initialState: Meadow.State(balloon: Balloon.State())) { Meadow() }
    let reported = await issues {
      await store.send(.balloon(.presented(.landTapped))).finish()
    }
    #expect(store.balloon == nil)
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("landed") == true)
  }

  // MARK: Stores of features that have left

  @Reducer
  enum Craft {
    case balloon(Balloon)
    case kite(Balloon)
  }

  @Reducer
  struct Field {
    @ObservableState
    struct State: Equatable {
      @Presents var craft: Craft.State?
    }
    enum Action { case craft(PresentationAction<Craft.Action>) }
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$craft, action: \.craft)
    }
  }

  @Test func `the store of an enum that has left is in its last case`() throws {
    let store = Store(initialState: Field.State(craft: .balloon(Balloon.State(height: 7)))) {
      Field()
    }
    let craft = try #require(store.scope(state: \.craft, action: \.craft))
    store.send(.craft(.dismiss))
    #expect(store.craft == nil)
    guard case .balloon(let balloon) = craft.case else {
      Issue.record("The case is another one.")
      return
    }
    #expect(balloon.height == 7)
    let reported = issues { balloon.send(.climbed) }
    #expect(reported.count == 1)
  }

  // MARK: Callbacks

  @Reducer
  struct Radio {
    @ObservableState
    struct State: Equatable {
      var heard: [String] = []
    }
    enum Action {
      case listen
      case heard(String)
      case switchOff
    }
    enum CancelID { case listening }
    let station: Station
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .listen:
          return .run { [station] send in
            await withCheckedContinuation { continuation in
              Task { @MainActor in
                station.start { text in
                  Task { @MainActor in send(.heard(text)) }
                } end: {
                  continuation.resume()
                }
              }
            }
          }
          .cancellable(id: CancelID.listening)
        case .heard(let text):
          state.heard.append(text)
          return .none
        case .switchOff: return .cancel(id: CancelID.listening)
        }
      }
    }
  }

  /// Calls back, and knows nothing of tasks.
  @MainActor
  final class Station {
    private(set) var say: (@MainActor (String) -> Task<Void, Never>)?
    private(set) var end: (@MainActor () -> Void)?

    func start(
      _ say: @escaping @MainActor (String) -> Task<Void, Never>,
      end: @escaping @MainActor () -> Void
    ) {
      self.say = say
      self.end = end
    }
  }

  @Test func `callbacks of a cancelled effect send nothing`() async throws {
    let station = Station()
    let store = Store(initialState: Radio.State()) { Radio(station: station) }
    let task = store.send(.listen)
    #expect(await eventually { station.say != nil })
    await station.say?("Rain").value
    #expect(store.heard == ["Rain"])
    store.send(.switchOff)
    await station.say?("Sun").value
    #expect(store.heard == ["Rain"])
    station.end?()
    await task.finish()
  }

  @Reducer
  struct Bubble {
    struct State: Equatable {}
    enum Action { case popTapped }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented
    let station: Station
    let noted: LockIsolated<Bool?>
    var body: some Reducer<State, Action> {
      Reduce { _, _ in
        .run { [station, noted] _ in
          await withCheckedContinuation { continuation in
            withEscapedDependencies { dependencies in
              let answer: @MainActor (String) -> Task<Void, Never> = { _ in
                dependencies.yield {
                  noted.setValue(isPresented)
                  return Task { @MainActor in
                    await dismiss()
                    continuation.resume()
                  }
                }
              }
              Task { @MainActor in station.start(answer, end: {}) }
            }
          }
        }
      }
    }
  }

  @Reducer
  struct Bath {
    @ObservableState
    struct State: Equatable {
      @Presents var bubble: Bubble.State?
    }
    enum Action { case bubble(PresentationAction<Bubble.Action>) }
    let bubble: Bubble
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$bubble, action: \.bubble) { bubble }
    }
  }

  @Test func `a callback with escaped dependencies can dismiss its feature`() async {
    let station = Station()
    let noted = LockIsolated<Bool?>(nil)
    let store = Store(initialState: Bath.State(bubble: Bubble.State())) {
      Bath(bubble: Bubble(station: station, noted: noted))
    }
    store.send(.bubble(.presented(.popTapped)))
    #expect(await eventually { station.say != nil })
    await station.say?("Pop").value
    #expect(noted.value == true)
    #expect(store.bubble == nil)
  }

  // MARK: Actions inside of a reducer

  @Test func `an action to a presented feature from inside of a reducer waits`() throws {
    var bell: () -> Void = {}
    let store = Store(initialState: Meadow.State(balloon: Balloon.State())) {
      CombineReducers {
        Meadow()
        Reduce<Meadow.State, Meadow.Action> { _, action in
          if case .inflateTapped = action { bell() }
          return .none
        }
      }
    }
    let balloon = try #require(store.scope(state: \.balloon, action: \.balloon))
    bell = {
      balloon.send(.climbed)
      balloon.name = "Ida"
    }
    store.send(.inflateTapped)
    #expect(store.balloon == Balloon.State(height: 1, name: "Ida"))
  }

  @Test func `a binding that is declined is not missed`() async {
    let store = Store(initialState: Balloon.State()) {
      Balloon().decline { _, action in action.is(\.binding) }
    }
    let reported = issues { store.name = "Ida" }
    #expect(reported.isEmpty)
    #expect(store.name.isEmpty)
    let parent = Store(initialState: Meadow.State(balloon: Balloon.State())) {
      Meadow().decline { _, action in action.is(\.balloon) }
    }
    let parentReported = issues {
      parent.scope(state: \.balloon, action: \.balloon)?.name = "Ida"
    }
    #expect(parentReported.isEmpty)
  }
}

extension LeavingFeatureTests.Craft.State: Equatable {}

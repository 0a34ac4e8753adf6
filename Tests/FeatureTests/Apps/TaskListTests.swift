import ComposableArchitecture
import Foundation
import XCTest

enum Filter: LocalizedStringResourceKey, CaseIterable, Hashable {
  case all = "All"
  case active = "Active"
  case completed = "Completed"
}
typealias LocalizedStringResourceKey = String

@Reducer
struct Chore {
  @ObservableState
  struct State: Equatable, Identifiable {
    var description = ""
    let id: UUID
    var isComplete = false
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
  }
}

@Reducer
struct Chores {
  @ObservableState
  struct State: Equatable {
    var filter: Filter = .all
    var isEditing = false
    var chores: IdentifiedArrayOf<Chore.State> = []

    var filteredChores: IdentifiedArrayOf<Chore.State> {
      switch filter {
      case .active: return self.chores.filter { !$0.isComplete }
      case .all: return self.chores
      case .completed: return self.chores.filter(\.isComplete)
      }
    }
  }

  enum Action: BindableAction, Sendable {
    case addButtonTapped
    case binding(BindingAction<State>)
    case clearCompletedButtonTapped
    case delete(IndexSet)
    case move(IndexSet, Int)
    case sortCompleted
    case chores(IdentifiedActionOf<Chore>)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  private enum CancelID { case completion }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.chores.insert(Chore.State(id: self.uuid()), at: 0)
        return .none

      case .binding:
        return .none

      case .clearCompletedButtonTapped:
        state.chores.removeAll(where: \.isComplete)
        return .none

      case let .delete(indexSet):
        let filtered = state.filteredChores
        for index in indexSet {
          state.chores.remove(id: filtered[index].id)
        }
        return .none

      case var .move(source, destination):
        if state.filter == .completed {
          source = IndexSet(
            source
              .map { state.filteredChores[$0] }
              .compactMap { state.chores.index(id: $0.id) }
          )
          destination =
            (destination < state.filteredChores.endIndex
              ? state.chores.index(id: state.filteredChores[destination].id)
              : state.chores.endIndex)
            ?? destination
        }
        state.chores.move(fromOffsets: source, toOffset: destination)
        return .run { send in
          try await self.clock.sleep(for: .milliseconds(100))
          await send(.sortCompleted)
        }

      case .sortCompleted:
        state.chores.sort { $1.isComplete && !$0.isComplete }
        return .none

      case .chores(.element(id: _, action: .binding(\.isComplete))):
        return .run { send in
          try await self.clock.sleep(for: .seconds(1))
          await send(.sortCompleted)
        }
        .cancellable(id: CancelID.completion, cancelInFlight: true)

      case .chores:
        return .none
      }
    }
    .forEach(\.chores, action: \.chores) {
      Chore()
    }
  }
}

extension IdentifiedArray where ID == Chore.State.ID, Element == Chore.State {
  static let mock: Self = [
    Chore.State(description: "Milk", id: UUID(), isComplete: false),
    Chore.State(description: "Mail", id: UUID(), isComplete: true),
  ]
}

final class ChoresTests: XCTestCase {
  let clock = TestClock()

  @MainActor
  func testAddChore() async {
    let store = TestStore(initialState: Chores.State()) {
      Chores()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.addButtonTapped) {
      $0.chores.insert(
        Chore.State(description: "", id: UUID(0), isComplete: false),
        at: 0
      )
    }
    await store.send(.addButtonTapped) {
      $0.chores = [
        Chore.State(description: "", id: UUID(1), isComplete: false),
        Chore.State(description: "", id: UUID(0), isComplete: false),
      ]
    }
  }

  @MainActor
  func testEditAndComplete() async {
    let state = Chores.State(
      chores: [
        Chore.State(description: "", id: UUID(0), isComplete: false),
        Chore.State(description: "", id: UUID(1), isComplete: false),
      ]
    )
    let store = TestStore(initialState: state) {
      Chores()
    } withDependencies: {
      $0.continuousClock = self.clock
    }

    await store.send(\.chores[id: UUID(0)].binding.description, "Learn") {
      $0.chores[id: UUID(0)]?.description = "Learn"
    }
    await store.send(.chores(.element(id: UUID(0), action: .binding(.set(\.isComplete, true))))) {
      $0.chores[id: UUID(0)]?.isComplete = true
    }
    await self.clock.advance(by: .milliseconds(500))
    await store.send(\.chores[id: state.chores[1].id].binding.isComplete, true) {
      $0.chores[id: UUID(1)]?.isComplete = true
    }
    await self.clock.advance(by: .milliseconds(500))
    await self.clock.run()
    await store.receive(\.sortCompleted)
  }

  @MainActor
  func testClearDeleteAndFilter() async {
    let state = Chores.State(chores: [
      Chore.State(id: UUID(0)), Chore.State(id: UUID(1), isComplete: true),
      Chore.State(id: UUID(2), isComplete: true),
    ])
    let store = TestStore(initialState: state) { Chores() }
    await store.send(\.binding.filter, .completed) {
      $0.filter = .completed
    }
    XCTAssertEqual(store.state.filteredChores.count, 2)
    await store.send(.delete([0])) {
      $0.chores = [$0.chores[0], $0.chores[2]]
    }
    await store.send(.clearCompletedButtonTapped) {
      $0.chores = [
        $0.chores[0]
      ]
    }
    expectNoDifference(store.state.chores.ids, [UUID(0)])
  }

  @MainActor
  func testMove() async {
    let state = Chores.State(chores: [
      Chore.State(id: UUID(0)), Chore.State(id: UUID(1)), Chore.State(id: UUID(2)),
    ])
    let store = TestStore(initialState: state) {
      Chores()
    } withDependencies: {
      $0.continuousClock = self.clock
    }
    await store.send(.move([0], 2)) {
      $0.chores = [$0.chores[1], $0.chores[0], $0.chores[2]]
    }
    await self.clock.advance(by: .milliseconds(100))
    await store.receive(\.sortCompleted)
  }
}

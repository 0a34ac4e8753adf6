import ComposableArchitecture
import Foundation
import XCTest

/// A tool that a neighbourhood lends out.
@Reducer
struct Tool {
  @ObservableState
  struct State: Equatable, Identifiable {
    var borrower: String?
    let id: UUID
    var label = ""
    var reminders = 0
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

/// The desk that lends tools, and reminds those who keep them for longer than two weeks.
@Reducer
struct ToolDesk {
  enum Board: String, CaseIterable {
    case everything, lent, onTheWall
  }

  @ObservableState
  struct State: Equatable {
    var board = Board.everything
    var tools: IdentifiedArrayOf<Tool.State> = []

    /// The tools that the chosen board lists.
    var listed: IdentifiedArrayOf<Tool.State> {
      tools.filter { tool in
        switch board {
        case .everything: true
        case .lent: tool.borrower != nil
        case .onTheWall: tool.borrower == nil
        }
      }
    }
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case donationTaken(label: String)
    case hungElsewhere(IndexSet, at: Int)
    case loanOverdue(Tool.State.ID)
    case scrapped(IndexSet)
    case stocktakingDone(missing: Set<UUID>)
    case tools(IdentifiedActionOf<Tool>)
    case wallTidied
  }

  private struct Loan: Hashable {
    let tool: UUID
  }

  static let loanPeriod = Duration.seconds(14 * 24 * 60 * 60)

  @Dependency(\.continuousClock) var calendar
  @Dependency(\.uuid) var number

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { desk, action in
      switch action {
      case .binding:
        return .none

      case .donationTaken(label: let label):
        desk.tools.updateOrAppend(Tool.State(id: number(), label: label))
        return .none

      case .hungElsewhere(let offsets, at: let position):
        desk.tools.move(fromOffsets: offsets, toOffset: position)
        return .none

      case .loanOverdue(let id):
        desk.tools[id: id]?.reminders += 1
        return remind(of: id)

      case .scrapped(let offsets):
        let ids = offsets.map { desk.listed[$0].id }
        for id in ids { desk.tools.remove(id: id) }
        return .merge(ids.map { .cancel(id: Loan(tool: $0)) })

      case .stocktakingDone(let missing):
        desk.tools.removeAll(where: { missing.contains($0.id) })
        return .merge(missing.map { .cancel(id: Loan(tool: $0)) })

      case .tools(.element(id: let id, action: .binding(\.borrower))):
        guard desk.tools[id: id]?.borrower != nil else {
          desk.tools[id: id]?.reminders = 0
          return .cancel(id: Loan(tool: id))
        }
        return remind(of: id)

      case .tools:
        return .none

      case .wallTidied:
        desk.tools.sort { $0.label < $1.label }
        return .none
      }
    }
    .forEach(\.tools, action: \.tools) {
      Tool()
    }
  }

  private func remind(of tool: UUID) -> EffectOf<Self> {
    .run { send in
      try await calendar.sleep(for: Self.loanPeriod)
      await send(.loanOverdue(tool))
    }
    .cancellable(id: Loan(tool: tool), cancelInFlight: true)
  }
}

extension IdentifiedArray where ID == Tool.State.ID, Element == Tool.State {
  fileprivate static let wall: Self = [
    Tool.State(id: UUID(0), label: "Saw"),
    Tool.State(id: UUID(1), label: "Drill"),
    Tool.State(borrower: "Ines", id: UUID(2), label: "Ladder"),
  ]
}

final class ToolDeskTests: XCTestCase {
  private let calendar = TestClock()

  @MainActor
  private func desk(_ tools: IdentifiedArrayOf<Tool.State>) -> TestStoreOf<ToolDesk> {
    TestStore(initialState: ToolDesk.State(tools: tools)) {
      ToolDesk()
    } withDependencies: {
      $0.continuousClock = calendar
      $0.uuid = .incrementing
    }
  }

  @MainActor
  func testDonationsAreNumbered() async {
    let store = desk([])
    await store.send(.donationTaken(label: "Spade")) {
      $0.tools = [Tool.State(id: UUID(0), label: "Spade")]
    }
    await store.send(\.donationTaken, "Rake") {
      $0.tools.append(Tool.State(id: UUID(1), label: "Rake"))
    }
    await store.send(\.tools[id: UUID(1)].binding.label, "Leaf rake") {
      $0.tools[id: UUID(1)]?.label = "Leaf rake"
    }
  }

  @MainActor
  func testBorrowersAreRemindedUntilTheyReturnTheTool() async {
    let store = desk(.wall)
    await store.send(\.tools[id: UUID(0)].binding.borrower, "Okan") {
      $0.tools[id: UUID(0)]?.borrower = "Okan"
    }
    await calendar.advance(by: .seconds(7 * 24 * 60 * 60))
    await store.send(.tools(.element(id: UUID(1), action: .binding(.set(\.borrower, "Mia"))))) {
      $0.tools[id: UUID(1)]?.borrower = "Mia"
    }
    await calendar.advance(by: .seconds(7 * 24 * 60 * 60))
    await store.receive(\.loanOverdue, UUID(0)) { $0.tools[id: UUID(0)]?.reminders = 1 }
    await store.send(\.tools[id: UUID(1)].binding.borrower, nil) {
      $0.tools[id: UUID(1)]?.borrower = nil
    }
    await calendar.advance(by: ToolDesk.loanPeriod)
    await store.receive(\.loanOverdue) { $0.tools[id: UUID(0)]?.reminders = 2 }
    await store.send(\.tools[id: UUID(0)].binding.borrower, nil) {
      $0.tools[id: UUID(0)]?.borrower = nil
      $0.tools[id: UUID(0)]?.reminders = 0
    }
    await calendar.run()
  }

  @MainActor
  func testScrappingGoesByWhatTheBoardLists() async {
    let store = desk(.wall)
    await store.send(\.binding.board, .onTheWall) { $0.board = .onTheWall }
    XCTAssertEqual(store.state.listed.map(\.label), ["Saw", "Drill"])
    await store.send(.scrapped([1])) { $0.tools = [$0.tools[0], $0.tools[2]] }
    await store.send(.set(\.board, .lent)) { $0.board = .lent }
    expectNoDifference(store.state.listed.ids, [UUID(2)])
    await store.send(.scrapped([0])) { $0.tools.remove(id: UUID(2)) }
  }

  @MainActor
  func testWhatIsMissingAfterStocktakingIsGone() async {
    let store = desk(.wall)
    await store.send(\.tools[id: UUID(1)].binding.borrower, "Jo") {
      $0.tools[id: UUID(1)]?.borrower = "Jo"
    }
    await store.send(\.stocktakingDone, [UUID(1), UUID(2)]) { $0.tools = [$0.tools[0]] }
    await calendar.run()
  }

  @MainActor
  func testTheWallIsRearrangedAndTidied() async {
    let store = desk(.wall)
    await store.send(.hungElsewhere([2], at: 0)) {
      $0.tools = [$0.tools[2], $0.tools[0], $0.tools[1]]
    }
    await store.send(.wallTidied) {
      $0.tools = [$0.tools[2], $0.tools[0], $0.tools[1]]
    }
    XCTAssertEqual(store.state.tools.map(\.label), ["Drill", "Ladder", "Saw"])
  }
}

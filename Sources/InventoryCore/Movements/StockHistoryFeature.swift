import ComposableArchitecture
import Foundation

/// What has happened to the quantity and the place of an item: a plot, and the movements.
@Reducer
public struct StockHistoryFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let itemID: Item.ID
    /// What is known of the history; `nil` while nothing is.
    public var history: StockHistory?
    /// Why the history could not be read.
    public var problem: DatabaseProblem?
    /// How many movements are shown at most.
    public var movementLimit = State.pageSize
    /// The moment at which the history was read.
    public var now = Date.distantPast
    /// The place in the levels that the user looks at.
    public var cursor: Int?
    /// Whether the plot has the keyboard focus, or gets it once it is there.
    public var isFocused = false

    /// How many movements come with each page.
    public static let pageSize = 20

    public init(itemID: Item.ID) {
      self.itemID = itemID
    }

    /// The level that the user looks at.
    public var selectedLevel: StockLevel? {
      guard let cursor, let levels = history?.levels, levels.indices.contains(cursor) else {
        return nil
      }
      return levels[cursor]
    }

    /// Whether there is a development to be shown: a single level is none.
    public var hasPlot: Bool {
      history.map { $0.levels.count > 1 } ?? false
    }

    /// Whether there are older movements than those that are shown.
    public var hasMoreMovements: Bool {
      history.map { $0.movementCount > $0.movements.count } ?? false
    }
  }

  /// A way that the cursor goes.
  public enum CursorMove: Equatable, Sendable {
    case previous
    case next
    case first
    case last
  }

  public enum Action {
    case cursorMoved(CursorMove)
    case focusChanged(Bool)
    case historyResponse(Result<StockHistory, any Error>)
    case moreButtonTapped
    /// The user points at a moment, or no longer at any.
    case pointed(at: Date?)
    case retryButtonTapped
    case task
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.movements) var movements
  @Dependency(\.date) var date

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cursorMoved(let move):
        moveCursor(&state, move)
        return .none

      case .focusChanged(let isFocused):
        state.isFocused = isFocused
        return .none

      case .historyResponse(.success(let history)):
        state.history = history
        state.problem = nil
        state.now = date.now
        state.cursor = state.cursor.flatMap { history.levels.indices.contains($0) ? $0 : nil }
        if !state.hasPlot { state.isFocused = false }
        return .none

      case .historyResponse(.failure(let error)):
        // What is shown stays: the page says why the item itself cannot be read.
        if state.history == nil { state.problem = DatabaseProblem(error) }
        return .none

      case .moreButtonTapped:
        state.movementLimit += State.pageSize
        return follow(state)

      case .pointed(let date):
        state.cursor = date.flatMap { date in
          state.history?.levels.lastIndex { $0.date <= date }
        }
        return .none

      case .retryButtonTapped:
        state.problem = nil
        return follow(state, reopens: true)

      case .task:
        return follow(state)
      }
    }
  }

  private func moveCursor(_ state: inout State, _ move: CursorMove) {
    guard let last = state.history?.levels.indices.last else { return }
    state.cursor =
      switch move {
      case .first: 0
      case .last: last
      // The cursor comes from the right, where the plot ends.
      case .previous: state.cursor.map { max($0 - 1, 0) } ?? last
      case .next: state.cursor.map { min($0 + 1, last) } ?? last
      }
  }

  /// Reads as much of the history as is shown, and reads it anew after each change.
  private func follow(_ state: State, reopens: Bool = false) -> Effect<Action> {
    connection.onEveryChange(id: CancelID.changes, reopens: reopens) {
      [id = state.itemID, limit = state.movementLimit, movements] send in
      await send(.historyResponse(Result { try await movements.history(id, limit) }))
    }
  }
}

import ComposableArchitecture

/// Finds an item that was added, and has the list show it.
struct AddedItemReducer: Reducer {
  typealias State = ItemRowsFeature.State
  typealias Action = ItemRowsFeature.Action

  private enum CancelID {
    case position
  }

  @Dependency(\.items) private var items

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .itemAdded(let id):
        return .run { [query = state.query] send in
          guard let position = try await items.position(id, query) else { return }
          await send(.itemFound(id, position: position))
        } catch: { _, _ in
          // The list is as good without.
        }
        .cancellable(id: CancelID.position, cancelInFlight: true)

      case .itemFound(let id, let position):
        state.awaitedItem = id
        // The rows there are read, and those that the view shows once it has scrolled.
        state.visibleRows = position..<position + 1
        return .send(.databaseChanged)

      case .refreshResponse(_, .success(let page)):
        // A read that began before the item was awaited may have read other rows.
        guard page.isComplete, state.reading == nil, let awaited = state.awaitedItem else {
          return .none
        }
        state.awaitedItem = nil
        state.revealedRow = state.rows.position(of: awaited)
        return .none

      case .rowRevealed(let position):
        state.revealedRow = position
        return .none

      default:
        return .none
      }
    }
  }
}

import ComposableArchitecture

/// Leads from page to page, as the pages say.
struct PagesReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .list(.delegate(.locationsRequested)):
        return state.show(.locations(LocationsFeature.State()), on: nil)

      case .list(.delegate(.recentChangesRequested)):
        return state.show(.recentChanges(RecentChangesFeature.State()), on: nil)

      case .list(.list(.delegate(.itemOpened(let item)))):
        return state.show(.item(ItemDetailFeature.State(item: item)), on: nil)

      case .path(.element(let id, let action)):
        switch state.path[id: id]?.page.step(for: action) {
        case .push(let page): return state.show(page, on: id)
        case .remove: state.path[id: id] = nil
        case nil: break
        }
        return .none

      default:
        return .none
      }
    }
  }
}

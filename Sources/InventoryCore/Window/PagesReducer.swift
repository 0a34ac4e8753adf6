import ComposableArchitecture

/// Leads from page to page, as the pages say.
struct PagesReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .list(.delegate(.locationsRequested)):
        state.path.append(.locations(LocationsFeature.State()))
        return .none

      case .list(.delegate(.recentChangesRequested)):
        state.path.append(.recentChanges(RecentChangesFeature.State()))
        return .none

      case .list(.list(.delegate(.itemOpened(let item)))):
        state.path.append(.item(ItemDetailFeature.State(item: item)))
        return .none

      case .path(.element(let id, let action)):
        switch state.path[id: id]?.page.step(for: action) {
        case .push(let page): state.path.append(page)
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

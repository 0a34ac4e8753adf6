import ComposableArchitecture

/// Leads from page to page: from items to their locations and tags, and from those to items again.
struct PagesReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .list(.delegate(.locationsRequested)):
        state.path.append(.locations(LocationsFeature.State()))
        return .none

      case .list(.list(.delegate(.itemOpened(let item)))),
        .path(.element(_, action: .item(.related(.delegate(.itemOpened(let item)))))),
        .path(.element(_, action: .location(.list(.delegate(.itemOpened(let item)))))),
        .path(.element(_, action: .tag(.list(.delegate(.itemOpened(let item)))))):
        state.path.append(.item(ItemDetailFeature.State(item: item)))
        return .none

      case .path(.element(let id, action: .item(.delegate(.itemGone)))),
        .path(.element(let id, action: .location(.delegate(.locationGone)))):
        // Only this page: those on top of it may be about things that are still there.
        state.path[id: id] = nil
        return .none

      case .path(.element(_, action: .item(.delegate(.locationOpened(let name))))),
        .path(.element(_, action: .location(.delegate(.locationOpened(let name))))),
        .path(.element(_, action: .locations(.delegate(.locationOpened(let name))))):
        state.path.append(.location(LocationFeature.State(name: name)))
        return .none

      case .path(.element(_, action: .item(.delegate(.tagOpened(let name))))):
        state.path.append(.tag(TagFeature.State(name: name)))
        return .none

      default:
        return .none
      }
    }
  }
}

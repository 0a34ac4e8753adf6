import ComposableArchitecture

/// Goes where an entry of the sidebar leads.
struct SidebarReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .sidebar(.delegate(.placeChosen(let entry))) = action else { return .none }
      // What is open is closed. A form with unsaved changes asks first.
      if let question = state.questionAboutUnsavedChanges {
        state.postponed = .place(entry)
        return .send(question)
      }
      return go(to: entry, &state)
    }
  }

  private func go(to entry: SidebarEntry, _ state: inout State) -> Effect<Action> {
    guard let page = entry.newPage else {
      state.path.removeAll()
      let filter = ItemFilter(isLow: entry == .lowStock)
      return .merge(
        .send(.list(.list(.searchTextChanged("")))),
        .send(.list(.list(.filterChanged(filter))))
      )
    }
    if state.path.first?.page.link == page.page.link {
      // The page keeps what it has, such as how far it was scrolled.
      state.path.removeLast(state.path.count - 1)
    } else {
      state.path = [page]
    }
    return .none
  }
}

extension SidebarEntry {
  /// The page of the place; `nil` for the list beneath all pages.
  fileprivate var newPage: InventoryFeature.Path.State? {
    switch self {
    case .allItems, .lowStock: nil
    case .recentChanges: .recentChanges(RecentChangesFeature.State())
    case .stocktake: .stocktake(StocktakeFeature.State())
    case .locations: .locations(LocationsFeature.State())
    case .location(let path): .location(LocationFeature.State(name: path))
    case .tag(let name): .tag(TagFeature.State(name: name))
    }
  }
}

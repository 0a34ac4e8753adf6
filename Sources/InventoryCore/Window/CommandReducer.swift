import ComposableArchitecture

/// Does what is asked for with keys and with the menu that all pages have.
struct CommandReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  @Dependency(\.clipboard) var clipboard
  @Dependency(\.windows) var windows

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .command(let command) = action else { return .none }
      switch command {
      case .about:
        return state.present(.about(AboutFeature.State()))

      case .closeWindow:
        return .send(.closeButtonTapped)

      case .copyLink:
        return .run { [link = state.link] send in
          await clipboard.setText(link.text)
          await send(.undo(.finished(tr("Link copied"))))
        }

      case .newItem:
        if case .unreadable = state.list.content { return .none }
        guard !state.isPresenting, state.connection.rights.contains(.change) else { return .none }
        return .send(.list(.addButtonTapped))

      case .newWindow:
        return .run { _ in await windows.open(DeepLink()) }

      case .pageInNewWindow:
        return .run { [pages = state.link.pages] _ in await windows.open(DeepLink(pages: pages)) }

      case .preferences:
        return state.present(.preferences(PreferencesFeature.State()))

      case .quit:
        if let question = state.questionAboutUnsavedChanges {
          state.postponed = .quit
          return .send(question)
        }
        return .run { _ in await windows.quit() }

      case .search:
        return search(&state)

      case .shortcuts:
        return state.present(.shortcuts(ShortcutsFeature.State()))
      }
    }
  }

  private func search(_ state: inout State) -> Effect<Action> {
    guard !state.isPresenting else { return .none }
    if let id = state.path.ids.last, state.path[id: id]?.is(\.stocktake) == true {
      state.path[id: id, case: \.stocktake]?.focus = .code
      return .none
    }
    if let question = state.questionAboutUnsavedChanges {
      state.postponed = .search
      return .send(question)
    }
    state.path.removeAll()
    state.list.isSearchFocused = true
    return .none
  }
}

extension InventoryFeature.State {
  /// Whether something is open on top of a page. Several are in sight in a wide window.
  var isPresenting: Bool {
    destination != nil || list.filters != nil || list.list.manyItems != nil
      || list.transfer.destination != nil || path.contains { $0.page.isPresenting }
  }

  /// Opens a sheet, unless there is one: the user answers one thing after the other.
  fileprivate mutating func present(
    _ sheet: InventoryFeature.Destination.State
  ) -> Effect<InventoryFeature.Action> {
    if !isPresenting { destination = sheet }
    return .none
  }
}

import ComposableArchitecture

/// Closes the window, and keeps what is asked for while a form has unsaved changes until the user
/// has decided about them.
struct UnsavedChangesReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        if let question = state.questionAboutUnsavedChanges {
          state.postponed = .close
          return .send(question)
        }
        state.isClosed = true
        return .none

      // What was being saved meanwhile is saved, or has to be put right first.
      case .destination(.presented(.add(.delegate(.saved)))),
        .path(.element(_, action: .item(.destination(.presented(.edit(.delegate(.saved))))))):
        return goOn(&state)

      case .destination(.presented(.add(.saveResponse(.failure)))),
        .path(.element(_, action: .item(.destination(.presented(.edit(.saveResponse(.failure))))))):
        state.postponed = nil
        return .none

      // The user keeps editing.
      case .destination(.presented(.add(.alert(.dismiss)))),
        .path(.element(_, action: .item(.destination(.presented(.edit(.alert(.dismiss))))))),
        .path(.element(_, action: .item(.destination(.presented(.book(.alert(.dismiss))))))):
        state.postponed = nil
        return .none

      case .destination(.dismiss) where state.destination == nil:
        return goOn(&state)

      case .path(.element(let id, action: .item(.destination(.dismiss))))
      where state.path[id: id]?.item?.destination == nil:
        return goOn(&state)

      default:
        return .none
      }
    }
  }

  /// Does what was asked for before a form was closed.
  private func goOn(_ state: inout State) -> Effect<Action> {
    defer { state.postponed = nil }
    return switch state.postponed {
    case .close: .send(.closeButtonTapped)
    case .link(let link): .send(.linkOpened(link.text))
    case .quit: .send(.command(.quit))
    case nil: .none
    }
  }
}

extension InventoryFeature.State {
  /// Whether closing the window would lose what has been written.
  public var hasUnsavedChanges: Bool { questionAboutUnsavedChanges != nil }

  /// The action that makes a form with unsaved changes ask whether to discard them.
  var questionAboutUnsavedChanges: InventoryFeature.Action? {
    if destination?.add?.hasUnsavedChanges == true {
      return .destination(.presented(.add(.cancelButtonTapped)))
    }
    for (id, page) in zip(path.ids, path) {
      if let question = page.item?.questionAboutUnsavedChanges {
        return .path(.element(id: id, action: .item(question)))
      }
    }
    return nil
  }
}

extension ItemDetailFeature.State {
  /// The action that makes a form with unsaved changes ask whether to discard them.
  var questionAboutUnsavedChanges: ItemDetailFeature.Action? {
    if destination?.edit?.hasUnsavedChanges == true {
      return .destination(.presented(.edit(.cancelButtonTapped)))
    }
    if destination?.book?.hasUnsavedChanges == true {
      return .destination(.presented(.book(.cancelButtonTapped)))
    }
    return nil
  }
}

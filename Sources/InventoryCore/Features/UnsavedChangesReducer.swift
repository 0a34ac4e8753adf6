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
      case .destination(.presented(.add(.delegate(.saved)))):
        return goOn(&state)

      case .destination(.presented(.add(.saveResponse(.failure)))),
        .destination(.presented(.add(.alert(.dismiss)))):
        state.postponed = nil
        return .none

      case .destination(.dismiss) where state.destination == nil:
        return goOn(&state)

      case .path(.element(let id, let action)):
        switch action.formEvent {
        case .saved: return goOn(&state)
        case .closed where state.path[id: id]?.isPresenting == false: return goOn(&state)
        case .staysOpen: state.postponed = nil
        case .closed, nil: break
        }
        return .none

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
      if let question = page.questionAboutUnsavedChanges {
        return .path(.element(id: id, action: question))
      }
    }
    return nil
  }
}

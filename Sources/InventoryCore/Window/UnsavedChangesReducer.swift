import ComposableArchitecture

/// Closes the window, and keeps what is asked for while a form has unsaved changes, or a file is
/// read or written, until the user has decided about that.
struct UnsavedChangesReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return close(&state)

      // What was being saved meanwhile is saved, or has to be put right first.
      case .destination(.presented(.add(.delegate(.saved)))),
        .destination(.presented(.backups(.delegate(.restored)))):
        return goOn(&state)

      case .destination(.presented(.add(.saveResponse(.failure)))),
        .destination(.presented(.backups(.restoreFailed))),
        .destination(.presented(.add(.alert(.dismiss)))):
        state.postponed = nil
        return .none

      case .destination(.dismiss) where state.destination == nil:
        return goOn(&state)

      case .list(.list(let action)):
        return reduce(into: &state, action.formEvent, isOpen: state.list.list.manyItems != nil)

      case .list(.transfer(let action)):
        return reduce(into: &state, transfer: action)

      case .popPostponed(let id):
        state.postponed = .pop(from: id)
        return state.questionBeforePop(from: id).map { .send($0) } ?? .none

      case .path(.popFrom):
        // With the page goes what was to be decided.
        state.postponed = nil
        return .none

      case .path(.element(let id, let action)):
        guard let page = state.path[id: id]?.page else {
          // With the page goes what was to be decided.
          state.postponed = nil
          return .none
        }
        return reduce(into: &state, page.formEvent(of: action), isOpen: page.hasOpenForm)

      default:
        return .none
      }
    }
  }

  private func close(_ state: inout State) -> Effect<Action> {
    if let question = state.questionAboutUnsavedChanges {
      state.postponed = .close
      return .send(question)
    }
    state.isClosed = true
    return .none
  }

  /// - Parameter isOpen: Whether a form is still open.
  private func reduce(
    into state: inout State,
    _ event: FormEvent?,
    isOpen: Bool
  ) -> Effect<Action> {
    switch event {
    case .saved: return goOn(&state)
    case .closed where !isOpen: return goOn(&state)
    case .staysOpen: state.postponed = nil
    case .closed, nil: break
    }
    return .none
  }

  private func reduce(
    into state: inout State,
    transfer action: TransferFeature.Action
  ) -> Effect<Action> {
    switch action.transferEvent {
    case .ended where state.list.transfer.destination == nil: return goOn(&state)
    case .goesOn: state.postponed = nil
    case .ended, nil: break
    }
    // What has failed in the place of a question is to be read first.
    if case .alert = state.list.transfer.destination { state.postponed = nil }
    return .none
  }

  /// Does what was asked for before a form was closed.
  private func goOn(_ state: inout State) -> Effect<Action> {
    let postponed = state.postponed
    state.postponed = nil
    return switch postponed {
    case .close: .send(.closeButtonTapped)
    case .link(let link): .send(.linkOpened(link.completeText))
    case .page(_, let origin?) where !state.path.ids.contains(origin): .none
    case .page(let page, let origin): state.show(page, on: origin)
    case .place(let entry): .send(.sidebar(.delegate(.placeChosen(entry))))
    case .pop(let id): state.path.ids.contains(id) ? .send(.path(.popFrom(id: id))) : .none
    case .quit: .send(.command(.quit))
    case .search: .send(.command(.search))
    case nil: .none
    }
  }
}

extension TransferFeature.Action {
  fileprivate enum Event {
    /// The import or export has come to its end, or was stopped.
    case ended
    /// The user lets it go on, or has to look at why it could not.
    case goesOn
  }

  /// What the action means for what waits for the end of an import or export.
  fileprivate var transferEvent: Event? {
    switch self {
    case .delegate(.finished), .destination(.dismiss),
      .destination(.presented(.importing(.delegate(.finished)))):
      .ended
    case .destination(.presented(.exporting(.alert(.dismiss)))),
      .destination(.presented(.importing(.alert(.dismiss)))),
      .destination(.presented(.importing(.importEnded(.failure)))):
      .goesOn
    default: nil
    }
  }
}

extension InventoryFeature.State {
  /// Whether closing the window would lose what has been written.
  public var hasUnsavedChanges: Bool { questionAboutUnsavedChanges != nil }

  /// The action that asks before the user goes back from a page, and from those on top of it; `nil`
  /// if nothing would be lost.
  func questionBeforePop(from id: StackElementID) -> InventoryFeature.Action? {
    for id in path.ids.drop(while: { $0 != id }) {
      if let question = path[id: id]?.page.pathQuestionBeforePop {
        return .path(.element(id: id, action: question))
      }
    }
    return nil
  }

  /// The action that makes a form with unsaved changes ask whether to discard them, or an import or
  /// export whether to stop.
  var questionAboutUnsavedChanges: InventoryFeature.Action? {
    if let question = list.transfer.questionAboutTransfer { return .list(.transfer(question)) }
    if let question = list.list.questionAboutUnsavedChanges { return .list(.list(question)) }
    if let question = destination?.questionBeforeDismissal {
      return .destination(.presented(question))
    }
    for (id, element) in zip(path.ids, path) {
      if let question = element.page.pathQuestionAboutUnsavedChanges {
        return .path(.element(id: id, action: question))
      }
    }
    return nil
  }
}

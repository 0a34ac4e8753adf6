import ComposableArchitecture

/// Goes where a link leads.
struct LinkReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  enum CancelID {
    case link
  }

  @Dependency(\.links) var links
  @Dependency(\.uuid) var uuid

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .linkOpened(let text):
        do {
          let link = try DeepLink(text)
          return .run { send in
            await send(.linkResponse(Result { try await links.target(link) }))
          }
          .cancellable(id: CancelID.link, cancelInFlight: true)
        } catch {
          return state.showDeadLink(error)
        }

      case .linkResponse(.success(let target)):
        // Following a link closes what is open. A form with unsaved changes asks first.
        if let question = state.questionAboutUnsavedChanges {
          state.postponed = .link(target.link)
          return .send(question)
        }
        state.follow(target, newItemID: uuid())
        return .none

      case .linkResponse(.failure(let error)):
        return state.showDeadLink(error)

      default:
        return .none
      }
    }
  }
}

extension InventoryFeature.State {
  /// Tells that a link leads nowhere: over a form with unsaved changes or a backup that is being
  /// restored if there is one, else in the place of what is open.
  fileprivate mutating func showDeadLink(_ error: any Error) -> Effect<InventoryFeature.Action> {
    let title = tr("The link cannot be opened")
    if destination?.questionBeforeDismissal != nil {
      destination?.showFailure(title, error)
      return .none
    }
    for id in path.ids where path[id: id]?.page.pathQuestionAboutUnsavedChanges != nil {
      if path[id: id]?.page.showFailure(title, error) == true { return .none }
    }
    destination = .alert(.failure(title, error))
    return .merge(
      zip(path.ids, path).compactMap { id, element in
        element.page.pathDismissal.map { .send(.path(.element(id: id, action: $0))) }
      }
    )
  }
}

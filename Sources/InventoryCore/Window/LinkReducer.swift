import ComposableArchitecture

/// Goes where a link leads.
struct LinkReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  enum CancelID {
    case link
  }

  /// How long at least it takes until a link is tried again that could not be followed.
  static let delay = Duration.seconds(1)

  @Dependency(\.connection) var connection
  @Dependency(\.continuousClock) var clock
  @Dependency(\.links) var links
  @Dependency(\.uuid) var uuid

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      noteMove(&state)
      switch action {
      case .linkOpened(let text):
        do {
          let link = try DeepLink(text)
          state.waitingLink = nil
          return follow(link)
        } catch {
          return state.showDeadLink(error)
        }

      case .linkPostponed(let link):
        // The connection may come and go. That the link waits is told once.
        guard state.waitingLink?.link != link else { return followLater(link) }
        state.waitingLink = WaitingLink(link: link, start: Whereabouts(state))
        return .merge(
          .send(
            .undo(.finished(tr("The link will be opened when the inventory can be reached again.")))
          ),
          followLater(link)
        )

      case .linkReached(let link):
        return follow(link)

      case .linkResponse(.success(let target)) where state.isBusySinceLink:
        state.waitingLink = nil
        return .send(.undo(.offered(tr("The link can be opened now."), .open(target.link))))

      case .linkResponse(.failure(let error)) where state.isBusySinceLink:
        state.waitingLink = nil
        let text = tr("The link cannot be opened: \(explanation(of: error))")
        return .send(.undo(.finished(text)))

      case .undo(.toast(.presented(.delegate(.buttonTapped(.open(let link)))))):
        return .send(.linkOpened(link.completeText))

      case .linkResponse(.success(let target)):
        state.waitingLink = nil
        // Following a link closes what is open. A form with unsaved changes asks first.
        if let question = state.questionAboutUnsavedChanges {
          state.postponed = .link(target.link)
          return .send(question)
        }
        state.follow(target, newItemID: uuid())
        return .none

      case .linkResponse(.failure(let error)):
        state.waitingLink = nil
        return state.showDeadLink(error)

      default:
        return .none
      }
    }
  }
}

/// A link that is opened when the inventory can be reached again.
public struct WaitingLink: Equatable, Sendable {
  public let link: DeepLink
  /// Where the user was when he opened it.
  var start: Whereabouts
}

extension LinkReducer {
  private func noteMove(_ state: inout State) {
    guard var waiting = state.waitingLink, !waiting.start.isLeft else { return }
    waiting.start.follow(state)
    if waiting.start.isLeft { state.waitingLink = waiting }
  }

  private func follow(_ link: DeepLink) -> Effect<Action> {
    .run { send in
      let target = await Result { try await links.target(link) }
      if case .failure(let error) = target, error.isConnectionLost {
        await send(.linkPostponed(link))
      } else {
        await send(.linkResponse(target))
      }
    }
    .cancellable(id: CancelID.link, cancelInFlight: true)
  }

  /// Follows a link once the inventory can be reached. Another link takes its place.
  private func followLater(_ link: DeepLink) -> Effect<Action> {
    .run { send in
      // The connection may have come back already, and may be lost again at once.
      try await clock.sleep(for: Self.delay)
      for await state in connection.states() where state.isReached {
        return await send(.linkReached(link))
      }
    }
    .cancellable(id: CancelID.link, cancelInFlight: true)
  }
}

extension InventoryFeature.State {
  /// Whether the user has begun something else while a link waited, from which it must not take him
  /// away.
  fileprivate var isBusySinceLink: Bool {
    guard let waitingLink else { return false }
    return waitingLink.start.isLeft || isPresenting || hasUnsavedChanges
  }

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

import ComposableArchitecture

/// Deletes the location of a page after a confirmation, and leaves the page.
struct LocationDeletionReducer: Reducer {
  typealias State = LocationFeature.State
  typealias Action = LocationFeature.Action

  @Dependency(\.locations) var locations

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped:
        guard let content = state.content else { return .none }
        state.destination = .confirmationDialog(.delete(content))
        return .none

      case .deleteFailed(let error):
        state.isDeleting = false
        let title = tr("The location could not be deleted")
        // What has been opened meanwhile stays.
        if state.destination?.is(\.form) == true {
          state.destination?.modify(\.form) { $0.alert = .failure(title, error) }
        } else {
          state.destination = .alert(.failure(title, error))
        }
        return .none

      case .destination(.presented(.confirmationDialog(.deleteConfirmed))):
        return delete(&state)

      default:
        return .none
      }
    }
  }

  private func delete(_ state: inout State) -> Effect<Action> {
    guard let id = state.content?.id else { return .none }
    state.isDeleting = true
    return .run { send in
      try await locations.delete(id)
      await send(.contentResponse(.success(nil)))
    } catch: { error, send in
      await send(.deleteFailed(error))
    }
  }
}

extension ConfirmationDialogState where Action == LocationFeature.Destination.ConfirmationDialog {
  static func delete(_ location: LocationContent) -> ConfirmationDialogState {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState(tr("Delete “\(location.path.names.last ?? "")”?"))
    } actions: {
      ButtonState(role: .destructive, action: .deleteConfirmed) {
        TextState(tr("Delete"))
      }
      ButtonState(role: .cancel) {
        TextState(tr("Cancel"))
      }
    } message: {
      TextState(location.textOfDeletion)
    }
  }
}

extension LocationContent {
  /// What moves where when the location is deleted.
  var textOfDeletion: String {
    let content = textOfContent
    return switch (content, path.parent?.text) {
    case (nil, _): tr("There is nothing in it.")
    case (let content?, let parent?): tr("What is in it moves to “\(parent)”: \(content).")
    case (let content?, nil): tr("What is in it will be in no other location: \(content).")
    }
  }

  /// How much is directly in the location; `nil` if it is empty.
  var textOfContent: String? {
    let items = ownItemCount
    let locations = sublocations.count
    let itemText = tr("\(items) item", "\(items) items", count: items)
    let locationText = tr("\(locations) location", "\(locations) locations", count: locations)
    return switch (items > 0, locations > 0) {
    case (false, false): nil
    case (true, false): itemText
    case (false, true): locationText
    case (true, true): tr("\(itemText), \(locationText)")
    }
  }
}

import ComposableArchitecture

/// Deletes the item of a page after a confirmation, and leaves the page.
struct ItemDeletionReducer: Reducer {
  typealias State = ItemDetailFeature.State
  typealias Action = ItemDetailFeature.Action

  @Dependency(\.items) var items

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped:
        state.destination = .confirmationDialog(.delete(state.item))
        return .none

      case .deleteFailed(let error):
        state.isDeleting = false
        let title = tr("The item could not be deleted")
        // What has been opened meanwhile stays.
        if !state.showFailure(title, error) { state.destination = .alert(.failure(title, error)) }
        return .none

      case .destination(.presented(.confirmationDialog(.deleteConfirmed))):
        return delete(&state)

      default:
        return .none
      }
    }
  }

  private func delete(_ state: inout State) -> Effect<Action> {
    state.isDeleting = true
    return .run { [id = state.item.id] send in
      try await items.delete(id)
      await send(.itemResponse(.success(nil)))
    } catch: { error, send in
      await send(.deleteFailed(error))
    }
  }
}

extension ConfirmationDialogState
where Action == ItemDetailFeature.Destination.ConfirmationDialog {
  static func delete(_ item: Item) -> ConfirmationDialogState {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState(tr("Delete “\(item.name)”?"))
    } actions: {
      ButtonState(role: .destructive, action: .deleteConfirmed) {
        TextState(tr("Delete"))
      }
      ButtonState(role: .cancel) {
        TextState(tr("Cancel"))
      }
    } message: {
      TextState(tr("The item \(item.sku) will be removed from the inventory."))
    }
  }
}

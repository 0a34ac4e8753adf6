import ComposableArchitecture

/// Stores what is written about a photo as it is written, one text after the other.
struct PhotoCaptionReducer: Reducer {
  typealias State = ItemPhotoFeature.State
  typealias Action = ItemPhotoFeature.Action

  @Dependency(\.database) var database

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.viewer(.delegate(.captionChanged(let caption))))):
        let isStoring = state.unsavedCaption != nil
        guard isStoring || caption != state.photo?.caption else { return .none }
        state.unsavedCaption = caption
        return isStoring ? .none : store(caption: caption, state)

      case .captionResponse(.success(let caption)):
        state.photo?.caption = caption
        // More may have been written meanwhile.
        guard let unsaved = state.unsavedCaption, unsaved != caption else {
          state.unsavedCaption = nil
          return .none
        }
        return store(caption: unsaved, state)

      case .captionResponse(.failure(let error)):
        state.unsavedCaption = nil
        state.destination = .alert(.failure(tr("The photo could not be changed"), error))
        return .none

      default:
        return .none
      }
    }
  }

  private func store(caption: String, _ state: State) -> Effect<Action> {
    .run { [id = state.itemID] send in
      await send(
        .captionResponse(
          Result {
            try await database.setPhotoCaption(caption, id)
            return caption
          }
        )
      )
    }
  }
}

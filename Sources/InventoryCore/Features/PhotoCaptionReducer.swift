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
        guard isStoring || caption != state.photo?.caption,
          let photo = state.destination?.viewer?.photo
        else { return .none }
        let unsaved = UnsavedCaption(text: caption, photo: photo)
        state.unsavedCaption = unsaved
        return isStoring ? .none : store(unsaved, state.itemID)

      case .captionResponse(.success(let caption)):
        state.photo?.caption = caption
        // More may have been written meanwhile.
        guard let unsaved = state.unsavedCaption, unsaved.text != caption else {
          state.unsavedCaption = nil
          return .none
        }
        return store(unsaved, state.itemID)

      case .captionResponse(.failure(let error)):
        state.unsavedCaption = nil
        state.destination = .alert(.failure(tr("The photo could not be changed"), error))
        return .none

      default:
        return .none
      }
    }
  }

  private func store(_ caption: UnsavedCaption, _ id: Item.ID) -> Effect<Action> {
    .run { send in
      await send(
        .captionResponse(
          Result {
            try await database.setPhotoCaption(caption.text, caption.photo, id)
            return caption.text
          }
        )
      )
    }
  }
}

/// What was written about a photo and is not in the database yet.
public struct UnsavedCaption: Equatable, Sendable {
  public var text: String
  /// The photo as it was when the user began to write: undoing goes back to that.
  public let photo: Photo

  public init(text: String, photo: Photo) {
    self.text = text
    self.photo = photo
  }
}

import ComposableArchitecture

/// Stores what is written about a photo as it is written, one text after the other. What cannot be
/// stored stays in the viewer, and is stored with the next letter or when the viewer closes.
struct PhotoCaptionReducer: Reducer {
  typealias State = ItemPhotoFeature.State
  typealias Action = ItemPhotoFeature.Action

  @Dependency(\.photos) var photos

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .storingAwaited, .destination(.dismiss):
        return store(&state)

      case .captionResponse(.success(let caption)):
        state.photo?.caption = caption
        // More may have been written meanwhile.
        guard let unsaved = state.unsavedCaption, unsaved.text != caption else {
          state.unsavedCaption = nil
          return .none
        }
        state.unsavedCaption?.isStoring = false
        return store(&state)

      case .captionResponse(.failure(let error)):
        state.showCaptionFailure(error)
        return .none

      case .destination(.presented(.viewer(.alert(.presented(.discardConfirmed))))):
        state.unsavedCaption = nil
        let caption = state.photo?.caption ?? ""
        state.destination?.modify(\.viewer) { $0.caption = caption }
        return .none

      case .destination(.presented(.viewer(.delegate(.captionChanged(let caption))))):
        return change(caption, &state)

      default:
        return .none
      }
    }
  }

  private func change(_ caption: String, _ state: inout State) -> Effect<Action> {
    if state.unsavedCaption != nil {
      state.unsavedCaption?.text = caption
    } else if caption != state.photo?.caption, let photo = state.destination?.viewer?.photo {
      state.unsavedCaption = UnsavedCaption(text: caption, photo: photo)
    }
    return store(&state)
  }

  /// Stores what is not stored yet, unless a text is being stored.
  private func store(_ state: inout State) -> Effect<Action> {
    guard let caption = state.unsavedCaption, !caption.isStoring else { return .none }
    state.unsavedCaption?.isStoring = true
    return .run { [id = state.itemID] send in
      await send(
        .captionResponse(
          Result {
            try await photos.setCaption(caption.text, caption.photo, id)
            return caption.text
          }
        )
      )
    }
  }
}

extension ItemPhotoFeature.State {
  fileprivate mutating func showCaptionFailure(_ error: any Error) {
    guard let unsaved = unsavedCaption else { return }
    switch error {
    case InventoryError.itemGone, InventoryError.photoGone:
      unsavedCaption = nil
      destination = .alert(.failure(tr("The photo could not be changed"), error))
      return
    default:
      break
    }
    unsavedCaption?.isStoring = false
    if destination?.is(\.viewer) != true {
      // It was closed meanwhile.
      destination = .viewer(PhotoViewerFeature.State(photo: unsaved.photo, caption: unsaved.text))
    }
    destination?.modify(\.viewer) { $0.show(.captionFailure(error)) }
  }
}

/// What was written about a photo and is not in the database yet.
public struct UnsavedCaption: Equatable, Sendable {
  public var text: String
  /// The photo as it was when the user began to write: undoing goes back to that.
  public let photo: Photo
  /// Whether this text, or one before it, is being stored.
  public var isStoring: Bool

  public init(text: String, photo: Photo, isStoring: Bool = false) {
    self.text = text
    self.photo = photo
    self.isStoring = isStoring
  }
}

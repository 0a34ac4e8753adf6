import ComposableArchitecture

/// Stores the photo that is chosen, or that there is none any more. Reading a large file takes a
/// while: who wants to leave the page meanwhile may wait for it, or stop it.
struct PhotoSavingReducer: Reducer {
  typealias State = ItemPhotoFeature.State
  typealias Action = ItemPhotoFeature.Action

  enum CancelID {
    case read
  }

  @Dependency(\.photos) var photos
  @Dependency(\.photoReader) var photoReader

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .chooseButtonTapped:
        state.isChoosing = true
        return .none

      case .destination(.presented(.confirmationDialog(.removeConfirmed))):
        return store(state) { nil }

      case .destination(.presented(.confirmationDialog(.stopConfirmed))):
        state.isReading = false
        return .cancel(id: CancelID.read)

      case .destination(.dismiss) where state.asksWhetherToStop:
        return .send(.stopDeclined)

      case .fileChosen(let file):
        state.isChoosing = false
        state.isReading = true
        return store(state) { try await photoReader.read(file) }

      case .fileChooserCancelled:
        state.isChoosing = false
        return .none

      case .storeResponse(.success(let photo)):
        if state.asksWhetherToStop { state.destination = nil }
        state.isReading = false
        // The same picture keeps what is written about it.
        if photo?.data != state.photo?.data { state.show(photo) }
        return .none

      case .storeResponse(.failure(let error)):
        state.isReading = false
        state.destination = .alert(.failure(tr("The photo could not be changed"), error))
        return .none

      case .storingAwaited:
        // What is open already stays, and is closed first.
        guard state.isReading, state.destination == nil else { return .none }
        state.destination = .confirmationDialog(.stopReadingPhoto)
        return .none

      default:
        return .none
      }
    }
  }

  /// Stores a photo, or that there is none. A file that is chosen later wins.
  private func store(
    _ state: State,
    _ photo: @escaping @Sendable () async throws -> Photo?
  ) -> Effect<Action> {
    .run { [id = state.itemID] send in
      await send(
        .storeResponse(
          Result {
            let photo = try await photo()
            try Task.checkCancellation()
            try await photos.setPhoto(photo, id)
            return photo
          }
        )
      )
    }
    .cancellable(id: CancelID.read, cancelInFlight: true)
  }
}

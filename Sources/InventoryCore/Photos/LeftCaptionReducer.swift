import ComposableArchitecture

/// Stores what was written about a photo whose page is left before it is stored.
struct LeftCaptionReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  @Dependency(\.photos) var photos

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .path(.popFrom(let id)):
        let pages = state.path.ids.drop { $0 != id }.compactMap { state.path[id: $0]?.item }
        return .merge(pages.compactMap { store($0.photo) })

      case .leftCaptionFailed(let caption, let error):
        return show(caption, error, &state)

      default:
        return .none
      }
    }
  }

  /// Tells what was not stored, which is nowhere else then.
  private func show(
    _ caption: String,
    _ error: any Error,
    _ state: inout State
  ) -> Effect<Action> {
    let title = tr("The description could not be saved")
    let text = tr("“\(caption)”: \(explanation(of: error))")
    guard state.destination == nil else {
      return .send(.undo(.finished("\(title). \(text)")))
    }
    state.destination = .alert(
      AlertState {
        TextState(title)
      } message: {
        TextState(text)
      }
    )
    return .none
  }

  /// The page's own effect ends with the page, and with it what it has not stored.
  private func store(_ photo: ItemPhotoFeature.State) -> Effect<Action>? {
    photo.unsavedCaption.map { caption in
      .run { [id = photo.itemID] _ in
        try await photos.setCaption(caption.text, caption.photo, id)
      } catch: { error, send in
        await send(.leftCaptionFailed(caption.text, error))
      }
    }
  }
}

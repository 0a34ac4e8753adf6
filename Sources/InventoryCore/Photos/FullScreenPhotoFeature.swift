import ComposableArchitecture

/// A photo that fills the screen, without anything else.
@Reducer
public struct FullScreenPhotoFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let photo: Photo
    /// What can be seen in the photo.
    public let caption: String

    public init(photo: Photo, caption: String) {
      self.photo = photo
      self.caption = caption
    }
  }

  public enum Action {
    case closeButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}

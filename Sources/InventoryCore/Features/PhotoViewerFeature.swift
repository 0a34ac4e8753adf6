import ComposableArchitecture

/// The sheet that shows a photo as large as it can, and in which its caption is written.
@Reducer
public struct PhotoViewerFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let photo: Photo
    /// What can be seen in the photo.
    public var caption: String

    public init(photo: Photo) {
      self.photo = photo
      caption = photo.caption
    }
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case closeButtonTapped
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user has written another caption.
      case captionChanged(String)
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.caption) { _, state in
        // What is written is kept as one types: there is nothing to save or to discard.
        .send(.delegate(.captionChanged(state.caption.trimmed)))
      }
    Reduce { _, action in
      switch action {
      case .binding, .delegate:
        return .none
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}

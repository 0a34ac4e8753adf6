import ComposableArchitecture

/// The sheet that shows a photo as large as it can, and in which its caption is written. The photo
/// can also fill the screen.
@Reducer
public struct PhotoViewerFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public private(set) var photo: Photo
    /// What can be seen in the photo.
    public var caption: String
    /// Why the caption could not be stored.
    @Presents public var alert: AlertState<Action.Alert>?
    /// The photo over the whole screen.
    @Presents public var fullScreen: FullScreenPhotoFeature.State?

    /// - Parameter caption: What was written already, if that is not the photo's caption.
    public init(photo: Photo, caption: String? = nil) {
      self.photo = photo
      self.caption = caption ?? photo.caption
    }

    mutating func show(_ photo: Photo) {
      self.photo = photo
      caption = photo.caption
    }

    /// Tells something over the sheet.
    mutating func show(_ alert: AlertState<Action.Alert>) {
      fullScreen = nil
      self.alert = alert
    }

    mutating func fillScreen() {
      fullScreen = FullScreenPhotoFeature.State(photo: photo, caption: caption.trimmed)
    }
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case closeButtonTapped
    case delegate(Delegate)
    case fullScreen(PresentationAction<FullScreenPhotoFeature.Action>)
    case fullScreenButtonTapped

    @CasePathable
    public enum Alert: Equatable, Sendable {
      /// What could not be stored is not needed.
      case discardConfirmed
    }

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
        // What is written is stored as one types, without a button that saves it.
        .send(.delegate(.captionChanged(state.caption.trimmed)))
      }
    Reduce { state, action in
      switch action {
      case .alert, .binding, .delegate, .fullScreen:
        return .none

      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .fullScreenButtonTapped:
        state.fillScreen()
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$fullScreen, action: \.fullScreen) { FullScreenPhotoFeature() }
  }
}

extension AlertState where Action == PhotoViewerFeature.Action.Alert {
  /// Tells why a caption could not be stored, and asks whether it is needed.
  static func captionFailure(_ error: any Error) -> AlertState {
    AlertState {
      TextState(tr("The description could not be saved"))
    } actions: {
      ButtonState(role: .destructive, action: .discardConfirmed) {
        TextState(tr("Discard"))
      }
      ButtonState(role: .cancel) {
        TextState(tr("Keep Editing"))
      }
    } message: {
      TextState(explanation(of: error))
    }
  }
}

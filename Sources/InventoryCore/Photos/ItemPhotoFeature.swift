import ComposableArchitecture
import Foundation

/// The photo of an item: choosing, showing, replacing and removing it.
@Reducer
public struct ItemPhotoFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Never>)
    case confirmationDialog(ConfirmationDialogState<ConfirmationDialog>)
    case viewer(PhotoViewerFeature)

    @CasePathable
    public enum ConfirmationDialog: Equatable, Sendable {
      case removeConfirmed
      /// The user does not want the photo that is being read.
      case stopConfirmed
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public let itemID: Item.ID
    public var photo: Photo?
    /// Whether the dialog in which a file is chosen is open.
    public var isChoosing = false
    /// Whether a file is being read.
    public var isReading = false
    /// What was written about the photo and is not in the database yet.
    public var unsavedCaption: UnsavedCaption?
    /// What is to be open as soon as the photo is known, as a link says.
    public var request: Request?
    @Presents public var destination: Destination.State?

    public init(itemID: Item.ID) {
      self.itemID = itemID
    }

    /// Whether the question is open whether to stop reading a file.
    var asksWhetherToStop: Bool { isReading && destination?.is(\.confirmationDialog) == true }

    /// Shows another photo, or none. What was open is about the photo before.
    mutating func show(_ photo: Photo?) {
      let former = self.photo
      self.photo = photo
      guard photo?.data != former?.data else { return followCaption(of: photo, former) }
      if destination?.is(\.viewer) == true { destination = nil }
      if unsavedCaption?.isStoring == false { unsavedCaption = nil }
    }

    /// Shows what somebody else has written about the photo, unless something is written here.
    private mutating func followCaption(of photo: Photo?, _ former: Photo?) {
      // What was written here is the same by now: undoing it goes back to what was there before.
      guard let photo, photo.caption != former?.caption, unsavedCaption == nil,
        let viewer = destination?.viewer, viewer.caption == former?.caption
      else { return }
      destination?.modify(\.viewer) { viewer in
        viewer.show(photo)
        if viewer.fullScreen != nil { viewer.fillScreen() }
      }
    }

    mutating func present(_ request: Request) {
      guard let photo else { return }
      destination =
        switch request {
        case .removal: .confirmationDialog(.removePhoto)
        case .fullScreen, .viewer: .viewer(PhotoViewerFeature.State(photo: photo))
        }
      if request == .fullScreen { destination?.modify(\.viewer) { $0.fillScreen() } }
    }
  }

  /// What can be open over an item with a photo.
  public enum Request: Equatable, Sendable {
    /// The photo over the whole screen.
    case fullScreen
    /// The question whether to remove the photo.
    case removal
    /// The photo, as large as it can be.
    case viewer
  }

  public enum Action {
    /// What became of a caption that was to be stored.
    case captionResponse(Result<String, any Error>)
    case chooseButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case fileChosen(URL)
    case fileChooserCancelled
    case photoLoaded(Photo?)
    case photoTapped
    case removeButtonTapped
    /// The file is read on, and the page stays.
    case stopDeclined
    /// What became of a photo that was to be stored.
    case storeResponse(Result<Photo?, any Error>)
    /// Something was asked for that waits until what is written or chosen is stored.
    case storingAwaited
    case task
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.photos) var photos

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .captionResponse, .chooseButtonTapped, .destination, .fileChosen,
        .fileChooserCancelled, .stopDeclined, .storeResponse, .storingAwaited:
        return .none

      case .photoLoaded(let photo):
        state.show(photo)
        if let request = state.request { state.present(request) }
        state.request = nil
        return .none

      case .photoTapped:
        state.present(.viewer)
        return .none

      case .removeButtonTapped:
        state.present(.removal)
        return .none

      case .task:
        return connection.onEveryChange(id: CancelID.changes) { [id = state.itemID, photos] send in
          do {
            await send(.photoLoaded(try await photos.photo(id)))
          } catch {
            // The page says why it cannot be read when the item itself cannot.
          }
        }
      }
    }
    .preceded {
      PhotoCaptionReducer()
      PhotoSavingReducer()
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension ItemPhotoFeature.Destination.State: Equatable, Sendable {}

extension ConfirmationDialogState
where Action == ItemPhotoFeature.Destination.ConfirmationDialog {
  static var removePhoto: ConfirmationDialogState {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState(tr("Remove the photo?"))
    } actions: {
      ButtonState(role: .destructive, action: .removeConfirmed) {
        TextState(tr("Remove"))
      }
      ButtonState(role: .cancel) {
        TextState(tr("Cancel"))
      }
    }
  }

  static var stopReadingPhoto: ConfirmationDialogState {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState(tr("Stop reading the photo?"))
    } actions: {
      ButtonState(role: .destructive, action: .stopConfirmed) {
        TextState(tr("Stop"))
      }
      ButtonState(role: .cancel) {
        TextState(tr("Keep Reading"))
      }
    } message: {
      TextState(tr("It is not stored yet."))
    }
  }
}

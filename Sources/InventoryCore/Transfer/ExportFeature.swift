import ComposableArchitecture

/// The sheet that tells how far an export has come.
@Reducer
public struct ExportFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The name of the file.
    public let fileName: String
    public var running: RunningTransfer
    /// Whether the user has said that the export is not to go on: the sheet closes.
    public var isStopped = false
    @Presents public var alert: AlertState<Action.Alert>?

    public init(fileName: String, running: RunningTransfer) {
      self.fileName = fileName
      self.running = running
    }
  }

  public enum Action: Equatable, Sendable {
    case alert(PresentationAction<Alert>)
    case cancelButtonTapped
    /// Something was asked for that would end the export.
    case stopRequested

    @CasePathable
    public enum Alert: Equatable, Sendable {
      /// The user does not want the export to go on.
      case stopConfirmed
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.stopConfirmed)), .cancelButtonTapped:
        // Who has presented this ends the export.
        state.isStopped = true
        return .run { _ in await dismiss() }

      case .alert:
        return .none

      case .stopRequested:
        state.alert = .stop(
          tr("Stop the export?"),
          message: tr("The file has not been written yet."),
          keepGoing: tr("Keep Exporting"),
          action: .stopConfirmed
        )
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

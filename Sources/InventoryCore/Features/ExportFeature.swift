import ComposableArchitecture

/// The sheet that tells how far an export has come.
@Reducer
public struct ExportFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The name of the file.
    public let fileName: String
    public var running: RunningTransfer

    public init(fileName: String, running: RunningTransfer) {
      self.fileName = fileName
      self.running = running
    }
  }

  public enum Action: Equatable, Sendable {
    case cancelButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .cancelButtonTapped:
        // Who has presented this ends the export.
        .run { _ in await dismiss() }
      }
    }
  }
}

import ComposableArchitecture
import Foundation

/// Reading items from files, and writing them to files.
@Reducer
public struct TransferFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The file dialog that is open.
    public var fileChooser: FileChooser?
    /// Whether a file is being read or written.
    public var isTransferring = false
    @Presents public var alert: AlertState<Never>?

    public init() {}
  }

  public enum FileChooser: Equatable, Sendable {
    case exportCsv
    case importCsv
  }

  /// A CSV file that was read or written.
  public struct Transfer: Equatable, Sendable {
    public var file: String
    public var count: Int
  }

  public enum Action {
    case alert(PresentationAction<Never>)
    case exportButtonTapped
    case exportResponse(Result<Transfer, any Error>)
    case fileChooserCancelled
    case fileChosen(URL)
    case importButtonTapped
    case importResponse(Result<Transfer, any Error>)
    case loadSampleDataButtonTapped
    case sampleDataResponse(Result<Transfer, any Error>)
  }

  @Dependency(\.database) var database
  @Dependency(\.sampleDataURL) var sampleDataURL

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .exportButtonTapped:
        state.fileChooser = .exportCsv
        return .none

      case .exportResponse(let result):
        state.end(result, AlertState.exported, failure: "Nothing was exported")
        return .none

      case .fileChooserCancelled:
        state.fileChooser = nil
        return .none

      case .fileChosen(let file):
        defer { state.fileChooser = nil }
        switch state.fileChooser {
        case .exportCsv:
          return transfer(file, &state, database.exportFile) { .exportResponse($0) }
        case .importCsv:
          return transfer(file, &state, database.importFile) { .importResponse($0) }
        case nil:
          return .none
        }

      case .importButtonTapped:
        state.fileChooser = .importCsv
        return .none

      case .importResponse(let result):
        state.end(result, AlertState.imported, failure: "Nothing was imported")
        return .none

      case .loadSampleDataButtonTapped:
        guard let file = sampleDataURL else {
          state.alert = .noSampleData
          return .none
        }
        return transfer(file, &state, database.importFile) { .sampleDataResponse($0) }

      case .sampleDataResponse(let result):
        // What was asked for appears in the list; there is nothing to tell.
        state.end(result, { _ in nil }, failure: "The sample data could not be loaded")
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func transfer(
    _ file: URL,
    _ state: inout State,
    _ operation: @escaping @Sendable (URL) async throws -> Int,
    _ response: @escaping @Sendable (Result<Transfer, any Error>) -> Action
  ) -> Effect<Action> {
    state.isTransferring = true
    return .run { send in
      await send(
        response(
          Result { Transfer(file: file.lastPathComponent, count: try await operation(file)) }
        )
      )
    }
  }
}

extension TransferFeature.State {
  fileprivate mutating func end(
    _ result: Result<TransferFeature.Transfer, any Error>,
    _ success: (TransferFeature.Transfer) -> AlertState<Never>?,
    failure: String
  ) {
    isTransferring = false
    switch result {
    case .success(let transfer): alert = success(transfer)
    case .failure(let error): alert = .failure(failure, error)
    }
  }
}

extension AlertState where Action == Never {
  fileprivate static func exported(_ transfer: TransferFeature.Transfer) -> AlertState {
    AlertState {
      TextState("Export finished")
    } message: {
      TextState("\(rows(transfer.count)) written to \(transfer.file).")
    }
  }

  fileprivate static func imported(_ transfer: TransferFeature.Transfer) -> AlertState {
    AlertState {
      TextState("Import finished")
    } message: {
      TextState("\(rows(transfer.count)) read from \(transfer.file).")
    }
  }

  fileprivate static var noSampleData: AlertState {
    .failure(
      "There is no sample data",
      FileError(file: "sample-data.csv", problem: "expected the file beside the program")
    )
  }

  private static func rows(_ count: Int) -> String {
    count == 1 ? "1 row was" : "\(count) rows were"
  }
}

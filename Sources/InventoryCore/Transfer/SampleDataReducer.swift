import ComposableArchitecture

/// Loads the sample data, which needs no preview.
struct SampleDataReducer: Reducer {
  typealias State = TransferFeature.State
  typealias Action = TransferFeature.Action

  @Dependency(\.importFileReader) var importFileReader
  @Dependency(\.transfer) var transfer
  @Dependency(\.sampleDataURL) var sampleDataURL

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .loadSampleDataButtonTapped:
        guard let file = sampleDataURL else {
          state.destination = .alert(.noSampleData)
          return .none
        }
        state.isLoadingSampleData = true
        return .run { send in
          let preview = try await importFileReader.preview(file, ImportRequest(), .plain)
          for try await event in transfer.importItems(file, preview.options) {
            if case .finished(let summary) = event {
              await send(.sampleDataResponse(.success(summary)))
            }
          }
        } catch: { error, send in
          await send(.sampleDataResponse(.failure(error)))
        }

      case .sampleDataResponse(let result):
        state.isLoadingSampleData = false
        // What was asked for appears in the list; there is nothing to tell.
        if case .failure(let error) = result {
          let title = tr("The sample data could not be loaded")
          // A sheet that was opened meanwhile stays.
          guard state.destination == nil else { return .send(.delegate(.finished(title))) }
          state.destination = .alert(.failure(title, error))
        }
        return .none

      default:
        return .none
      }
    }
  }
}

extension AlertState where Action == Never {
  fileprivate static var noSampleData: AlertState {
    .failure(
      tr("There is no sample data"),
      FileError(file: "sample-data.csv", problem: tr("expected the file beside the program"))
    )
  }
}

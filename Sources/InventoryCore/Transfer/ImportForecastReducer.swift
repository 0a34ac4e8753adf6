import ComposableArchitecture
import Foundation

/// Finds out what the import would do, each time that something about it changes. A large file is
/// not tried: that would take as long as the import.
struct ImportForecastReducer: Reducer {
  typealias State = ImportFeature.State
  typealias Action = ImportFeature.Action

  enum CancelID {
    case forecast
    case similarTexts
  }

  /// How many rows are tried.
  static let rowLimit = 5_000

  @Dependency(\.importFileReader) var importFileReader
  @Dependency(\.transfer) var transfer

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .forecastResponse(let result):
        state.forecast = try? result.get()
        return .none

      case .binding, .columnChanged, .forgetButtonTapped, .previewResponse(.success):
        state.forgetRejection()
        return look(&state)

      case .similarTextsFound(let texts):
        state.similarTexts = texts
        let spellings = texts.spellings(of: state.unified)
        guard spellings != state.options.spellings else { return .none }
        state.options.spellings = spellings
        return forecast(state)

      case .unifyChanged(let column, let isUnified):
        if isUnified { state.unified.insert(column) } else { state.unified.remove(column) }
        state.options.spellings = state.similarTexts.spellings(of: state.unified)
        state.forgetRejection()
        return look(&state)

      case .importButtonTapped, .formatChanged, .headerChanged, .readAgainButtonTapped:
        return stop

      default:
        return .none
      }
    }
  }

  private func look(_ state: inout State) -> Effect<Action> {
    guard state.canTry, let rows = state.preview?.rowCount, rows <= Self.rowLimit else {
      state.forecast = nil
      return stop
    }
    return .merge(forecast(state), findSimilarTexts(state))
  }

  private func forecast(_ state: State) -> Effect<Action> {
    .run { [file = state.file, options = state.options] send in
      await send(.forecastResponse(Result { try await transfer.tryImport(file, options) }))
    }
    .cancellable(id: CancelID.forecast, cancelInFlight: true)
  }

  private func findSimilarTexts(_ state: State) -> Effect<Action> {
    .run { [file = state.file, options = state.options] send in
      // An import can begin as well if nobody can tell.
      guard let texts = try? await importFileReader.texts(file, options),
        let similar = try? await transfer.similarTexts(texts)
      else { return }
      await send(.similarTextsFound(similar))
    }
    .cancellable(id: CancelID.similarTexts, cancelInFlight: true)
  }

  private var stop: Effect<Action> {
    .merge(.cancel(id: CancelID.forecast), .cancel(id: CancelID.similarTexts))
  }
}

extension ImportFeature.State {
  /// Forgets the problems that an import had if the next one reads the file in another way.
  fileprivate mutating func forgetRejection() {
    guard var rejectedOptions else { return }
    rejectedOptions.leavesOutProblems = options.leavesOutProblems
    rejectedOptions.leftOutProblems = options.leftOutProblems
    guard rejectedOptions != options else { return }
    rejection = nil
    self.rejectedOptions = nil
    // Nobody has agreed to leave out the rows that have problems now.
    options.leavesOutProblems = false
    options.leftOutProblems = []
  }
}

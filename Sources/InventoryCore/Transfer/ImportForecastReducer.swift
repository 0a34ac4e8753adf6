import ComposableArchitecture

/// Finds out what the import would do, each time that something about it changes. A large file is
/// not tried: that would take as long as the import.
struct ImportForecastReducer: Reducer {
  typealias State = ImportFeature.State
  typealias Action = ImportFeature.Action

  enum CancelID {
    case forecast
  }

  /// How many rows are tried.
  static let rowLimit = 5_000

  @Dependency(\.transfer) var transfer

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .forecastResponse(let result):
        state.forecast = try? result.get()
        return .none

      case .binding, .columnChanged, .forgetButtonTapped, .previewResponse(.success):
        return look(&state)

      case .importButtonTapped, .formatChanged, .headerChanged:
        return .cancel(id: CancelID.forecast)

      default:
        return .none
      }
    }
  }

  private func look(_ state: inout State) -> Effect<Action> {
    guard state.canImport, let rows = state.preview?.rowCount, rows <= Self.rowLimit else {
      state.forecast = nil
      return .cancel(id: CancelID.forecast)
    }
    return .run { [file = state.file, options = state.options] send in
      await send(.forecastResponse(Result { try await transfer.tryImport(file, options) }))
    }
    .cancellable(id: CancelID.forecast, cancelInFlight: true)
  }
}

import ComposableArchitecture
import Foundation

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
  /// How many SKUs of the file are looked for in the inventory in another case, one by one.
  static let skuLimit = 500

  @Dependency(\.importFileReader) var importFileReader
  @Dependency(\.items) var items
  @Dependency(\.locations) var locations
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
        state.options.spellings = texts.spellings(of: state.unified)
        return .none

      case .unifyChanged(let column, let isUnified):
        if isUnified { state.unified.insert(column) } else { state.unified.remove(column) }
        state.options.spellings = state.similarTexts.spellings(of: state.unified)
        state.forgetRejection()
        return look(&state)

      case .importButtonTapped, .formatChanged, .headerChanged:
        return .cancel(id: CancelID.forecast)

      default:
        return .none
      }
    }
  }

  private func look(_ state: inout State) -> Effect<Action> {
    guard state.canTry, let rows = state.preview?.rowCount, rows <= Self.rowLimit else {
      state.forecast = nil
      return .cancel(id: CancelID.forecast)
    }
    return .run { [file = state.file, options = state.options, unified = state.unified] send in
      func forecast(_ options: ImportOptions) async {
        await send(.forecastResponse(Result { try await transfer.tryImport(file, options) }))
      }
      // To look for similar texts takes longer, and changes only what the user has asked for.
      if unified.isEmpty { await forecast(options) }
      var options = options
      // An import can begin as well if nobody can tell.
      if let texts = try? await similarTexts(file, options) {
        options.spellings = texts.spellings(of: unified)
        await send(.similarTextsFound(texts))
      }
      if !unified.isEmpty { await forecast(options) }
    }
    .cancellable(id: CancelID.forecast, cancelInFlight: true)
  }

  private func similarTexts(_ file: URL, _ options: ImportOptions) async throws -> [SimilarText] {
    let texts = try await importFileReader.texts(file, options)
    var skus: [String] = []
    for sku in texts.skus.prefix(Self.skuLimit) {
      if let item = try await items.itemWithSkuInAnyCase(sku) { skus.append(item.sku) }
    }
    return texts.similar(
      storedSkus: skus,
      storedTags: try await items.tags().map(\.name),
      storedLocations: try await locations.all().map(\.name)
    )
  }
}

extension ImportFeature.State {
  /// Forgets the problems that an import had if the next one reads the file in another way.
  fileprivate mutating func forgetRejection() {
    guard var rejectedOptions else { return }
    rejectedOptions.leavesOutProblems = options.leavesOutProblems
    guard rejectedOptions != options else { return }
    rejection = nil
    self.rejectedOptions = nil
    // Nobody has agreed to leave out the rows that have problems now.
    options.leavesOutProblems = false
  }
}

import ComposableArchitecture
import Foundation

/// The sheet in which a file is looked at before it is imported, and in which it is imported.
@Reducer
public struct ImportFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let file: URL
    /// What the file looks like; `nil` until it has been looked at.
    public var preview: ImportPreview?
    @SharedReader(.currency) var currency
    @SharedReader(.skuPattern) var skuPattern
    @Shared(.rememberedMappings) var rememberedMappings
    /// Whether the columns mean what was said about an earlier file.
    public var isMappingRemembered = false
    /// Whether the file is being looked at again, in another format.
    public var isReadAgain = false
    /// Where the user has said that the names of the columns are.
    public var header = ImportHeader.detected
    /// Whether the user wants rows to be items that look like sums, charges or titles.
    public var takesAllRows = false
    /// What the import would do; `nil` as long as that is not known, or for a large file.
    public var forecast: ImportSummary?
    /// The texts of the file that differ by case and accents only from others.
    public var similarTexts: [SimilarText] = []
    /// The kinds of texts that are taken for the same then.
    public var unified: Set<ItemColumn> = []
    /// How the file is to be read.
    public var options = ImportOptions(mapping: ColumnMapping(columns: []))
    /// The import while it goes on.
    public var running: RunningTransfer?
    /// Whether the user has said that the import is not to go on: the sheet closes.
    public var isStopped = false
    /// Why nothing was imported: problems in rows.
    public var rejection: ImportRejection?
    /// How the file was read when that was found out.
    var rejectedOptions: ImportOptions?
    @Presents public var alert: AlertState<Action.Alert>?

    public init(file: URL) {
      self.file = file
    }

    /// The columns that are missing for an import.
    public var missing: [ItemColumn] {
      options.mapping.missing(for: options.duplicates)
    }

    /// What can be read in two ways, and is asked about before an import can begin.
    public var numberQuestions: [NumberQuestion] { options.numberQuestions }

    /// What could be read in two ways if the user had not said how.
    public var answeredQuestions: [NumberQuestion] {
      var options = options
      options.numbers.choice = nil
      return self.options.numbers.choice == nil ? [] : options.numberQuestions
    }

    /// The problems of rows that are known, whether an import or a trial has found them.
    public var knownProblems: ImportRejection? {
      if let rejection { return rejection }
      guard let forecast, forecast.badRows > 0 else { return nil }
      return ImportRejection(
        file: file.lastPathComponent,
        problems: forecast.problems,
        badRows: forecast.badRows,
        badRowCounts: forecast.badRowCounts
      )
    }

    /// What the user has to decide before an import can begin.
    public var obstacle: Obstacle? {
      if let obstacle = obstacleOfTrial { return obstacle }
      guard let problems = knownProblems else { return nil }
      return options.leavesOut(problems.badRows, problems.badRowCounts) ? nil : .problems
    }

    /// What the user has to decide before anybody can tell what an import would do.
    private var obstacleOfTrial: Obstacle? {
      if options.isHeaderInDoubt { return .header }
      if let column = missing.first { return .missing(column) }
      return numberQuestions.isEmpty ? nil : .numbers
    }

    private var isReady: Bool { preview != nil && !isReadAgain && running == nil }

    /// Whether it can be told what an import would do.
    var canTry: Bool { isReady && obstacleOfTrial == nil }

    /// Whether an import can begin.
    public var canImport: Bool { isReady && obstacle == nil }

    /// How the file is to be read, as the user has chosen it.
    func request(_ format: ImportFormat?) -> ImportRequest {
      ImportRequest(format: format, header: header, takesAllRows: takesAllRows)
    }
  }

  /// Why an import cannot begin.
  public enum Obstacle: Equatable, Sendable {
    /// Nobody knows whether the first row has the names of the columns.
    case header
    /// No column says what items are called.
    case missing(ItemColumn)
    /// Numbers can be read in two ways.
    case numbers
    /// Rows have problems, and nobody has said that they are to be left out.
    case problems
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    /// The user has said whether rows are items that look like sums, charges or titles.
    case allRowsChanged(Bool)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case columnChanged(index: Int, ItemColumn?)
    case delegate(Delegate)
    /// What the import would do is known, unless it cannot be done at all.
    case forecastResponse(Result<ImportSummary, any Error>)
    /// The user has said how the file is written.
    case formatChanged(ImportFormat)
    /// The user has said where the names of the columns are.
    case headerChanged(ImportHeader)
    /// The user does not want the columns to mean what was said about an earlier file.
    case forgetButtonTapped
    case importButtonTapped
    case importEnded(Result<ImportSummary, any Error>)
    case importProgressed(TransferProgress)
    case previewResponse(Result<ImportPreview, any Error>)
    /// The user has changed the file, and wants it to be looked at as it is now.
    case readAgainButtonTapped
    /// Texts of the file were found that differ by case and accents only from others.
    case similarTextsFound([SimilarText])
    /// Something was asked for that would end the import.
    case stopRequested
    case task
    /// The user has said whether similar texts of a kind are taken for the same.
    case unifyChanged(ItemColumn, Bool)

    @CasePathable
    public enum Alert: Equatable, Sendable {
      /// The user has read that the file cannot be read.
      case closeTapped
      /// The user does not want the import to go on.
      case stopConfirmed
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The items are in the database.
      case finished(ImportSummary)
    }
  }

  enum CancelID {
    case preview
  }

  @Dependency(\.importFileReader) var importFileReader
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.numberLocale) var locale

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.closeTapped)):
        return .run { _ in await dismiss() }

      case .allRowsChanged(let takesAllRows):
        state.takesAllRows = takesAllRows
        return readAgain(&state)

      case .columnChanged(let index, let column):
        state.options.mapping.set(column, at: index)
        return .none

      case .formatChanged(let format):
        state.isReadAgain = true
        return look(at: state.file, state.request(format))

      case .headerChanged(let header):
        state.header = header
        return readAgain(&state)

      case .importEnded(.failure(let error)) where error is ImportColumnsChanged:
        return readAgain(&state)

      case .readAgainButtonTapped:
        guard state.preview != nil, !state.isReadAgain, state.running == nil else { return .none }
        return readAgain(&state)

      case .previewResponse(.success(let preview)):
        state.show(preview)
        return .none

      case .previewResponse(.failure(let error)):
        state.isReadAgain = false
        // What is shown already can still be imported.
        state.alert =
          state.preview == nil
          ? .unreadable(error) : .failure(tr("The file cannot be read that way"), error)
        return .none

      case .task:
        return look(at: state.file, state.request(nil))

      default:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    RememberedMappingReducer()
    ImportForecastReducer()
    ImportRunReducer()
  }

  /// Looks at the file anew, in the format and with the header that were chosen.
  private func readAgain(_ state: inout State) -> Effect<Action> {
    state.isReadAgain = true
    return look(at: state.file, state.request(state.options.format))
  }

  private func look(at file: URL, _ request: ImportRequest) -> Effect<Action> {
    .run { send in
      await send(
        .previewResponse(Result { try await importFileReader.preview(file, request, locale) })
      )
    }
    .cancellable(id: CancelID.preview, cancelInFlight: true)
  }
}

extension ImportFeature.State {
  /// Shows what the file looks like. What the user has chosen stays where it still makes sense.
  fileprivate mutating func show(_ new: ImportPreview) {
    var options = new.options
    if new.header == preview?.header {
      options.mapping = self.options.mapping
    } else {
      takeRememberedMapping(&options)
    }
    if let old = preview {
      if new.header == old.header { options.unmapped = self.options.unmapped }
      options.duplicates = self.options.duplicates
      options.numbers.choice = self.options.numbers.choice
      options.priceCurrency = self.options.priceCurrency
      options.emptiesFields = self.options.emptiesFields
    }
    options.currency = currency
    options.skuPattern = .written(skuPattern)
    preview = new
    isReadAgain = false
    similarTexts = []
    self.options = options
    rejection = nil
    rejectedOptions = nil
  }
}

extension AlertState where Action == ImportFeature.Action.Alert {
  fileprivate static func unreadable(_ error: any Error) -> AlertState {
    AlertState {
      TextState(tr("The file cannot be imported"))
    } actions: {
      ButtonState(action: .closeTapped) {
        TextState(tr("Close"))
      }
    } message: {
      TextState(explanation(of: error))
    }
  }
}

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
    /// Whether the file is being looked at again, in another format.
    public var isReadAgain = false
    /// How the file is to be read.
    public var options = ImportOptions(mapping: ColumnMapping(columns: []))
    /// The import while it goes on.
    public var running: RunningTransfer?
    /// Whether the user has said that the import is not to go on: the sheet closes.
    public var isStopped = false
    /// Why nothing was imported: problems in rows.
    public var rejection: ImportRejection?
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

    /// Whether an import can begin.
    public var canImport: Bool {
      preview != nil && !isReadAgain && running == nil && missing.isEmpty
        && numberQuestions.isEmpty
    }
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case columnChanged(index: Int, ItemColumn?)
    case delegate(Delegate)
    /// The user has said how the file is written.
    case formatChanged(ImportFormat)
    case importButtonTapped
    case importEnded(Result<ImportSummary, any Error>)
    case importProgressed(TransferProgress)
    case previewResponse(Result<ImportPreview, any Error>)
    /// Something was asked for that would end the import.
    case stopRequested
    case task

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

  @Dependency(\.database) var database
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.numberLocale) var locale

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.closeTapped)):
        return .run { _ in await dismiss() }

      case .columnChanged(let index, let column):
        state.options.mapping.set(column, at: index)
        return .none

      case .formatChanged(let format):
        state.isReadAgain = true
        return look(at: state.file, as: format)

      case .importEnded(.failure(let error)) where error is ImportColumnsChanged:
        state.isReadAgain = true
        return look(at: state.file, as: state.options.format)

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
        return look(at: state.file, as: nil)

      default:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    ImportRunReducer()
  }

  private func look(at file: URL, as format: ImportFormat?) -> Effect<Action> {
    .run { send in
      await send(
        .previewResponse(Result { try await database.importPreview(file, format, locale) })
      )
    }
    .cancellable(id: CancelID.preview, cancelInFlight: true)
  }
}

extension ImportFeature.State {
  /// Shows what the file looks like. What the user has chosen stays where it still makes sense.
  fileprivate mutating func show(_ new: ImportPreview) {
    var options = new.options
    if let old = preview {
      if new.header == old.header { options.mapping = self.options.mapping }
      options.duplicates = self.options.duplicates
      options.numbers.choice = self.options.numbers.choice
    }
    options.currency = currency
    options.skuPattern = .written(skuPattern)
    preview = new
    isReadAgain = false
    rejection = nil
    self.options = options
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

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
    /// How the file is to be read.
    public var options = ImportOptions(mapping: ColumnMapping(columns: []))
    /// The import while it goes on.
    public var running: RunningTransfer?
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

    /// Whether an import can begin.
    public var canImport: Bool {
      preview != nil && running == nil && missing.isEmpty
    }
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case columnChanged(index: Int, ItemColumn?)
    case delegate(Delegate)
    case importButtonTapped
    case importEnded(Result<ImportSummary, any Error>)
    case importProgressed(TransferProgress)
    case previewResponse(Result<ImportPreview, any Error>)
    case task

    @CasePathable
    public enum Alert: Equatable, Sendable {
      /// The user has read that the file cannot be read.
      case closeTapped
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The items are in the database.
      case finished(ImportSummary)
    }
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

      case .previewResponse(.success(let preview)):
        state.preview = preview
        state.options = preview.options
        state.options.currency = state.currency
        return .none

      case .previewResponse(.failure(let error)):
        state.alert = .unreadable(error)
        return .none

      case .task:
        return .run { [file = state.file] send in
          await send(.previewResponse(Result { try await database.importPreview(file, locale) }))
        }

      default:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    ImportRunReducer()
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
      TextState((error as? any LocalizedError)?.errorDescription ?? "\(error)")
    }
  }
}

import ComposableArchitecture
import Foundation

/// Reading items from files, and writing them to files.
@Reducer
public struct TransferFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Never>)
    case exporting(ExportFeature)
    case importing(ImportFeature)
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    /// The file dialog that is open.
    public var fileChooser: FileChooser?
    /// The export that goes on.
    public var export: Export?
    /// Whether the sample data is being read.
    public var isLoadingSampleData = false
    @Presents public var destination: Destination.State?

    public init() {}

    /// Whether an export may show its sheet, or why it failed.
    var canShowExport: Bool {
      switch destination {
      case nil, .exporting: true
      default: false
      }
    }

    /// The action that asks whether to stop the import or export that goes on.
    var questionAboutTransfer: Action? {
      switch destination {
      case .importing(let sheet) where sheet.running != nil:
        .destination(.presented(.importing(.stopRequested)))
      case .exporting: .destination(.presented(.exporting(.stopRequested)))
      // The question closes what is open, as going on would do, too.
      default: export == nil ? nil : .exportStopRequested
      }
    }

    /// The action that asks before a sheet closes that tells of an import or export that goes on.
    /// An export without a sheet goes on when another one closes.
    var questionBeforeDismissal: Action? {
      switch destination {
      case .importing(let sheet) where sheet.isStopped: nil
      case .importing(let sheet) where sheet.running != nil: questionAboutTransfer
      case .exporting(let sheet) where !sheet.isStopped: questionAboutTransfer
      default: nil
      }
    }
  }

  public enum FileChooser: Equatable, Hashable, Sendable {
    case exportFile(ExportOptions.Content)
    case exportSelected(SelectedItems)
    case importFile
  }

  /// A file that is being written.
  public struct Export: Equatable, Sendable {
    public var content: ExportOptions.Content
    /// Which items, if not all of the content.
    public var selected: SelectedItems?
    public var fileName: String
    public var running: RunningTransfer
    /// Whether a sheet tells of it.
    public var hasSheet = false
  }

  public enum Action {
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    case exportButtonTapped(ExportOptions.Content)
    case exportEnded(Result<Int, any Error>)
    case exportProgressed(TransferProgress)
    case exportSelectedButtonTapped(SelectedItems)
    /// Something was asked for that would end the export, which has no sheet yet.
    case exportStopRequested
    case fileChooserCancelled
    case fileChosen(URL)
    case importButtonTapped
    case loadSampleDataButtonTapped
    case sampleDataResponse(Result<ImportSummary, any Error>)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// Something has been done, and the user is to be told in these words.
      case finished(String)
      /// A file was imported, which cannot be taken back or has changed nothing.
      case imported(ImportSummary)
    }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    transfer.redirect { state, action in
      guard case .destination(.dismiss) = action else { return nil }
      return state.questionBeforeDismissal
    }
  }

  @ReducerBuilder<State, Action>
  private var transfer: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.importing(.delegate(.finished(let summary))))):
        state.destination = nil
        // Who is told that something can be taken back knows that it was done.
        return summary.canBeUndone ? .none : .send(.delegate(.imported(summary)))

      case .exportButtonTapped(let content):
        state.fileChooser = .exportFile(content)
        return .none

      case .exportSelectedButtonTapped(let items):
        state.fileChooser = .exportSelected(items)
        return .none

      case .fileChooserCancelled:
        state.fileChooser = nil
        return .none

      case .fileChosen(let file):
        if state.fileChooser == .importFile {
          state.destination = .importing(ImportFeature.State(file: file))
          state.export?.hasSheet = false
          state.fileChooser = nil
        }
        return .none

      case .importButtonTapped:
        state.fileChooser = .importFile
        return .none

      default:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    ExportReducer()
    SampleDataReducer()
  }
}

extension TransferFeature.Destination.State: Equatable, Sendable {}

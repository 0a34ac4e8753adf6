import ComposableArchitecture
import Foundation

/// Writes a file, tells how far that has come if it takes a while, and ends it when that is asked.
struct ExportReducer: Reducer {
  typealias State = TransferFeature.State
  typealias Action = TransferFeature.Action

  enum CancelID {
    case export
  }

  @Dependency(\.manyItems) var manyItems
  @Dependency(\.transfer) var transfer
  @Dependency(\.date.now) var now

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .destination(.dismiss):
        // The sheet has gone from the state by now. An export that had none goes on.
        guard state.export?.hasSheet == true else { return .none }
        state.export = nil
        return .cancel(id: CancelID.export)

      case .exportEnded(let result):
        return finish(result, &state)

      case .exportProgressed(let progress):
        state.export?.running.update(progress, at: now)
        state.showProgress()
        return .none

      case .exportStopRequested:
        state.showExport()
        return .send(.destination(.presented(.exporting(.stopRequested))))

      case .fileChosen(let file):
        var content = ExportOptions.Content.items
        var selected: SelectedItems?
        switch state.fileChooser {
        case .exportFile(let chosen): content = chosen
        case .exportSelected(let items): selected = items
        case .importFile, nil: return .none
        }
        state.fileChooser = nil
        let name = file.lastPathComponent
        state.export = TransferFeature.Export(
          content: content,
          selected: selected,
          fileName: name,
          running: RunningTransfer(start: now)
        )
        return export(
          file,
          ExportOptions(content, format: FileFormat(fileName: name), escapesFormulas: true),
          selected
        )

      default:
        return .none
      }
    }
  }

  private func export(
    _ file: URL,
    _ options: ExportOptions,
    _ selected: SelectedItems?
  ) -> Effect<Action> {
    .run { send in
      let events =
        selected.map { manyItems.export($0, file, options) }
        ?? transfer.exportItems(file, options)
      for try await event in events {
        switch event {
        case .progress(let progress): await send(.exportProgressed(progress))
        case .finished(let count): await send(.exportEnded(.success(count)))
        }
      }
    } catch: { error, send in
      await send(.exportEnded(.failure(error)))
    }
    .cancellable(id: CancelID.export, cancelInFlight: true)
  }

  private func finish(_ result: Result<Int, any Error>, _ state: inout State) -> Effect<Action> {
    guard let export = state.export else { return .none }
    state.export = nil
    switch result {
    case .success(let count):
      if case .exporting = state.destination { state.destination = nil }
      return .send(.delegate(.finished(Self.text(count, in: export.fileName))))
    case .failure(let error):
      guard state.canShowExport else {
        let reason = explanation(of: error)
        return .send(.delegate(.finished(tr("Nothing was exported: \(reason)"))))
      }
      state.destination = .alert(.failure(tr("Nothing was exported"), error))
      return .none
    }
  }

  private static func text(_ count: Int, in fileName: String) -> String {
    tr(
      "\(count) item written to “\(fileName)”",
      "\(count) items written to “\(fileName)”",
      count: count
    )
  }
}

extension TransferFeature.State {
  /// Shows how far the export has come. What is done in no time needs no sheet, and what the user
  /// does meanwhile goes first.
  fileprivate mutating func showProgress() {
    guard let export else { return }
    if case .exporting(var sheet) = destination {
      sheet.running = export.running
      destination = .exporting(sheet)
    } else if destination == nil, fileChooser == nil {
      showExport()
    }
  }

  /// Shows the sheet of the export that goes on.
  fileprivate mutating func showExport() {
    guard let export else { return }
    self.export?.hasSheet = true
    destination = .exporting(
      ExportFeature.State(fileName: export.fileName, running: export.running)
    )
  }
}

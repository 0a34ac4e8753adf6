import ComposableGtk
import Foundation
import InventoryCore

/// The sheet in which a file is looked at before it is imported, and in which it is imported.
struct ImportView: View {
  @Bindable var store: StoreOf<ImportFeature>

  /// Why an import cannot begin yet.
  private var reason: String? {
    store.preview == nil || store.isReadAgain ? nil : store.obstacle?.text
  }

  var body: some View {
    Group {
      if let running = store.running {
        TransferProgressView(
          title: tr("Importing \(store.file.lastPathComponent)"),
          running: running
        )
      } else if let preview = store.preview {
        Form {
          ImportForecastSection(store: store, preview: preview)
          if let problems = store.knownProblems {
            ImportProblemsSection(rejection: problems, isForecast: store.rejection == nil)
          }
          ImportNumbersSection(store: store)
          ImportSimilarSection(store: store)
          ImportOptionsSection(store: store, preview: preview)
          ImportColumnsSection(store: store, preview: preview)
          ImportUnmappedSection(store: store, preview: preview)
          ImportRowsSection(preview: preview)
        }
      } else {
        ProgressView()
      }
    }
    .navigationTitle(tr("Import"))
    // Why the button beside it cannot be pressed matters more than the name of the file.
    .navigationSubtitle(reason ?? store.file.lastPathComponent)
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button(tr("Cancel")) { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button(tr("Import")) { store.send(.importButtonTapped) }
          .disabled(!store.canImport)
          .help(reason ?? "")
      }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
    .task { await store.send(.task).finish() }
  }
}

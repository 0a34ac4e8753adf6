import ComposableGtk
import InventoryCore

/// The sheet that tells how far an export has come.
struct ExportView: View {
  @Bindable var store: StoreOf<ExportFeature>

  var body: some View {
    TransferProgressView(title: tr("Writing \(store.fileName)"), running: store.running)
      .navigationTitle(tr("Export"))
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button(tr("Cancel")) { store.send(.cancelButtonTapped) }
        }
      }
      .alert($store.scope(state: \.alert, action: \.alert))
  }
}

/// A bar that tells how far the reading or writing of a file has come, and how long it will go on.
struct TransferProgressView: View {
  let title: String
  let running: RunningTransfer

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      Text(title)
        .bold()
        .lineLimit(1)
      ProgressView(value: running.progress.fraction)
        .accessibilityLabel(title)
      HStack(spacing: 12) {
        Text(rows)
          .monospacedDigit()
          .cssClass("dim-label")
        Spacer()
        Text(running.timeLeft?.text ?? "")
          .cssClass("dim-label")
      }
    }
    .padding(24)
    .frame(minWidth: 360)
  }

  private var rows: String {
    let count = running.progress.rows
    return tr("\(count) row", "\(count) rows", count: count)
  }
}

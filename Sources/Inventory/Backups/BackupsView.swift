import ComposableGtk
import Foundation
import InventoryCore

/// The sheet with the backups.
struct BackupsView: View {
  @Bindable var store: StoreOf<BackupsFeature>
  let integrity: ItemListFeature.Integrity
  @Environment(\.dateLocale) private var locale

  var body: some View {
    Group {
      if store.isRestoring {
        VStack(spacing: 12) {
          ProgressView()
          Text(tr("The backup is being restored."))
        }
      } else if let backups = store.backups {
        Form {
          Section {
            if backups.isEmpty {
              Text(tr("No Backups Yet"))
                .cssClass("dim-label")
                .padding(.vertical, 6)
            }
            ForEach(backups) { backup in row(backup) }
          } footer: {
            Text(explanation)
          }
          Section {
            LabeledContent(tr("Inventory File"), value: checkResult)
          } footer: {
            Text(tr("It is checked when a window opens, and once a day."))
          }
        }
      } else {
        ProgressView()
      }
    }
    .navigationTitle(tr("Restore from Backup"))
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        if store.isRestoring {
          Button(tr("Cancel")) { store.send(.stopButtonTapped) }
        } else {
          Button(tr("Close")) { store.send(.closeButtonTapped) }
        }
      }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
    .task { await store.send(.task).finish() }
  }

  private var explanation: String {
    tr("Inventory makes a backup once a day and keeps the latest ten.")
  }

  private var checkResult: String {
    switch integrity {
    case .unknown: tr("Being checked…")
    case .sound: tr("Checked, no damage found")
    case .damaged(let problem): problem.title
    }
  }

  private func row(_ backup: Backup) -> some View {
    Button {
      store.send(.backupTapped(id: backup.id))
    } label: {
      VStack(alignment: .leading, spacing: 2) {
        Text(title(of: backup))
        Text(content(of: backup))
          .cssClass("dim-label")
          .cssClass("caption")
          .lineLimit(backup.obstacle == nil ? 1 : 3)
      }
    }
    .buttonStyle(.navigation)
    .disabled(backup.obstacle != nil)
  }

  private func title(of backup: Backup) -> String {
    let date = backup.dateText(in: locale)
    return switch backup.occasion {
    case .daily: date
    case .update: tr("\(date), before an update")
    case .restore: tr("\(date), before a backup was restored")
    }
  }

  private func content(of backup: Backup) -> String {
    switch backup.obstacle {
    case .newer: return tr("A newer version of Inventory has made it, and can restore it.")
    case .unreadable: return tr("Its file \(backup.id) is damaged, and cannot be restored.")
    case nil: break
    }
    let count = tr(
      "\(backup.itemCount) item",
      "\(backup.itemCount) items",
      count: backup.itemCount
    )
    let more = backup.itemCount > backup.names.count ? ", …" : ""
    return backup.names.isEmpty
      ? count : tr("\(count): \(backup.names.joined(separator: ", ") + more)")
  }
}

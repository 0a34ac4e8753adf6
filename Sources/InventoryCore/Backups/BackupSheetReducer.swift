import ComposableArchitecture

/// Opens the sheet with the backups and shows the inventory that one of them brings back, and tells
/// when none could be made.
struct BackupSheetReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.backups(.delegate(.restored(let id))))):
        let backup = state.destination?.backups?.backups?.first { $0.id == id }
        state.destination = nil
        state.path = StackState()
        let told: Effect<Action> =
          backup.map { .send(.undo(.finished(Self.restoredText($0)))) } ?? .none
        return .merge(
          .concatenate(.send(.undo(.inventoryReplaced)), told),
          .send(.list(.list(.retryButtonTapped)))
        )

      case .list(.delegate(.backupFailed(let reason))):
        return .send(.undo(.finished(tr("No backup could be made: \(reason)"))))

      case .list(.delegate(.backupsRequested)):
        state.destination = .backups(BackupsFeature.State())
        return .none

      default:
        return .none
      }
    }
  }

  /// What is told of a backup that has become the inventory: also how to take that back.
  private static func restoredText(_ backup: Backup) -> String {
    tr(
      """
      The inventory is that of \(backup.dateText()) again. What it was before is among the backups.
      """
    )
  }
}

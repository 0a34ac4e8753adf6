import ComposableArchitecture

/// Opens the sheet with the backups and shows the inventory that one of them brings back, and tells
/// when none could be made.
struct BackupSheetReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.backups(.delegate(.restored)))):
        state.destination = nil
        state.path = StackState()
        return .merge(.send(.undo(.inventoryReplaced)), .send(.list(.list(.retryButtonTapped))))

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
}

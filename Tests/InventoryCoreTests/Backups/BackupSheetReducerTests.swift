import ComposableArchitecture
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct BackupSheetReducerTests {
  @Test func `the sheet opens over the list`() async {
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([.drill]))) {
      InventoryFeature()
    }
    await store.send(\.list.backupsButtonTapped)
    await store.receive(\.list.delegate.backupsRequested) {
      $0.destination = .backups(BackupsFeature.State())
    }
  }

  @Test func `the inventory of a backup is shown without the pages of the one before`() async {
    var sheet = BackupsFeature.State()
    sheet.backups = [.monday]
    var state = InventoryFeature.State(
      page: ItemPage([.drill]),
      path: StackState([.item(ItemDetailFeature.State(item: .drill))]),
      destination: .backups(sheet)
    )
    state.undo.undos = [InventoryChange(.deleted(name: "Lamp"))]
    let store = TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.backups.checkIntegrity = { try await Task.never() }
      $0.connection.reopen = { try await Task.never() }
    }
    let task = await store.send(\.destination.backups.delegate.restored, "monday") {
      $0.destination = nil
      $0.path = StackState()
    }
    await store.receive(\.undo.inventoryReplaced) { $0.undo.undos = [] }
    await store.receive(\.undo.finished) {
      $0.undo.toast = ToastFeature.State(
        id: 1,
        text:
          "The inventory is that of \(Backup.monday.dateText()) again. What it was before is among the "
          + "backups."
      )
    }
    await store.receive(\.list.list.retryButtonTapped) {
      $0.list.list.isLoading = true
      $0.list.isCheckDue = true
    }
    await store.receive(\.undo.toast.shown)
    await task.cancel()
  }

  @Test func `a backup that could not be made is told`() async {
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([.drill]))) {
      InventoryFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(\.list.delegate.backupFailed, "the disk is full")
    await store.receive(\.undo.finished) {
      $0.undo.toast = ToastFeature.State(
        id: 1,
        text: "No backup could be made: the disk is full"
      )
    }
    await store.receive(\.undo.toast.shown)
    await store.send(\.undo.toast.dismiss) { $0.undo.toast = nil }
  }
}

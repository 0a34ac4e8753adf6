import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

@MainActor
@Suite struct BackupsFeatureTests {
  private let backup = Backup.monday

  private var question: AlertState<BackupsFeature.Action.Alert> {
    AlertState {
      TextState("Restore this backup?")
    } actions: {
      ButtonState(role: .destructive, action: .restoreConfirmed(id: "monday")) {
        TextState("Restore")
      }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState(
        "It is of \(backup.dateText()). Its 1 item takes the place of your inventory, which becomes a "
          + "backup, or is kept beside the file if it is damaged."
      )
    }
  }

  @Test func `a backup is restored after a confirmation`() async {
    let restored = LockIsolated<[Backup.ID]>([])
    let store = TestStore(initialState: BackupsFeature.State()) {
      BackupsFeature()
    } withDependencies: { [backup] in
      $0.backups.all = { [backup] }
      $0.backups.restore = { id in restored.withValue { $0.append(id) } }
    }
    await store.send(\.task)
    await store.receive(\.backupsResponse.success) { [backup] in $0.backups = [backup] }
    await store.send(\.backupTapped, "tuesday")
    await store.send(\.backupTapped, "monday") { [question] in
      $0.asksAbout = "monday"
      $0.alert = question
    }
    await store.send(\.alert.restoreConfirmed, "monday") {
      $0.asksAbout = nil
      $0.alert = nil
      $0.isRestoring = true
    }
    await store.receive(\.delegate.restored)
    #expect(restored.value == ["monday"])
  }

  @Test func `a restoration is stopped`() async {
    let isCancelled = LockIsolated(false)
    var state = BackupsFeature.State()
    state.backups = [backup]
    state.asksAbout = "monday"
    state.alert = question
    let store = TestStore(initialState: state) {
      BackupsFeature()
    } withDependencies: {
      $0.backups.restore = { _ in
        defer { isCancelled.setValue(Task.isCancelled) }
        try await Task.never()
      }
    }
    let restoring = await store.send(\.alert.restoreConfirmed, "monday") {
      $0.asksAbout = nil
      $0.alert = nil
      $0.isRestoring = true
    }
    await store.send(\.stopButtonTapped) { $0.isRestoring = false }
    await restoring.finish()
    #expect(isCancelled.value)
    await store.send(\.stopButtonTapped)
  }

  @Test(arguments: ["monday", "sunday"])
  func `a link asks about a backup, if it is there`(id: Backup.ID) async {
    let store = TestStore(initialState: BackupsFeature.State(asksAbout: id)) {
      BackupsFeature()
    } withDependencies: { [backup] in
      $0.backups.all = { [backup] }
    }
    await store.send(\.task)
    await store.receive(\.backupsResponse.success) { [backup, question] in
      $0.backups = [backup]
      $0.asksAbout = id == "monday" ? "monday" : nil
      $0.alert = id == "monday" ? question : nil
    }
    guard id == "monday" else { return }
    await store.send(\.alert.dismiss) {
      $0.asksAbout = nil
      $0.alert = nil
    }
  }

  @Test(arguments: [Backup.Obstacle.newer, .unreadable])
  func `a backup that cannot be restored is not asked about`(obstacle: Backup.Obstacle) async {
    var backup = backup
    backup.obstacle = obstacle
    var state = BackupsFeature.State(asksAbout: "monday")
    state.backups = [backup]
    let store = TestStore(initialState: state) { BackupsFeature() }
    await store.send(\.backupTapped, "monday") { $0.asksAbout = nil }
  }

  @Test func `the date of a backup is written in the user's language`() {
    let text = backup.dateText(in: Locale(identifier: "de_DE"))
    // The time depends on the zone.
    #expect(text.contains("Januar 1970") || text.contains("Dezember 1969"))
  }

  @Test func `a failure is told, and the sheet stays`() async {
    let failure = EngineFailure.locked
    var state = BackupsFeature.State()
    state.backups = [backup]
    state.alert = question
    let store = TestStore(initialState: state) {
      BackupsFeature()
    } withDependencies: {
      $0.backups.restore = { _ in throw failure }
    }
    await store.send(\.alert.restoreConfirmed, "monday") {
      $0.alert = nil
      $0.isRestoring = true
    }
    await store.receive(\.restoreFailed) {
      $0.isRestoring = false
      $0.alert = AlertState {
        TextState("The backup could not be restored")
      } message: {
        TextState("another program has locked it")
      }
    }
    #expect(!store.isDismissed)
  }

  @Test func `the sheet may be closed`() async {
    let store = TestStore(initialState: BackupsFeature.State()) { BackupsFeature() }
    await store.send(\.closeButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `the sheet stays until the backup is restored, and the window with it`() async {
    var sheet = BackupsFeature.State()
    sheet.isRestoring = true
    let store = TestStore(
      initialState: InventoryFeature.State(page: ItemPage([.drill]), destination: .backups(sheet))
    ) {
      InventoryFeature()
    }
    await store.send(\.destination.dismiss)
    await store.receive(\.destination.backups.closeButtonTapped)
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.destination.backups.closeButtonTapped)
    // What has failed is to be read first.
    let error = FileError(file: "monday", problem: "gone")
    await store.send(.destination(.presented(.backups(.restoreFailed(error))))) {
      $0.postponed = nil
      $0.destination?.modify(\.backups) {
        $0.isRestoring = false
        $0.alert = .failure("The backup could not be restored", error)
      }
    }
  }

  @Test func `a window that is closed while a backup is restored closes afterwards`() async {
    var sheet = BackupsFeature.State()
    sheet.isRestoring = true
    let store = TestStore(
      initialState: InventoryFeature.State(page: ItemPage([.drill]), destination: .backups(sheet))
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.backups.checkIntegrity = { try await Task.never() }
      $0.connection.reopen = { try await Task.never() }
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.destination.backups.closeButtonTapped)
    let task = await store.send(\.destination.backups.delegate.restored, "monday") {
      $0.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.undo.inventoryReplaced)
    await store.receive(\.list.list.retryButtonTapped) {
      $0.list.list.isLoading = true
      $0.list.isCheckDue = true
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
    await task.cancel()
  }

  @Test func `a backup of the day that cannot be made is told`() async {
    let clock = TestClock()
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([.drill]))) {
      InventoryFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.backups.checkIntegrity = {}
      $0.backups.backUp = { throw EngineFailure.diskFull }
    }
    let task = await store.send(\.list.opened)
    await store.receive(\.list.integrityResponse) { $0.list.integrity = .sound }
    await store.receive(\.list.delegate.backupFailed)
    await store.receive(\.undo.finished) {
      $0.undo.toast = ToastFeature.State(
        id: 1,
        text: "No backup could be made: the disk is full"
      )
    }
    await store.receive(\.undo.toast.shown)
    await store.send(\.undo.toast.dismiss) { $0.undo.toast = nil }
    await task.cancel()
  }

  @Test func `the list shows what was restored`() async {
    let (checks, check) = AsyncStream<Void>.makeStream()
    let store = TestStore(
      initialState: InventoryFeature.State(page: ItemPage([.drill]))
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.connection.changes = { .once }
      $0.items.page = { _, _ in ItemPage([.lamp]) }
      $0.backups.checkIntegrity = { for await _ in checks { break } }
      $0.backups.backUp = {}
      $0.connection.reopen = {}
    }
    await store.send(\.list.backupsButtonTapped)
    await store.receive(\.list.delegate.backupsRequested) {
      $0.destination = .backups(BackupsFeature.State())
    }
    await store.send(.undo(.changeMade(InventoryChange(.deleted(name: "Drill"))))) {
      $0.undo.undos = [InventoryChange(.deleted(name: "Drill"))]
      $0.undo.toast = ToastFeature.State(id: 1, text: "“Drill” deleted", button: .undo)
    }
    await store.receive(\.undo.toast.shown)
    let task = await store.send(\.destination.backups.delegate.restored, "monday") {
      $0.destination = nil
    }
    // What was done in the inventory before cannot be undone in this one.
    await store.receive(\.undo.inventoryReplaced) {
      $0.undo.undos = []
      $0.undo.toast = nil
    }
    await store.receive(\.list.list.retryButtonTapped) {
      $0.list.list.isLoading = true
      $0.list.isCheckDue = true
    }
    await store.receive(\.list.list.task)
    await store.receive(\.list.list.databaseChanged) { $0.list.list.reading = .current }
    await store.receive(\.list.list.refreshResponse) {
      $0.list.list.rows = PagedArray(ItemPage([.lamp]))
      $0.list.list.isLoading = false
      $0.list.list.reading = nil
      $0.list.isCheckDue = false
    }
    // The file that has been restored is checked as well.
    check.yield()
    await store.receive(\.list.integrityResponse) { $0.list.integrity = .sound }
    await task.cancel()
  }
}

import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

/// What would end an import or export waits for the user's decision.
@MainActor
@Suite struct InterruptedTransferTests {
  private let file = URL(filePath: "/tmp/stock.csv")
  private let link = DeepLink(pages: [.item(sku: "T-200")])
  private let clock = TestClock()
  private let quits = LockIsolated(0)

  private let running = RunningTransfer(start: Date(timeIntervalSince1970: 1_000))

  private var question: AlertState<ImportFeature.Action.Alert> {
    AlertState {
      TextState("Stop the import?")
    } actions: {
      ButtonState(role: .destructive, action: .stopConfirmed) { TextState("Stop") }
      ButtonState(role: .cancel) { TextState("Keep Importing") }
    } message: {
      TextState("Nothing has been imported yet.")
    }
  }

  private var exportQuestion: AlertState<ExportFeature.Action.Alert> {
    AlertState {
      TextState("Stop the export?")
    } actions: {
      ButtonState(role: .destructive, action: .stopConfirmed) { TextState("Stop") }
      ButtonState(role: .cancel) { TextState("Keep Exporting") }
    } message: {
      TextState("The file has not been written yet.")
    }
  }

  private func store(_ destination: TransferFeature.Destination.State)
    -> TestStoreOf<InventoryFeature>
  {
    var state = InventoryFeature.State(page: ItemPage([]))
    state.list.transfer.destination = destination
    return store(state)
  }

  private func store(_ state: InventoryFeature.State) -> TestStoreOf<InventoryFeature> {
    TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
      $0.windows.quit = { [quits] in quits.withValue { $0 += 1 } }
      $0.links.target = { link in
        DeepLinkTarget(link: link, list: ItemPage([.hammer]), pages: [.item(.init(item: .hammer))])
      }
    }
  }

  private func storeWithImport() -> TestStoreOf<InventoryFeature> {
    var sheet = ImportFeature.State(file: file)
    sheet.running = running
    return store(.importing(sheet))
  }

  private func storeWithExport() -> TestStoreOf<InventoryFeature> {
    var state = InventoryFeature.State(page: ItemPage([]))
    state.list.transfer.export = TransferFeature.Export(
      content: .items,
      fileName: "stock.csv",
      running: running
    )
    return store(state)
  }

  private func ask(_ store: TestStoreOf<InventoryFeature>) async {
    await store.receive(\.list.transfer.destination.importing.stopRequested) { [question] in
      $0.list.transfer.destination?.modify(\.importing) { $0.alert = question }
    }
  }

  private func confirmStop(_ store: TestStoreOf<InventoryFeature>) async {
    await store.send(\.list.transfer.destination.importing.alert.stopConfirmed) {
      $0.list.transfer.destination?.modify(\.importing) {
        $0.alert = nil
        $0.isStopped = true
      }
    }
  }

  @Test func `the window closes once the import is stopped`() async {
    let store = storeWithImport()
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await ask(store)
    await confirmStop(store)
    await store.receive(\.list.transfer.destination.dismiss) {
      $0.list.transfer.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `the window stays when the import is to go on`() async {
    let store = storeWithImport()
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await ask(store)
    await store.send(\.list.transfer.destination.importing.alert.dismiss) {
      $0.list.transfer.destination?.modify(\.importing) { $0.alert = nil }
      $0.postponed = nil
    }
  }

  @Test func `a link is followed when the import has ended without an answer`() async {
    let store = storeWithImport()
    await store.send(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) { [link] in $0.postponed = .link(link) }
    await ask(store)
    var summary = ImportSummary(added: 1)
    summary.canBeUndone = true
    await store.send(
      .list(.transfer(.destination(.presented(.importing(.importEnded(.success(summary)))))))
    ) {
      $0.list.transfer.destination?.modify(\.importing) {
        $0.running = nil
        $0.alert = nil
      }
    }
    await store.receive(\.list.transfer.destination.importing.delegate.finished) {
      $0.list.transfer.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.linkOpened, link.text)
    await store.receive(\.linkResponse.success) {
      $0.list.list.rows = PagedArray(ItemPage([.hammer]))
      $0.path[id: 0] = .item(ItemDetailFeature.State(item: .hammer))
    }
  }

  @Test func `nothing goes on when the import fails meanwhile`() async {
    let store = storeWithImport()
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await ask(store)
    let rejection = ImportRejection(file: "stock.csv", problems: [], badRows: 1)
    await store.send(
      .list(.transfer(.destination(.presented(.importing(.importEnded(.failure(rejection)))))))
    ) {
      $0.list.transfer.destination?.modify(\.importing) {
        $0.running = nil
        $0.alert = nil
        $0.rejection = rejection
        $0.rejectedOptions = $0.options
      }
      $0.postponed = nil
    }
  }

  @Test func `a file that is only looked at keeps nothing from closing`() async {
    let store = store(.importing(ImportFeature.State(file: file)))
    await store.send(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `a running import asks before its sheet closes`() async {
    let store = storeWithImport()
    await store.send(\.list.transfer.destination.dismiss)
    await ask(store)
    await store.send(\.list.transfer.destination.importing.alert.dismiss) {
      $0.list.transfer.destination?.modify(\.importing) { $0.alert = nil }
    }
    await store.send(\.list.transfer.destination.dismiss)
    await ask(store)
    await confirmStop(store)
    await store.receive(\.list.transfer.destination.dismiss) {
      $0.list.transfer.destination = nil
    }
  }

  @Test func `a running export asks before its sheet closes`() async {
    let store = store(.exporting(ExportFeature.State(fileName: "stock.csv", running: running)))
    await store.send(\.list.transfer.destination.dismiss)
    await askAboutExport(store)
    await confirmStopOfExport(store)
    await store.receive(\.list.transfer.destination.dismiss) {
      $0.list.transfer.destination = nil
    }
  }

  @Test func `a file that is only looked at is closed without a question`() async {
    let store = store(.importing(ImportFeature.State(file: file)))
    await store.send(\.list.transfer.destination.dismiss) { $0.list.transfer.destination = nil }
  }

  private func confirmStopOfExport(_ store: TestStoreOf<InventoryFeature>) async {
    await store.send(\.list.transfer.destination.exporting.alert.stopConfirmed) {
      $0.list.transfer.destination?.modify(\.exporting) {
        $0.alert = nil
        $0.isStopped = true
      }
    }
  }

  private func askAboutExport(_ store: TestStoreOf<InventoryFeature>) async {
    await store.receive(\.list.transfer.destination.exporting.stopRequested) { [exportQuestion] in
      $0.list.transfer.destination?.modify(\.exporting) { $0.alert = exportQuestion }
    }
  }

  /// Quits, which opens the sheet of the export that asks.
  private func quitDuringExport(_ store: TestStoreOf<InventoryFeature>) async {
    await store.send(\.command, .quit) { $0.postponed = .quit }
    await store.receive(\.list.transfer.exportStopRequested) { [running] in
      $0.list.transfer.export?.hasSheet = true
      $0.list.transfer.destination = .exporting(
        ExportFeature.State(fileName: "stock.csv", running: running)
      )
    }
    await askAboutExport(store)
  }

  @Test func `an export asks although it has no sheet yet`() async {
    let store = storeWithExport()
    await quitDuringExport(store)
    await confirmStopOfExport(store)
    await store.receive(\.list.transfer.destination.dismiss) {
      $0.list.transfer.destination = nil
      $0.list.transfer.export = nil
      $0.postponed = nil
    }
    await store.receive(\.command, .quit)
    #expect(quits.value == 1)
  }

  @Test(arguments: [true, false])
  func `an export asks in the place of what is open`(isImport: Bool) async {
    var state = InventoryFeature.State(page: ItemPage([]))
    state.list.transfer.export = TransferFeature.Export(
      content: .items,
      fileName: "stock.csv",
      running: running
    )
    state.list.transfer.destination =
      isImport ? .importing(ImportFeature.State(file: file)) : .alert(AlertState { TextState("") })
    let store = store(state)
    await quitDuringExport(store)
    await store.send(\.list.transfer.destination.exporting.alert.dismiss) {
      $0.list.transfer.destination?.modify(\.exporting) { $0.alert = nil }
      $0.postponed = nil
    }
    #expect(quits.value == 0)
    // It ends with the test.
    await store.skipInFlightEffects(strict: false)
  }

  @Test func `the program quits when the export has ended without an answer`() async {
    let store = storeWithExport()
    await quitDuringExport(store)
    await store.send(.list(.transfer(.exportEnded(.success(3))))) {
      $0.list.transfer.destination = nil
      $0.list.transfer.export = nil
    }
    await store.receive(\.list.transfer.delegate.finished) { $0.postponed = nil }
    await store.receive(\.undo.finished) {
      $0.undo.toast = ToastFeature.State(id: 1, text: "3 items written to “stock.csv”")
    }
    await store.receive(\.command, .quit)
    await closeToast(store)
    #expect(quits.value == 1)
  }

  private func closeToast(_ store: TestStoreOf<InventoryFeature>) async {
    await store.receive(\.undo.toast.shown)
    await store.send(\.undo.toast.dismiss) { $0.undo.toast = nil }
  }

  @Test func `what has failed in the place of the question is read first`() async {
    let store = storeWithExport()
    await quitDuringExport(store)
    let error = FileError(file: "stock.csv", problem: "is full")
    await store.send(.list(.transfer(.exportEnded(.failure(error))))) {
      $0.list.transfer.destination = .alert(.failure("Nothing was exported", error))
      $0.list.transfer.export = nil
      $0.postponed = nil
    }
    await store.send(\.list.transfer.destination.dismiss) { $0.list.transfer.destination = nil }
    #expect(quits.value == 0)
  }

  @Test func `an import that cannot be undone lets the window close once`() async {
    let store = storeWithImport()
    await store.send(\.command, .quit) { $0.postponed = .quit }
    await ask(store)
    await store.send(
      .list(
        .transfer(
          .destination(.presented(.importing(.importEnded(.success(ImportSummary(added: 9))))))
        )
      )
    ) {
      $0.list.transfer.destination?.modify(\.importing) {
        $0.running = nil
        $0.alert = nil
      }
    }
    await store.receive(\.list.transfer.destination.importing.delegate.finished) {
      $0.list.transfer.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.list.transfer.delegate.imported)
    await store.receive(\.command, .quit)
    await store.receive(\.undo.imported) {
      $0.undo.toast = ToastFeature.State(id: 1, text: "9 items added. This cannot be undone.")
    }
    await closeToast(store)
    #expect(quits.value == 1)
  }

  @Test func `an export asks, too`() async {
    let store = store(.exporting(ExportFeature.State(fileName: "stock.csv", running: running)))
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await askAboutExport(store)
    await store.send(\.list.transfer.destination.exporting.alert.dismiss) {
      $0.list.transfer.destination?.modify(\.exporting) { $0.alert = nil }
      $0.postponed = nil
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await askAboutExport(store)
    await confirmStopOfExport(store)
    await store.receive(\.list.transfer.destination.dismiss) {
      $0.list.transfer.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }
}

import ComposableArchitecture
import Foundation
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
      $0.database.target = { link in
        DeepLinkTarget(link: link, list: ItemPage([.hammer]), pages: [.item(.hammer)])
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

  @Test func `the window closes once the import is stopped`() async {
    let store = storeWithImport()
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await ask(store)
    await store.send(\.list.transfer.destination.importing.alert.stopConfirmed) {
      $0.list.transfer.destination?.modify(\.importing) { $0.alert = nil }
    }
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
      }
      $0.postponed = nil
    }
  }

  @Test func `a file that is only looked at keeps nothing from closing`() async {
    let store = store(.importing(ImportFeature.State(file: file)))
    await store.send(\.closeButtonTapped) { $0.isClosed = true }
  }

  @Test func `an export asks although it has no sheet yet`() async {
    let store = storeWithExport()
    await store.send(\.command, .quit) { $0.postponed = .quit }
    await store.receive(\.list.transfer.exportStopRequested) {
      $0.list.transfer.export?.hasSheet = true
      $0.list.transfer.destination = .exporting(
        ExportFeature.State(fileName: "stock.csv", running: running)
      )
    }
    await store.receive(\.list.transfer.destination.exporting.stopRequested) {
      $0.list.transfer.destination?.modify(\.exporting) {
        $0.alert = AlertState {
          TextState("Stop the export?")
        } actions: {
          ButtonState(role: .destructive, action: .stopConfirmed) { TextState("Stop") }
          ButtonState(role: .cancel) { TextState("Keep Exporting") }
        } message: {
          TextState("The file has not been written yet.")
        }
      }
    }
    await store.send(\.list.transfer.destination.exporting.alert.stopConfirmed) {
      $0.list.transfer.destination?.modify(\.exporting) { $0.alert = nil }
    }
    await store.receive(\.list.transfer.destination.dismiss) {
      $0.list.transfer.destination = nil
      $0.list.transfer.export = nil
      $0.postponed = nil
    }
    await store.receive(\.command, .quit)
    #expect(quits.value == 1)
  }

  @Test func `the program quits when the export has ended without an answer`() async {
    let store = storeWithExport()
    store.exhaustivity = .off
    await store.send(\.command, .quit) { $0.postponed = .quit }
    await store.receive(\.list.transfer.destination.exporting.stopRequested)
    await store.send(.list(.transfer(.exportEnded(.success(3)))))
    await store.receive(\.list.transfer.delegate.finished) { $0.postponed = nil }
    await store.receive(\.command, .quit)
    await store.skipInFlightEffects(strict: false)
    #expect(quits.value == 1)
  }

  @Test func `what has failed in the place of the question is read first`() async {
    let store = storeWithExport()
    store.exhaustivity = .off
    await store.send(\.command, .quit) { $0.postponed = .quit }
    await store.receive(\.list.transfer.destination.exporting.stopRequested)
    let error = FileError(file: "stock.csv", problem: "is full")
    await store.send(.list(.transfer(.exportEnded(.failure(error))))) { $0.postponed = nil }
    await store.send(\.list.transfer.destination.dismiss)
    #expect(quits.value == 0)
  }

  @Test func `an import that cannot be undone lets the window close once`() async {
    let store = storeWithImport()
    store.exhaustivity = .off
    await store.send(\.command, .quit) { $0.postponed = .quit }
    await ask(store)
    await store.send(
      .list(
        .transfer(
          .destination(.presented(.importing(.importEnded(.success(ImportSummary(added: 9))))))
        )
      )
    )
    await store.receive(\.list.transfer.destination.importing.delegate.finished) {
      $0.postponed = nil
    }
    await store.receive(\.list.transfer.delegate.imported)
    await store.receive(\.command, .quit)
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
    #expect(quits.value == 1)
  }

  @Test func `an export asks, too`() async {
    let store = store(.exporting(ExportFeature.State(fileName: "stock.csv", running: running)))
    store.exhaustivity = .off
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.list.transfer.destination.exporting.stopRequested)
    await store.send(\.list.transfer.destination.exporting.alert.dismiss) { $0.postponed = nil }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.send(\.list.transfer.destination.exporting.alert.stopConfirmed)
    await store.receive(\.list.transfer.destination.dismiss) { $0.list.transfer.destination = nil }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }
}

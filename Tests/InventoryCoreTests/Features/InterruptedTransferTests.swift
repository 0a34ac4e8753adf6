import ComposableArchitecture
import Foundation
import InventoryCore
import PagedArrays
import Testing

/// What would end an import or export waits for the user's decision.
@MainActor
@Suite struct InterruptedTransferTests {
  private let file = URL(filePath: "/tmp/stock.csv")
  private let link = DeepLink(pages: [.item(sku: "T-200")])
  private let clock = TestClock()

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
    return TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
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

import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import Testing

@testable import InventoryCore

@MainActor
@Suite struct LinkReducerTests {
  @Test func `a link replaces the pages and what is open`() async {
    let link = DeepLink(pages: [.item(sku: "T-100")], presentation: .edit)
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([]),
        path: StackState([.location(LocationFeature.State(name: "Moon"))])
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.links.target = {
        #expect($0 == link)
        return DeepLinkTarget(
          link: link,
          list: ItemPage([.drill]),
          pages: [.item(.init(item: .drill))]
        )
      }
    }
    await store.send(\.linkOpened, "inventory://items/T-100/edit")
    await store.receive(\.linkResponse.success) {
      $0.list.list.rows = PagedArray(ItemPage([.drill]))
      $0.path = StackState()
      $0.path[id: 1] = .item(
        ItemDetailFeature.State(
          item: .drill,
          destination: .edit(ItemFormFeature.State(item: .drill))
        )
      )
    }
  }

  @Test func `what pages and sheets do ends when a link replaces them`() async {
    let (endings, ended) = AsyncStream<Void>.makeStream()
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([]),
        path: StackState([.locations(LocationsFeature.State(locations: []))]),
        destination: .add(ItemFormFeature.State(newItem: .number(7)))
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.connection.changes = {
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        continuation.onTermination = { _ in ended.yield() }
        return changes
      }
      $0.locations.all = {
        defer { ended.yield() }
        try await Task.never()
        return []
      }
      $0.items.nextSku = { _ in
        defer { ended.yield() }
        try await Task.never()
        return ""
      }
      $0.links.target = { DeepLinkTarget(link: $0, list: ItemPage([]), pages: []) }
    }
    await store.send(\.path[id: 0].locations.task)
    await store.send(\.destination.add.task)
    await store.send(\.linkOpened, "inventory://items")
    await store.receive(\.linkResponse.success) {
      $0.path = StackState()
      $0.destination = nil
    }
    for await _ in endings.prefix(3) {}
    await store.finish()
  }

  @Test func `a bad link is told in an alert`() async {
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([]))) {
      InventoryFeature()
    }
    await store.send(\.linkOpened, "inventory://things") {
      $0.destination = .alert(
        alert(
          "The link cannot be opened",
          "inventory://things: expected items, locations, stocktake, tags, changes, about, add, "
            + "backups, export, filters, import, legal, low-stock, preferences, reorder-list or shortcuts in "
            + "place of “things”"
        )
      )
    }
  }

  @Test func `a link that cannot be followed now is opened when the inventory is reached`() async {
    let clock = TestClock()
    let (states, state) = AsyncStream<ConnectionState>.makeStream()
    let isThere = LockIsolated(false)
    let store = TestStore(initialState: InventoryFeature.State(page: ItemPage([]))) {
      InventoryFeature()
    } withDependencies: {
      $0.connection.states = { states }
      $0.continuousClock = clock
      $0.uuid = .incrementing
      $0.links.target = { link in
        if !isThere.value { throw EngineFailure.away }
        return DeepLinkTarget(
          link: link,
          list: ItemPage([.drill]),
          pages: [.item(.init(item: .drill))]
        )
      }
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    // The newest one is opened.
    await store.send(\.linkOpened, "inventory://items")
    await store.receive(\.linkPostponed)
    await store.send(\.linkOpened, "inventory://items/T-100")
    await store.receive(\.linkPostponed, DeepLink(pages: [.item(sku: "T-100")]))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.undo.toast != nil)
    await clock.advance(by: LinkReducer.delay)
    state.yield(.lost)
    isThere.setValue(true)
    state.yield(.connected)
    await store.receive(\.linkReached, DeepLink(pages: [.item(sku: "T-100")]))
    await store.receive(\.linkResponse) {
      $0.path = StackState()
      $0.path[id: 0] = .item(ItemDetailFeature.State(item: .drill))
    }
    #expect(store.state.waitingLink == nil)
    await store.skipInFlightEffects()
  }

  /// A window in which a link waits for the inventory.
  private func waitingStore(
    _ target: @escaping @Sendable (DeepLink) async throws -> DeepLinkTarget
  ) async -> TestStoreOf<InventoryFeature> {
    var state = InventoryFeature.State(page: ItemPage([.drill]))
    state.waitingLink = WaitingLink(
      link: DeepLink(pages: [.item(sku: "T-100")]),
      start: Whereabouts()
    )
    let store = TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.connection.states = { .never }
      $0.items.page = { _, _ in ItemPage([.drill]) }
      $0.continuousClock = TestClock()
      $0.uuid = .incrementing
      $0.links.target = target
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    return store
  }

  @Test(arguments: ["page", "page and back", "search", "sheet"])
  func `a link that has waited takes nobody away who has begun something else`(
    way: String
  ) async throws {
    let store = await waitingStore {
      DeepLinkTarget(link: $0, list: ItemPage([]), pages: [.item(.init(item: .drill))])
    }
    switch way {
    case "page", "page and back":
      let page = InventoryFeature.Path.State.recentChanges(RecentChangesFeature.State())
      await store.send(\.path.push, (id: 0, state: page))
      if way == "page and back" { await store.send(\.path.popFrom, 0) }
    case "search":
      await store.send(\.list.list.searchTextChanged, "lamp")
    default:
      await store.send(\.list.delegate.addRequested, "")
    }
    let before = store.state
    let link = try #require(before.waitingLink?.link)
    await store.send(\.linkReached, link)
    await store.receive(\.linkResponse.success)
    await store.receive(\.undo.offered)
    #expect(store.state.path == before.path)
    #expect(store.state.list.list.query == before.list.list.query)
    #expect(store.state.destination == before.destination)
    #expect(store.state.waitingLink == nil)
    #expect(store.state.undo.toast?.button == .open(link))

    // A click goes there.
    await store.send(\.undo.toast.buttonTapped)
    await store.receive(\.linkOpened, "inventory://items/T-100")
    await store.receive(\.linkResponse.success)
    #expect(store.state.undo.toast == nil)
    #expect(store.state.path.first?.is(\.item) == true)
    #expect(store.state.destination == nil)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func `that a link waits is told once, however often the inventory is lost`() async throws {
    let store = await waitingStore { _ in throw EngineFailure.away }
    let link = try #require(store.state.waitingLink?.link)
    for _ in 0..<2 {
      await store.send(\.linkReached, link)
      await store.receive(\.linkPostponed)
    }
    #expect(store.state.undo.toast == nil)
    #expect(store.state.waitingLink?.link == link)
    // Who asks once more is told.
    await store.send(\.linkOpened, link.completeText)
    await store.receive(\.linkPostponed)
    await store.receive(\.undo.finished)
    #expect(store.state.undo.toast != nil)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func `a link that has waited and is dead closes nothing that was opened since`()
    async throws
  {
    let store = await waitingStore { [dead] _ in throw dead }
    await store.send(\.list.delegate.addRequested, "")
    let link = try #require(store.state.waitingLink?.link)
    await store.send(\.linkReached, link)
    await store.receive(\.linkResponse.failure)
    await store.receive(\.undo.finished)
    #expect(store.state.destination?.is(\.add) == true)
    #expect(store.state.undo.toast?.text.contains("there is no item") == true)
    #expect(store.state.waitingLink == nil)
    await store.skipInFlightEffects(strict: false)
  }

  /// What the database says about a link to an item that is not there.
  private let dead = DeepLinkError(link: "inventory://items/NOPE", problem: "there is no item")

  @Test func `a dead link is told in the place of a sheet without changes`() async {
    let edit = ItemDetailFeature.Destination.State.edit(ItemFormFeature.State(item: .drill))
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.item(ItemDetailFeature.State(item: .drill, destination: edit))])
      )
    ) {
      InventoryFeature()
    } withDependencies: { [dead] in
      $0.links.target = { _ in throw dead }
    }
    await store.send(\.linkOpened, dead.link)
    await store.receive(\.linkResponse.failure) {
      $0.destination = .alert(
        alert("The link cannot be opened", "inventory://items/NOPE: there is no item")
      )
    }
    await store.receive(\.path[id: 0].item.destination.dismiss) {
      $0.path[id: 0, case: \.item]?.destination = nil
    }
  }

  @Test func `a dead link is told over a form with unsaved changes`() async {
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([]),
        destination: .add(ItemFormFeature.State(newItem: .number(7)))
      )
    ) {
      InventoryFeature()
    } withDependencies: { [dead] in
      $0.links.target = { _ in throw dead }
    }
    await store.send(\.destination.add.binding.name, "Saw") {
      $0.destination?.modify(\.add) { $0.name = "Saw" }
    }
    await store.send(\.linkOpened, dead.link)
    await store.receive(\.linkResponse.failure) {
      $0.destination?.modify(\.add) {
        $0.alert = AlertState {
          TextState("The link cannot be opened")
        } message: {
          TextState("inventory://items/NOPE: there is no item")
        }
      }
    }
    await store.send(\.destination.add.alert.dismiss) {
      $0.destination?.modify(\.add) { $0.alert = nil }
    }
  }

  @Test func `a dead link is told over a backup that is being restored, which goes on`() async {
    var sheet = BackupsFeature.State(asksAbout: "monday")
    sheet.alert = AlertState { TextState("Restore this backup?") }
    let (restoring, restored) = AsyncStream<Void>.makeStream()
    let store = TestStore(
      initialState: InventoryFeature.State(page: ItemPage([.drill]), destination: .backups(sheet))
    ) {
      InventoryFeature()
    } withDependencies: { [dead] in
      $0.links.target = { _ in throw dead }
      $0.backups.restore = { _ in for await _ in restoring {} }
      $0.backups.checkIntegrity = { try await Task.never() }
      $0.connection.reopen = { try await Task.never() }
    }
    let task = await store.send(\.destination.backups.alert.restoreConfirmed, "monday") {
      $0.destination?.modify(\.backups) {
        $0.alert = nil
        $0.asksAbout = nil
        $0.isRestoring = true
      }
    }
    await store.send(\.linkOpened, dead.link)
    await store.receive(\.linkResponse.failure) {
      $0.destination?.modify(\.backups) {
        $0.alert = AlertState {
          TextState("The link cannot be opened")
        } message: {
          TextState("inventory://items/NOPE: there is no item")
        }
      }
    }
    restored.finish()
    await store.receive(\.destination.backups.delegate.restored) { $0.destination = nil }
    await store.receive(\.undo.inventoryReplaced)
    await store.receive(\.list.list.retryButtonTapped) {
      $0.list.list.isLoading = true
      $0.list.isCheckDue = true
    }
    await task.cancel()
  }
}

import ComposableArchitecture
import Foundation
import InventoryTestSupport
import PagedArrays
import TestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct WindowFeatureTests {
  @Shared(.savedWindows) private var savedWindows
  private let clock = TestClock()

  private func store(
    _ inventory: InventoryFeature.State = InventoryFeature.State(page: ItemPage([.drill]))
  ) -> TestStoreOf<WindowFeature> {
    TestStore(initialState: WindowFeature.State(id: .number(1), inventory: inventory)) {
      WindowFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `a window is saved when it is there`() async {
    let store = store()
    store.dependencies.backups.checkIntegrity = {}
    store.dependencies.backups.backUp = {}
    let task = await store.send(\.task)
    await store.receive(\.inventory.list.opened)
    await store.receive(\.inventory.list.integrityResponse) {
      $0.inventory.list.integrity = .sound
    }
    #expect(await eventually { savedWindows == [SavedWindow(id: .number(1))] })
    await task.cancel()
  }

  @Test(arguments: [
    StackState(),
    StackState([InventoryFeature.Path.State.item(ItemDetailFeature.State(item: .drill))]),
  ])
  func `the file is checked and backed up once, also below other pages, until the window closes`(
    path: StackState<InventoryFeature.Path.State>
  ) async {
    let backups = LockIsolated(0)
    let store = store(InventoryFeature.State(page: ItemPage([.drill]), path: path))
    store.dependencies.backups.checkIntegrity = {}
    store.dependencies.backups.backUp = { backups.withValue { $0 += 1 } }
    await store.send(\.task)
    await store.receive(\.inventory.list.opened)
    await store.receive(\.inventory.list.integrityResponse) {
      $0.inventory.list.integrity = .sound
    }
    #expect(await eventually { backups.value == 1 })
    await store.send(\.inventory.closeButtonTapped) { $0.inventory.isClosed = true }
    await store.finish()
    #expect(backups.value == 1)
  }

  @Test func `what changes is saved once for several changes in a row`() async {
    let store = store()
    let page = InventoryFeature.Path.State.item(ItemDetailFeature.State(item: .drill))
    await store.send(\.inventory.path.push, (id: 0, state: page)) {
      $0.inventory.path[id: 0] = page
      $0.isSaveDue = true
    }
    await clock.advance(by: .milliseconds(200))
    await store.send(\.resized, WindowSize(width: 700, height: 500, isMaximized: true)) {
      $0.size = WindowSize(width: 700, height: 500, isMaximized: true)
    }
    await clock.advance(by: .milliseconds(99))
    #expect(savedWindows == [])
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.saveDue) { $0.isSaveDue = false }
    await store.finish()
    store.assert { _ in
      $savedWindows.withLock {
        $0 = [
          SavedWindow(
            id: .number(1),
            link: "inventory://items/T-100",
            size: WindowSize(width: 700, height: 500, isMaximized: true)
          )
        ]
      }
    }
  }

  @Test func `what is typed is saved also while one goes on typing`() async {
    let store = store(
      InventoryFeature.State(
        page: ItemPage([]),
        destination: .add(ItemFormFeature.State(newItem: .number(7)))
      )
    )
    await store.send(\.inventory.destination.add.binding.name, "S") {
      $0.inventory.destination?.modify(\.add) { $0.name = "S" }
      $0.isSaveDue = true
    }
    await clock.advance(by: .milliseconds(200))
    await store.send(\.inventory.destination.add.binding.name, "Sa") {
      $0.inventory.destination?.modify(\.add) { $0.name = "Sa" }
    }
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.saveDue) { $0.isSaveDue = false }
    await expectSaved(window("Sa"), in: store)

    await store.send(\.inventory.destination.add.binding.name, "Saw") {
      $0.inventory.destination?.modify(\.add) { $0.name = "Saw" }
      $0.isSaveDue = true
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.saveDue) { $0.isSaveDue = false }
    await expectSaved(window("Saw"), in: store)
  }

  /// The window with a form for a new item in which a name was typed.
  private func window(_ name: String) -> SavedWindow {
    let draft = FormDraft.item(id: .number(7), original: nil, texts: [.name: name])
    return SavedWindow(id: .number(1), link: "inventory://add", draft: draft)
  }

  @Test(arguments: ["Discard", "Save", "Type back"])
  func `what was typed goes with the changes`(way: String) async {
    let form = ItemFormFeature.State(item: .drill)
    let store = store(
      InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.item(ItemDetailFeature.State(item: .drill, destination: .edit(form)))])
      )
    )
    let saw = Item.drill.with { $0.name = "Saw" }
    store.dependencies.items.save = { _ in saw }
    await store.send(\.inventory.path[id: 0].item.destination.edit.binding.name, "Saw") {
      $0.inventory.editForm?.name = "Saw"
      $0.isSaveDue = true
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.saveDue) { $0.isSaveDue = false }
    let typed = FormDraft.item(id: Item.drill.id, original: .drill, texts: [.name: "Saw"])
    let link = "inventory://items/T-100"
    await expectSaved(SavedWindow(id: .number(1), link: link + "/edit", draft: typed), in: store)

    switch way {
    case "Discard": await discard(store)
    case "Save": await save(saw, store)
    default:
      await store.send(\.inventory.path[id: 0].item.destination.edit.binding.name, "Drill") {
        $0.inventory.editForm?.name = "Drill"
        $0.isSaveDue = true
      }
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.saveDue) { $0.isSaveDue = false }
    let isOpen = way == "Type back"
    await expectSaved(SavedWindow(id: .number(1), link: link + (isOpen ? "/edit" : "")), in: store)
  }

  private func discard(_ store: TestStoreOf<WindowFeature>) async {
    await store.send(\.inventory.path[id: 0].item.destination.edit.cancelButtonTapped) {
      $0.inventory.editForm?.alert = discardQuestion(
        "Discard the changes?",
        discard: .discardConfirmed
      )
    }
    await store.send(\.inventory.path[id: 0].item.destination.edit.alert.discardConfirmed) {
      $0.inventory.editForm?.alert = nil
      $0.inventory.editForm?.discard()
      $0.isSaveDue = true
    }
    await store.receive(\.inventory.path[id: 0].item.destination.dismiss) {
      $0.inventory.path[id: 0, case: \.item]?.destination = nil
    }
  }

  private func save(_ item: Item, _ store: TestStoreOf<WindowFeature>) async {
    await store.send(\.inventory.path[id: 0].item.destination.edit.saveButtonTapped) {
      $0.inventory.editForm?.isSaving = true
    }
    await store.receive(\.inventory.path[id: 0].item.destination.edit.saveResponse.success) {
      $0.inventory.editForm?.isSaving = false
    }
    await store.receive(\.inventory.path[id: 0].item.destination.edit.delegate.saved, item) {
      $0.inventory.path[id: 0, case: \.item]?.item = item
      $0.inventory.path[id: 0, case: \.item]?.destination = nil
      $0.isSaveDue = true
    }
  }

  private func expectSaved(
    _ window: SavedWindow,
    in store: TestStoreOf<WindowFeature>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    #expect(await eventually { savedWindows == [window] }, sourceLocation: sourceLocation)
    store.assert { _ in $savedWindows.withLock { $0 = [window] } }
  }

  @Test func `nothing is saved for what does not come back`() async {
    let store = store()
    await store.send(\.inventory.list.integrityResponse, nil) {
      $0.inventory.list.integrity = .sound
    }
    await store.finish()
    #expect(savedWindows == [])
  }

  @Test func `a window that closes is not saved any more`() async {
    let store = store()
    await store.send(\.resized, WindowSize(width: 700)) {
      $0.size = WindowSize(width: 700)
      $0.isSaveDue = true
    }
    await store.send(\.inventory.closeButtonTapped) { $0.inventory.isClosed = true }
    await store.finish()
    #expect(savedWindows == [])
  }

  /// A window with a form in which an item was given another name.
  private let restored = RestoredWindow(
    target: DeepLinkTarget(
      link: DeepLink(pages: [.item(sku: "T-100")], presentation: .edit),
      list: ItemPage([.drill]),
      pages: [.item(.init(item: .drill))]
    ),
    query: ItemQuery(),
    page: ItemPage([.drill]),
    draft: .item(id: Item.drill.id, original: .drill, texts: [.name: "Saw"])
  )

  @Test func `a window that could not be restored is not forgotten`() async {
    let before = window("Saw")
    let store = TestStore(
      initialState: WindowFeature.State(id: .number(1), unrestored: before)
    ) {
      WindowFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.backups.checkIntegrity = {}
      $0.backups.backUp = {}
    }
    let task = await store.send(\.task)
    await store.receive(\.inventory.list.opened)
    await store.receive(\.inventory.list.integrityResponse) {
      $0.inventory.list.integrity = .sound
    }
    #expect(await eventually { savedWindows == [before] })
    await store.send(\.resized, WindowSize(width: 700)) {
      $0.size = WindowSize(width: 700)
      $0.isSaveDue = true
    }
    var resized = before
    resized.size = WindowSize(width: 700)
    #expect(store.state.saved == resized)
    // The database can be read again, and the window comes back as it was.
    store.dependencies.items.page = { _, _ in ItemPage([.drill]) }
    store.dependencies.connection.changes = { AsyncStream { $0.yield() } }
    store.dependencies.links.savedWindow = { [restored] window in
      #expect(window == before)
      return restored
    }
    let list = await store.send(\.inventory.list.list.task)
    await store.receive(\.inventory.list.list.databaseChanged) {
      $0.inventory.list.list.reading = .current
    }
    await store.receive(\.inventory.list.list.refreshResponse) {
      $0.inventory.list.list.reading = nil
      $0.inventory.list.list.rows = PagedArray(ItemPage([.drill]))
      $0.inventory.list.list.isLoading = false
      $0.isRestoring = true
    }
    await store.receive(\.restoreResponse.success) {
      $0.unrestored = nil
      $0.isRestoring = false
      var form = ItemFormFeature.State(item: .drill)
      form.name = "Saw"
      let page = ItemDetailFeature.State(item: .drill, destination: .edit(form))
      $0.inventory.path[id: 0] = .item(page)
    }
    #expect(store.state.inventory.list.list.query == before.query)
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.saveDue) { $0.isSaveDue = false }
    await expectSaved(
      SavedWindow(
        id: .number(1),
        link: "inventory://items/T-100/edit",
        size: WindowSize(width: 700),
        draft: .item(id: Item.drill.id, original: .drill, texts: [.name: "Saw"])
      ),
      in: store
    )
    await list.cancel()
    await task.cancel()
  }

  @Test func `a window where the user has gone somewhere else stays there`() async {
    var state = WindowFeature.State(
      id: .number(1),
      unrestored: SavedWindow(id: .number(1), link: "inventory://items/T-100")
    )
    state.inventory = InventoryFeature.State(page: ItemPage([.drill]))
    let store = TestStore(initialState: state) {
      WindowFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.links.savedWindow = { _ in
        Issue.record("The user would be taken away.")
        throw CancellationError()
      }
    }
    store.exhaustivity = .off
    await store.send(\.inventory.list.delegate.recentChangesRequested)
    #expect(store.state.unrestored == nil)
    #expect(store.state.saved.link == "inventory://changes")
    await store.send(\.inventory.path.popFrom, 0)
    #expect(store.state.inventory.path.isEmpty)
    #expect(!store.state.isRestoring)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func `what was typed before comes back later if the user has gone somewhere else`()
    async throws
  {
    let before = window("Saw")
    var state = WindowFeature.State(id: .number(1), unrestored: before)
    state.inventory = InventoryFeature.State(page: ItemPage([.drill]))
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: state) {
      WindowFeature()
    } withDependencies: { [restored] in
      $0.continuousClock = clock
      $0.uuid = .incrementing
      $0.links.savedWindow = { _ in
        for await _ in answers { break }
        return restored
      }
    }
    store.exhaustivity = .off
    // The window is being restored, and the user goes somewhere else meanwhile.
    await store.send(\.inventory.list.integrityResponse, nil)
    #expect(store.state.isRestoring)
    await store.send(\.inventory.list.recentChangesButtonTapped)
    await store.receive(\.inventory.list.delegate.recentChangesRequested)
    answer.yield()
    await store.receive(\.restoreResponse)
    #expect(store.state.inventory.path.first?.is(\.recentChanges) == true)
    #expect(store.state.unrestored == nil)
    // Both are saved: where the user is, and what was typed.
    let draft = try #require(store.state.leftDraft)
    #expect(draft == before.withID(draft.id))
    #expect(draft.id != before.id)
    let here = SavedWindow(id: .number(1), link: "inventory://changes")
    #expect(store.state.allSaved == [draft, here])
    await clock.advance(by: WindowFeature.delay)
    await store.receive(\.saveDue)
    #expect(await eventually { savedWindows == [draft, here] })
    // Nor is he taken away once he is back.
    await store.send(\.inventory.path.popFrom, 0)
    #expect(!store.state.isRestoring)
    #expect(store.state.saved.link == "inventory://items")
    #expect(store.state.leftDraft == draft)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func `a window is restored once a sheet is closed that was opened meanwhile`() async {
    let before = window("Saw")
    var state = WindowFeature.State(id: .number(1), unrestored: before)
    state.inventory = InventoryFeature.State(
      page: ItemPage([.drill]),
      destination: .shortcuts(ShortcutsFeature.State())
    )
    let store = TestStore(initialState: state) {
      WindowFeature()
    } withDependencies: { [restored] in
      $0.continuousClock = clock
      $0.links.savedWindow = { _ in restored }
    }
    store.exhaustivity = .off
    await store.send(\.inventory.list.integrityResponse, nil)
    #expect(!store.state.isRestoring)
    await store.send(\.inventory.destination.dismiss)
    await store.receive(\.restoreResponse)
    #expect(store.state.inventory.path.first?.is(\.item) == true)
    #expect(store.state.unrestored == nil)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func `what cannot be restored yet is not forgotten`() async {
    let before = window("Saw")
    let error = InventoryError.itemGone
    var state = WindowFeature.State(id: .number(1), unrestored: before)
    state.inventory = InventoryFeature.State(page: ItemPage([.drill]))
    let store = TestStore(initialState: state) {
      WindowFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.links.savedWindow = { _ in throw error }
    }
    await store.send(\.inventory.list.integrityResponse, nil) {
      $0.inventory.list.integrity = .sound
      $0.isRestoring = true
    }
    await store.receive(\.restoreResponse.failure) { $0.isRestoring = false }
    #expect(store.state.saved == before)
  }
}

import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// The page of a deleted item, with a real database.
@MainActor
@Suite struct DeletedPageReducerTests {
  private let database: InventoryDatabase
  private let clock = TestClock()

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, .hammer])
  }

  /// An app with the page of an item that is about to be deleted.
  private func makeStore() async throws -> TestStoreOf<InventoryFeature> {
    let state = try await InventoryFeature.State(
      link: "inventory://items/T-100/delete",
      in: .live(database)
    )
    return TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.inventory = .live(database)
      $0.continuousClock = clock
    }
  }

  private func delete(_ store: TestStoreOf<InventoryFeature>) async throws {
    var changes = store.dependencies.undo.madeChanges().makeAsyncIterator()
    await store.send(\.path[id: 0].item.destination.confirmationDialog.deleteConfirmed) {
      $0.path[id: 0, case: \.item]?.destination = nil
      $0.path[id: 0, case: \.item]?.isDeleting = true
      $0.deletedPage = DeletedPage(item: Item.drill.id, below: [])
    }
    await store.receive(\.path[id: 0].item.itemResponse.success) {
      $0.path[id: 0, case: \.item]?.isDeleting = false
    }
    await store.receive(\.path[id: 0].item.delegate.itemGone) { $0.path = StackState() }
    let change = try #require(await changes.next())
    await store.send(\.undo.changeMade, change) {
      $0.undo.undos = [change]
      $0.undo.toast = ToastFeature.State(id: 1, text: "“Drill” deleted", button: .undo)
    }
    await store.receive(\.undo.toast.shown)
  }

  /// Takes the deletion back, and expects in addition what becomes of the page.
  private func undo(
    _ store: TestStoreOf<InventoryFeature>,
    assertPage: @escaping (inout InventoryFeature.State) -> Void = { _ in }
  ) async throws {
    let undo = store.dependencies.undo
    let restored = LockIsolated<InventoryChange?>(nil)
    store.dependencies.undo.takeBack = { change in
      .transfer { _ in
        let change = try await undo.revert(change)
        restored.setValue(change)
        return change
      }
    }
    await store.send(\.undo.undoRequested) { $0.undo.current = .undo }
    await store.receive(\.undo.revertResponse.success) {
      $0.undo.current = nil
      $0.undo.undos = []
      $0.undo.redos = [restored.value].compactMap(\.self)
      $0.undo.toast = ToastFeature.State(id: 2, text: "“Drill” restored", button: .redo)
      assertPage(&$0)
    }
    #expect(try self.database.item(id: Item.drill.id) == .drill)
    await store.receive(\.undo.toast.shown)
    await clock.advance(by: ToastFeature.duration)
    await store.receive(\.undo.toast.dismiss) { $0.undo.toast = nil }
  }

  @Test func `the place of the page is kept until its item comes back`() async {
    let deleted = InventoryChange(.deleted(name: "Power drill"), [])
    let restored = InventoryChange(
      .deleted(name: "Power drill"),
      [.added(.drill, movements: [])]
    )
    var state = InventoryFeature.State(
      page: ItemPage([.drill]),
      path: StackState([.item(ItemDetailFeature.State(item: .drill))])
    )
    state.undo.undos = [deleted]
    let store = TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.undo.takeBack = { _ in .transfer { _ in restored } }
    }
    await store.send(\.path[id: 0].item.delegate.itemGone) {
      $0.path = StackState()
      $0.deletedPage = DeletedPage(item: Item.drill.id, below: [])
    }
    await store.send(\.undo.undoRequested) { $0.undo.current = .undo }
    await store.receive(\.undo.revertResponse.success) {
      $0.undo.current = nil
      $0.undo.undos = []
      $0.undo.redos = [restored]
      $0.undo.toast = ToastFeature.State(id: 1, text: "“Power drill” restored", button: .redo)
      $0.deletedPage = nil
      $0.path[id: 1] = .item(ItemDetailFeature.State(item: .drill))
    }
    await store.receive(\.undo.toast.shown)
    await clock.advance(by: ToastFeature.duration)
    await store.receive(\.undo.toast.dismiss) { $0.undo.toast = nil }
  }

  @Test func `the page comes back with its item`() async throws {
    let store = try await makeStore()
    try await delete(store)
    try await undo(store) {
      $0.deletedPage = nil
      $0.path[id: 1] = .item(ItemDetailFeature.State(item: .drill))
    }
  }

  @Test func `who has gone elsewhere stays there`() async throws {
    let store = try await makeStore()
    try await delete(store)
    await store.send(\.list.list.rowTapped, .hammer)
    await store.receive(\.list.list.delegate.itemOpened, .hammer) {
      $0.path[id: 1] = .item(ItemDetailFeature.State(item: .hammer))
    }
    try await undo(store)
    #expect(store.state.path.map(\.item?.item) == [.hammer])
  }
}

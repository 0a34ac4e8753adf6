import ComposableArchitecture
import Foundation
import PagedArrays
import TestSupport
import Testing

@testable import InventoryCore

/// The page of a deleted item, with a real database.
@MainActor
@Suite struct DeletedPageReducerTests {
  private let database: InventoryDatabase

  init() throws {
    database = try .temporary()
    try database.importItems([.drill, .hammer])
  }

  private func makeStore() throws -> TestStoreOf<InventoryFeature> {
    let state = try InventoryFeature.State(
      link: "inventory://items/T-100/delete",
      database: database
    )
    let store = TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.database = .live(database)
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off
    return store
  }

  private func delete(_ store: TestStoreOf<InventoryFeature>) async {
    await store.send(\.undo.task)
    await store.send(\.path[id: 0].item.destination.confirmationDialog.deleteConfirmed)
    #expect(
      await eventually {
        await store.skipReceivedActions(strict: false)
        return store.state.path.isEmpty && store.state.undo.undos.count == 1
      }
    )
  }

  private func undo(_ store: TestStoreOf<InventoryFeature>) async throws {
    await store.send(\.undo.undoRequested)
    #expect(
      await eventually {
        await store.skipReceivedActions(strict: false)
        return store.state.undo.redos.count == 1
      }
    )
    #expect(try database.item(id: Item.drill.id) == .drill)
  }

  @Test func `the place of the page is kept until its item comes back`() async {
    let deleted = InventoryChange(.deleted(name: "Power drill"), [])
    let restored = InventoryChange(
      .deleted(name: "Power drill"),
      [.added(.drill, movements: [])]
    )
    let clock = TestClock()
    var state = InventoryFeature.State(
      page: ItemPage([.drill]),
      path: StackState([.item(ItemDetailFeature.State(item: .drill))])
    )
    state.undo.undos = [deleted]
    let store = TestStore(initialState: state) {
      InventoryFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.database.revert = { _ in restored }
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
    let store = try makeStore()
    await delete(store)
    try await undo(store)
    #expect(store.state.path.map(\.item?.item) == [.drill])
    #expect(store.state.deletedPage == nil)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func `who has gone elsewhere stays there`() async throws {
    let store = try makeStore()
    await delete(store)
    await store.send(\.list.list.rowTapped, .hammer)
    #expect(
      await eventually {
        await store.skipReceivedActions(strict: false)
        return !store.state.path.isEmpty
      }
    )
    try await undo(store)
    #expect(store.state.path.map(\.item?.item) == [.hammer])
    await store.skipInFlightEffects(strict: false)
  }
}

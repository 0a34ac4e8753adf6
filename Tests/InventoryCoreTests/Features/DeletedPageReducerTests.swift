import ComposableArchitecture
import Foundation
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

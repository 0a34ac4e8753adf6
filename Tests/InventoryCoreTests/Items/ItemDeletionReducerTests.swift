import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ItemDeletionReducerTests {
  @Test func `an item is deleted after a confirmation, and its page goes`() async {
    let deleted = LockIsolated<[Item.ID]>([])
    let store = TestStore(initialState: ItemDetailFeature.State(item: .drill)) {
      ItemDetailFeature()
    } withDependencies: {
      $0.items.delete = { id in deleted.withValue { $0.append(id) } }
    }
    await store.send(\.deleteButtonTapped) { $0.destination = .confirmationDialog(.deleteDrill) }
    await store.send(\.destination.confirmationDialog.deleteConfirmed) {
      $0.destination = nil
      $0.isDeleting = true
    }
    await store.receive(\.itemResponse.success) { $0.isDeleting = false }
    await store.receive(\.delegate.itemGone)
    #expect(deleted.value == [Item.drill.id])
  }

  @Test func `nothing is deleted when the confirmation is declined`() async {
    let store = TestStore(initialState: ItemDetailFeature.State(item: .drill)) {
      ItemDetailFeature()
    }
    await store.send(\.deleteButtonTapped) { $0.destination = .confirmationDialog(.deleteDrill) }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `a failure to delete is told, and the page stays`() async {
    let store = TestStore(initialState: ItemDetailFeature.State(item: .drill)) {
      ItemDetailFeature()
    } withDependencies: {
      $0.items.delete = { _ in
        throw EngineFailure.locked
      }
    }
    await store.send(\.deleteButtonTapped) { $0.destination = .confirmationDialog(.deleteDrill) }
    await store.send(\.destination.confirmationDialog.deleteConfirmed) {
      $0.destination = nil
      $0.isDeleting = true
    }
    await store.receive(\.deleteFailed) {
      $0.isDeleting = false
      $0.destination = .alert(
        AlertState {
          TextState("The item could not be deleted")
        } message: {
          TextState("another program has locked it")
        }
      )
    }
  }

  @Test func `a form that is opened while an item is deleted stays`() async {
    let error = EngineFailure.locked
    let form = ItemFormFeature.State(item: .drill)
    var state = ItemDetailFeature.State(item: .drill, destination: .edit(form))
    state.isDeleting = true
    let store = TestStore(initialState: state) { ItemDetailFeature() }
    await store.send(.deleteFailed(error)) {
      $0.isDeleting = false
      $0.destination?.modify(\.edit) { $0.alert = .failure("The item could not be deleted", error) }
    }
    await store.send(.itemResponse(.success(nil))) { $0.isGone = true }
  }
}

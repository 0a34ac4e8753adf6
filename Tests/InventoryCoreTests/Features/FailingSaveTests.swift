import ComposableArchitecture
import Testing

@testable import InventoryCore

/// A form whose item could not be saved.
@MainActor
@Suite struct FailingSaveTests {
  @Test(arguments: [
    InventoryDatabaseError.diskFull(path: "/db"), .readOnly(path: "/db"), .fileGone(path: "/db"),
  ])
  func `the form keeps what was typed, and saves it again`(failure: InventoryDatabaseError) async {
    let isWell = LockIsolated(false)
    let store = TestStore(initialState: ItemFormFeature.State(item: .drill)) {
      ItemFormFeature()
    } withDependencies: {
      $0.database.save = { edit in
        guard isWell.value else { throw failure }
        return edit.edited
      }
    }
    await store.send(\.binding.name, "Driller") { $0.name = "Driller" }
    await store.send(\.binding.notes, "A long story") { $0.notes = "A long story" }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.alert = .failure("The item could not be saved", failure)
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(store.state.hasUnsavedChanges)
    #expect(!store.isDismissed)

    isWell.setValue(true)
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    let saved = Item.drill.with {
      $0.name = "Driller"
      $0.notes = "A long story"
    }
    await store.receive(\.saveResponse.success) { $0.isSaving = false }
    await store.receive(\.delegate.saved, saved)
  }
}

import ComposableArchitecture
import InventoryCore
import Testing

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
    store.exhaustivity = .off
    await store.send(\.binding.name, "Driller") { $0.name = "Driller" }
    await store.send(\.binding.notes, "A long story") { $0.notes = "A long story" }
    await store.send(\.saveButtonTapped)
    await store.receive(\.saveResponse.failure) { $0.isSaving = false }
    #expect(store.state.alert != nil)
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(store.state.name == "Driller")
    #expect(store.state.notes == "A long story")
    #expect(store.state.hasUnsavedChanges)
    #expect(!store.isDismissed)

    isWell.setValue(true)
    await store.send(\.saveButtonTapped)
    let saved = Item.drill.with {
      $0.name = "Driller"
      $0.notes = "A long story"
    }
    await store.receive(\.delegate.saved, saved)
  }
}

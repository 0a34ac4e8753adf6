import ComposableArchitecture
import InventoryCore
import InventoryTestSupport
import PagedArrays
import Testing

@MainActor
@Suite struct LocationDeletionReducerTests {
  private var store: TestStoreOf<LocationFeature> {
    let workshop = LocationContent(
      id: 7,
      name: "Site / Workshop",
      sublocations: [Location(name: "Site / Workshop / Shelf", itemCount: 3)],
      itemCount: 5
    )
    return TestStore(
      initialState: LocationFeature.State(
        name: "Site / Workshop",
        content: workshop,
        page: ItemPage([.drill, .hammer])
      )
    ) {
      LocationFeature()
    }
  }

  @Test func `a location is deleted after a question that says what moves where`() async {
    let deleted = LockIsolated<[Int64]>([])
    let store = store
    store.dependencies.locations.delete = { id in deleted.withValue { $0.append(id) } }
    await store.send(\.deleteButtonTapped) {
      $0.destination = .confirmationDialog(.deleteWorkshop)
    }
    await store.send(\.destination.confirmationDialog.deleteConfirmed) {
      $0.isDeleting = true
      $0.destination = nil
    }
    await store.receive(\.contentResponse.success)
    await store.receive(\.delegate.locationGone)
    #expect(deleted.value == [7])
  }

  @Test func `a deletion that fails is told`() async {
    let store = store
    store.dependencies.locations.delete = { _ in throw LocationError.gone }
    await store.send(\.deleteButtonTapped) {
      $0.destination = .confirmationDialog(.deleteWorkshop)
    }
    await store.send(\.destination.confirmationDialog.deleteConfirmed) {
      $0.isDeleting = true
      $0.destination = nil
    }
    await store.receive(\.deleteFailed) {
      $0.isDeleting = false
      $0.destination = .alert(
        alert("The location could not be deleted", "The location is no longer there.")
      )
    }
  }
}

extension ConfirmationDialogState where Action == LocationFeature.Destination.ConfirmationDialog {
  fileprivate static var deleteWorkshop: ConfirmationDialogState {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Delete “Workshop”?")
    } actions: {
      ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("What is in it moves to “Site”: 2 items, 1 location.")
    }
  }
}

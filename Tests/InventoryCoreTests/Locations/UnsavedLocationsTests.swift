import ComposableArchitecture
import InventoryTestSupport
import Testing

@testable import InventoryCore

/// A window that is closed while a location is written.
@MainActor
@Suite struct UnsavedLocationsTests {
  @Test func `a location that is not saved keeps the window open, however its form is closed`()
    async throws
  {
    let shelf = LocationContent(id: 3, name: "Shelf", itemCount: 2)
    var form = LocationFormFeature.State(editing: shelf)
    form.name = "Rack"
    var page = LocationFeature.State(name: "Shelf", content: shelf)
    page.destination = .form(form)
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.location(page)])
      )
    ) {
      InventoryFeature()
    } withDependencies: {
      $0.locations.content = { _ in shelf }
      $0.connection.changes = { .finished }
    }
    let question = discardQuestion(
      "Discard the changes?",
      discard: LocationFormFeature.Action.Alert.discardConfirmed
    )
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].location.destination.form.cancelButtonTapped) {
      $0.locationForm?.alert = question
    }
    await store.send(\.path[id: 0].location.destination.form.alert.dismiss) {
      $0.locationForm?.alert = nil
      $0.postponed = nil
    }
    // Escape and the sheet's close button ask, too.
    await store.send(\.path[id: 0].location.destination.dismiss)
    await store.receive(\.path[id: 0].location.destination.form.cancelButtonTapped) {
      $0.locationForm?.alert = question
    }
    // A link that leads nowhere is told over the form.
    let problem = try #require(throws: (any Error).self) { try DeepLink("inventory://nowhere") }
    await store.send(\.linkOpened, "inventory://nowhere") {
      $0.locationForm?.alert = .failure("The link cannot be opened", problem)
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].location.destination.form.cancelButtonTapped) {
      $0.locationForm?.alert = question
    }
    await store.send(\.path[id: 0].location.destination.form.alert.discardConfirmed) {
      $0.locationForm?.alert = nil
      $0.locationForm?.discard()
    }
    await store.receive(\.path[id: 0].location.destination.dismiss) {
      $0.path[id: 0, case: \.location]?.destination = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
    // The page reads its location again, which may have gone while the form was open.
    await store.receive(\.path[id: 0].location.contentResponse.success)
  }

  @Test func `a new location that is not saved keeps the window open, too`() async {
    var page = LocationsFeature.State(locations: [])
    page.form = LocationFormFeature.State()
    let store = TestStore(
      initialState: InventoryFeature.State(
        page: ItemPage([.drill]),
        path: StackState([.locations(page)])
      )
    ) {
      InventoryFeature()
    }
    await store.send(\.path[id: 0].locations.form.binding.name, "Rack") {
      $0.newLocationForm?.name = "Rack"
    }
    await store.send(\.path[id: 0].locations.form.dismiss)
    await store.receive(\.path[id: 0].locations.form.cancelButtonTapped) {
      $0.newLocationForm?.alert = discardQuestion(
        "Discard the new location?",
        discard: .discardConfirmed
      )
    }
    await store.send(\.closeButtonTapped) { $0.postponed = .close }
    await store.receive(\.path[id: 0].locations.form.cancelButtonTapped)
    await store.send(\.path[id: 0].locations.form.alert.discardConfirmed) {
      $0.newLocationForm?.alert = nil
      $0.newLocationForm?.discard()
    }
    await store.receive(\.path[id: 0].locations.form.dismiss) {
      $0.path[id: 0, case: \.locations]?.form = nil
      $0.postponed = nil
    }
    await store.receive(\.closeButtonTapped) { $0.isClosed = true }
  }
}

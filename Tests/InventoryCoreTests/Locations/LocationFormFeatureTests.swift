import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct LocationFormFeatureTests {
  let shelf = LocationContent(id: 3, name: "Site / Shelf", itemCount: 2)
  let other = LocationContent(id: 4, name: "Site / Rack", itemCount: 1)

  @Test func `a location is added`() async {
    let added = LockIsolated<[LocationPath]>([])
    let content = LocationContent(id: 5, name: "Site / Box")
    let store = TestStore(initialState: LocationFormFeature.State(parent: "Site")) {
      LocationFormFeature()
    } withDependencies: {
      $0.locations.add = { path in added.withValue { $0.append(path) } }
      $0.locations.content = { $0 == .name("Site / Box") ? content : nil }
      $0.locations.all = { [Location(name: "Site", itemCount: 3)] }
    }
    await store.send(\.task)
    await store.receive(\.locationsResponse.success) {
      $0.locations = [Location(name: "Site", itemCount: 3)]
    }
    #expect(!store.state.hasUnsavedChanges)
    await store.send(\.binding.parent, "") { $0.parent = "" }
    #expect(store.state.hasUnsavedChanges)
    #expect(!store.state.canSave)
    await store.send(\.binding.parent, "Site") { $0.parent = "Site" }
    #expect(!store.state.hasUnsavedChanges)
    await store.send(\.binding.name, " Box ") { $0.name = " Box " }
    #expect(store.state.hasUnsavedChanges)
    #expect(store.state.canSave)
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.success) { $0.isSaving = false }
    await store.receive(\.delegate.saved, content)
    #expect(added.value == [LocationPath("Site / Box")])
  }

  @Test(arguments: [
    ("  ", "Enter a name."), ("A / B", "A name cannot contain a slash between spaces."),
  ])
  func `a name that is none is told, until it is changed`(name: String, message: String) async {
    var state = LocationFormFeature.State()
    state.name = name
    let store = TestStore(initialState: state) { LocationFormFeature() }
    await store.send(\.saveButtonTapped) { $0.nameError = message }
    await store.send(\.binding.name, "A/B") {
      $0.name = "A/B"
      $0.nameError = nil
    }
  }

  @Test func `a name that is taken is told for a new location`() async {
    let store = TestStore(initialState: LocationFormFeature.State(parent: "Site")) {
      LocationFormFeature()
    } withDependencies: {
      $0.locations.add = { [other] _ in throw LocationError.exists(other) }
    }
    await store.send(\.binding.name, "Rack") { $0.name = "Rack" }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.nameError = "There is a location “Site / Rack” already."
    }
  }

  @Test func `a name that is taken asks whether to merge`() async {
    let store = TestStore(initialState: LocationFormFeature.State(editing: shelf)) {
      LocationFormFeature()
    } withDependencies: {
      $0.locations.edit = { [other] edit, isMerging in
        let original = LocationPath("Site / Shelf")
        #expect(edit == LocationEdit(id: 3, original: original, name: "Rack"))
        if !isMerging { throw LocationError.exists(other) }
      }
      // It is gone by then, and lives on as the other one.
      $0.locations.content = { [other] in $0 == .id(3) ? nil : other }
    }
    #expect(store.state.parent == "Site")
    await store.send(\.binding.name, "Rack") { $0.name = "Rack" }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.alert = AlertState {
        TextState("Merge with “Site / Rack”?")
      } actions: {
        ButtonState(role: .destructive, action: .mergeConfirmed) { TextState("Merge") }
        ButtonState(role: .cancel) { TextState("Cancel") }
      } message: {
        TextState(
          "There is a location with this name already. What is in “Site / Shelf” moves there: "
            + "2 items."
        )
      }
    }
    await store.send(\.alert.mergeConfirmed) {
      $0.alert = nil
      $0.isSaving = true
    }
    await store.receive(\.saveResponse.success) { $0.isSaving = false }
    await store.receive(\.delegate.saved, other)
  }

  @Test func `a location inside itself, and any other failure, is told`() async {
    let failure = LockIsolated<any Error>(LocationError.insideItself)
    let store = TestStore(initialState: LocationFormFeature.State(editing: shelf)) {
      LocationFormFeature()
    } withDependencies: {
      $0.locations.edit = { _, _ in throw failure.value }
    }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.parentError = "A location cannot be inside itself."
    }
    failure.setValue(LocationError.gone)
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0.isSaving = false
      $0.alert = AlertState {
        TextState("The location could not be saved")
      } message: {
        TextState("The location is no longer there.")
      }
    }
  }

  @Test func `what somebody else has changed is told where it was changed here, too`() async {
    let current = LocationContent(id: 3, name: "Yard / Box", itemCount: 2)
    let store = TestStore(initialState: LocationFormFeature.State(editing: shelf)) {
      LocationFormFeature()
    } withDependencies: {
      $0.locations.edit = { edit, _ in _ = try edit.path(of: current) }
      $0.locations.content = { _ in current }
    }
    await store.send(\.binding.name, "Rack") { $0.name = "Rack" }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.failure) {
      $0 = LocationFormFeature.State(editing: current)
      $0.name = "Rack"
      $0.nameError = "This was changed elsewhere meanwhile. Save again to replace that."
    }
    // Who saves again knows of it.
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse.success) { $0.isSaving = false }
    await store.receive(\.delegate.saved, current)
  }

  @Test func `cancelling closes the form`() async {
    let isDismissed = LockIsolated(false)
    let store = TestStore(initialState: LocationFormFeature.State()) {
      LocationFormFeature()
    } withDependencies: {
      $0.dismiss = DismissEffect { isDismissed.setValue(true) }
    }
    await store.send(\.cancelButtonTapped)
    await store.finish()
    #expect(isDismissed.value)
  }

  @Test(arguments: [true, false])
  func `cancelling asks about what is written`(isNew: Bool) async {
    let isDismissed = LockIsolated(false)
    let question = discardQuestion(
      isNew ? "Discard the new location?" : "Discard the changes?",
      discard: LocationFormFeature.Action.Alert.discardConfirmed
    )
    let store = TestStore(
      initialState: isNew
        ? LocationFormFeature.State(parent: "Site") : LocationFormFeature.State(editing: shelf)
    ) {
      LocationFormFeature()
    } withDependencies: {
      $0.dismiss = DismissEffect { isDismissed.setValue(true) }
    }
    await store.send(\.binding.name, "Box") { $0.name = "Box" }
    await store.send(\.cancelButtonTapped) { $0.alert = question }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(!isDismissed.value)
    await store.send(\.cancelButtonTapped) { $0.alert = question }
    await store.send(\.alert.discardConfirmed) {
      $0.alert = nil
      $0.discard()
    }
    await store.finish()
    #expect(!store.state.hasUnsavedChanges)
    #expect(isDismissed.value)
  }
}

import ComposableArchitecture
import Foundation
import InventoryCore
import Testing

@MainActor
@Suite struct LocationsFeatureTests {
  @Test func `a row is opened in a window of its own`() async {
    let opened = LockIsolated<[DeepLink]>([])
    let store = TestStore(initialState: LocationsFeature.State()) {
      LocationsFeature()
    } withDependencies: {
      $0.windows.open = { link in opened.withValue { $0.append(link) } }
    }
    await store.send(\.locationTappedForNewWindow, "Site").finish()
    #expect(opened.value == [DeepLink(pages: [.location(name: "Site")])])
  }

  @Test func `the page follows the database, and leads to each location`() async {
    let locations = LockIsolated<Result<[Location], EngineFailure>>(.success([]))
    let (changes, change) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: LocationsFeature.State()) {
      LocationsFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.locations.top = { try locations.value.get() }
    }
    let task = await store.send(\.task)
    change.yield()
    await store.receive(\.locationsResponse.success) { $0.locations = [] }

    let failure = EngineFailure.locked
    locations.setValue(.failure(failure))
    change.yield()
    await store.receive(\.locationsResponse.failure) { $0.problem = DatabaseProblem(failure) }

    locations.setValue(.success([Location(name: "Site", itemCount: 1)]))
    change.yield()
    await store.receive(\.locationsResponse.success) {
      $0.locations = [Location(name: "Site", itemCount: 1)]
      $0.problem = nil
    }
    await store.send(\.locationTapped, "Site")
    await store.receive(\.delegate.locationOpened)
    await task.cancel()
  }

  @Test func `locations that could not be read are read again when the user asks for it`() async {
    let isThere = LockIsolated(false)
    let store = TestStore(initialState: LocationsFeature.State()) {
      LocationsFeature()
    } withDependencies: {
      $0.connection.changes = { .once }
      $0.connection.reopen = { if !isThere.value { throw EngineFailure.away } }
      $0.locations.top = {
        if !isThere.value { throw EngineFailure.away }
        return []
      }
    }
    await store.send(\.task)
    await store.receive(\.locationsResponse.failure) {
      $0.problem = DatabaseProblem(EngineFailure.away)
    }
    await store.send(\.retryButtonTapped) { $0.problem = nil }
    await store.receive(\.locationsResponse.failure) {
      $0.problem = DatabaseProblem(EngineFailure.away)
    }
    isThere.setValue(true)
    await store.send(\.retryButtonTapped) { $0.problem = nil }
    await store.receive(\.locationsResponse.success) { $0.locations = [] }
  }

  @Test func `a location is added in a sheet`() async {
    let store = TestStore(initialState: LocationsFeature.State(locations: [])) {
      LocationsFeature()
    }
    await store.send(\.addButtonTapped) { $0.form = LocationFormFeature.State() }
    await store.send(
      .form(.presented(.delegate(.saved(LocationContent(id: 1, name: "Site")))))
    ) {
      $0.form = nil
    }
  }

  @Test func `the locations stay while the inventory cannot be reached`() async {
    let store = TestStore(initialState: LocationsFeature.State(locations: [])) {
      LocationsFeature()
    }
    await store.send(.locationsResponse(.failure(EngineFailure.away)))
  }
}

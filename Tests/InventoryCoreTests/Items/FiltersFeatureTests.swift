import ComposableArchitecture
import Foundation
import Testing

@testable import InventoryCore

@MainActor
@Suite struct FiltersFeatureTests {
  @Test func `what can be chosen follows the database, and keeps what is chosen`() async {
    let filter = ItemFilter(location: "Attic", tag: "old")
    let (changes, change) = AsyncStream<Void>.makeStream()
    let locations = [Location(name: "Attic", itemCount: 2), Location(name: "Shed", itemCount: 1)]
    let tags = [Tag(name: "old", itemCount: 3)]
    let isGone = LockIsolated(false)
    let store = TestStore(initialState: FiltersFeature.State(filter: filter)) {
      FiltersFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.locations.all = { isGone.value ? Array(locations.dropFirst()) : locations }
      $0.items.tags = { isGone.value ? [] : tags }
    }
    #expect(store.state.locations == [Location(name: "Attic", itemCount: 0)])
    #expect(store.state.tags == [Tag(name: "old", itemCount: 0)])
    let task = await store.send(\.task)
    change.yield()
    await store.receive(\.choicesResponse.success) {
      $0.locations = locations
      $0.tags = tags
      $0.isLoaded = true
    }

    isGone.setValue(true)
    change.yield()
    await store.receive(\.choicesResponse.success) {
      $0.locations[0].itemCount = 0
      $0.tags[0].itemCount = 0
    }
    await task.cancel()
  }

  @Test func `each choice is told`() async {
    let store = TestStore(initialState: FiltersFeature.State(filter: ItemFilter())) {
      FiltersFeature()
    }
    await store.send(.binding(.set(\.filter, ItemFilter(isLow: true)))) {
      $0.filter.isLow = true
    }
    await store.receive(\.delegate.filterChanged, ItemFilter(isLow: true))
    await store.send(.binding(.set(\.filter, ItemFilter(isLow: true, tag: "red")))) {
      $0.filter.tag = "red"
    }
    await store.receive(\.delegate.filterChanged, ItemFilter(isLow: true, tag: "red"))
    await store.send(\.clearButtonTapped) { $0.filter = ItemFilter() }
    await store.receive(\.delegate.filterChanged, ItemFilter())
  }

  @Test func `one of many locations or tags is chosen by its name as it is written`() async {
    var state = FiltersFeature.State(filter: ItemFilter())
    state.locations = (1...500).map { Location(name: "Shed / Box \($0)", itemCount: $0) }
    state.tags = [Tag(name: "Möbel", itemCount: 1)]
    let store = TestStore(initialState: state) { FiltersFeature() }
    await store.send(.binding(.set(\.locationText, "shed / box"))) {
      $0.locationText = "shed / box"
    }
    await store.receive(\.delegate.filterChanged, ItemFilter())
    await store.send(.binding(.set(\.locationText, "shed / box 7 "))) {
      $0.locationText = "shed / box 7 "
      $0.filter.location = "Shed / Box 7"
    }
    await store.receive(\.delegate.filterChanged, ItemFilter(location: "Shed / Box 7"))
    await store.send(.binding(.set(\.tagText, "mobel"))) {
      $0.tagText = "mobel"
      $0.filter.tag = "Möbel"
    }
    await store.receive(
      \.delegate.filterChanged,
      ItemFilter(location: "Shed / Box 7", tag: "Möbel")
    )
    await store.send(.binding(.set(\.locationText, ""))) {
      $0.locationText = ""
      $0.filter.location = nil
    }
    await store.receive(\.delegate.filterChanged, ItemFilter(tag: "Möbel"))
    await store.send(\.clearButtonTapped) {
      $0.tagText = ""
      $0.filter = ItemFilter()
    }
    await store.receive(\.delegate.filterChanged, ItemFilter())
  }

  @Test func `what cannot be read leaves what can be chosen as it was, and says why`() async {
    let failure = LockIsolated<EngineFailure?>(.away)
    let (changes, change) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: FiltersFeature.State(filter: ItemFilter(tag: "red"))) {
      FiltersFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.connection.reopen = { failure.setValue(nil) }
      $0.locations.all = {
        if let failure = failure.value { throw failure }
        return [.init(name: "Shed", itemCount: 1)]
      }
      $0.items.tags = { [] }
    }
    let task = await store.send(\.task)
    change.yield()
    await store.receive(\.choicesResponse.failure) {
      $0.problem = DatabaseProblem(EngineFailure.away)
    }
    // The connection is back.
    failure.setValue(nil)
    change.yield()
    await store.receive(\.choicesResponse.success) {
      $0.locations = [Location(name: "Shed", itemCount: 1)]
      $0.isLoaded = true
      $0.problem = nil
    }
    // What was read stays, and the window tells why it may be out of date.
    failure.setValue(.away)
    change.yield()
    await store.receive(\.choicesResponse.failure)
    failure.setValue(.locked)
    change.yield()
    await store.receive(\.choicesResponse.failure) {
      $0.problem = DatabaseProblem(EngineFailure.locked)
    }
    await task.cancel()
  }

  @Test func `what can be chosen is read when one tries again`() async {
    let isOpen = LockIsolated(false)
    var state = FiltersFeature.State(filter: ItemFilter())
    state.problem = DatabaseProblem(EngineFailure.locked)
    let store = TestStore(initialState: state) {
      FiltersFeature()
    } withDependencies: {
      $0.connection.changes = { .once }
      $0.connection.reopen = { isOpen.setValue(true) }
      $0.locations.all = {
        #expect(isOpen.value)
        return [Location(name: "Shed", itemCount: 1)]
      }
      $0.items.tags = { [] }
    }
    await store.send(\.retryButtonTapped) { $0.problem = nil }
    await store.receive(\.choicesResponse.success) {
      $0.locations = [Location(name: "Shed", itemCount: 1)]
      $0.isLoaded = true
    }
  }
}

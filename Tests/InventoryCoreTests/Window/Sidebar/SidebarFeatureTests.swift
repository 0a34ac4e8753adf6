import ComposableArchitecture
import Foundation
import TestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct SidebarFeatureTests {
  private func store(
    _ state: SidebarFeature.State = SidebarFeature.State()
  ) -> TestStoreOf<SidebarFeature> {
    TestStore(initialState: state) { SidebarFeature() }
  }

  @Test func `the numbers follow the database, and stay when it cannot be read, which is told`()
    async
  {
    let content = LockIsolated<Result<SidebarContent, EngineFailure>>(
      .success(SidebarContent(itemCount: 3))
    )
    let (changes, change) = AsyncStream<Void>.makeStream()
    let store = store()
    store.dependencies.connection.changes = { changes }
    store.dependencies.sidebar.content = { try content.value.get() }
    let task = await store.send(\.task)
    change.yield()
    await store.receive(\.contentResponse.success) { $0.content = SidebarContent(itemCount: 3) }

    // The window tells that the inventory cannot be reached.
    content.setValue(.failure(.away))
    change.yield()
    await store.receive(\.contentResponse.failure)
    content.setValue(.failure(.locked))
    change.yield()
    await store.receive(\.contentResponse.failure) {
      $0.problem = DatabaseProblem(EngineFailure.locked)
    }

    content.setValue(.success(SidebarContent(itemCount: 4)))
    change.yield()
    await store.receive(\.contentResponse.success) {
      $0.content = SidebarContent(itemCount: 4)
      $0.problem = nil
    }
    await task.cancel()
  }

  @Test func `why nothing could be read is told until trying again helps`() async {
    let isOpen = LockIsolated(false)
    let store = store()
    store.dependencies.connection.changes = { .once }
    store.dependencies.connection.reopen = { isOpen.setValue(true) }
    store.dependencies.sidebar.content = {
      if !isOpen.value { throw EngineFailure.away }
      return SidebarContent(itemCount: 3)
    }
    await store.send(\.task)
    await store.receive(\.contentResponse.failure) {
      $0.problem = DatabaseProblem(EngineFailure.away)
    }
    await store.send(\.retryButtonTapped) { $0.problem = nil }
    await store.receive(\.contentResponse.success) { $0.content = SidebarContent(itemCount: 3) }
  }

  @Test func `an entry leads to its place`() async {
    let store = store()
    await store.send(\.entryTapped, .lowStock)
    await store.receive(\.delegate.placeChosen, .lowStock)
  }

  @Test(arguments: [
    (SidebarEntry.allItems, "inventory://items"),
    (.lowStock, "inventory://low-stock"),
    (.recentChanges, "inventory://changes"),
    (.stocktake, "inventory://stocktake"),
    (.locations, "inventory://locations"),
    (.location("Site / Shed"), "inventory://locations/Site%20%2F%20Shed"),
    (.tag("Tools"), "inventory://tags/Tools"),
  ])
  func `a place is opened in a window of its own`(entry: SidebarEntry, link: String) async {
    let opened = LockIsolated<[String]>([])
    let store = store()
    store.dependencies.windows.open = { link in opened.withValue { $0.append(link.text) } }
    await store.send(\.entryTappedForNewWindow, entry).finish()
    #expect(opened.value == [link])
  }

  @Test func `locations are unfolded and folded`() async {
    let locations = ["Attic", "Site", "Site / Shed", "Site / Shed / Box"].map {
      Location(name: $0, itemCount: 1)
    }
    let store = store(SidebarFeature.State(content: SidebarContent(locations: locations)))
    #expect(store.state.branches.map(\.location.name) == ["Attic", "Site"])
    #expect(store.state.branches.map(\.hasSublocations) == [false, true])

    await store.send(\.foldChanged, (.location("Site"), isUnfolded: true)) {
      $0.layout.unfoldedLocations = ["Site"]
    }
    #expect(store.state.branches.map(\.location.name) == ["Attic", "Site", "Site / Shed"])
    #expect(store.state.branches.map(\.depth) == [0, 0, 1])
    #expect(store.state.branches.map(\.isUnfolded) == [false, true, false])

    await store.send(\.foldChanged, (.locations, isUnfolded: false)) {
      $0.layout.showsLocations = false
    }
    #expect(store.state.branches.isEmpty)
    await store.send(\.foldChanged, (.locations, isUnfolded: true)) {
      $0.layout.showsLocations = true
    }
    await store.send(\.foldChanged, (.location("Site"), isUnfolded: false)) {
      $0.layout.unfoldedLocations = []
    }
    #expect(store.state.branches.map(\.location.name) == ["Attic", "Site"])
  }

  @Test func `the tree is in order also where a name sorts before the separator`() {
    let names = ["Shed", "Shed !", "Shed / Box", "Shed B"]
    let content = SidebarContent(locations: names.map { Location(name: $0, itemCount: 0) })
    #expect(
      content.branches(SidebarLayout(unfoldedLocations: ["Shed"])).map(\.location.name)
        == ["Shed", "Shed / Box", "Shed !", "Shed B"]
    )
  }

  @Test func `the widths of the columns and whether the sidebar is shown are kept`() async {
    let store = store()
    await store.send(\.visibilityChanged, .detailOnly) { $0.layout.visibility = .detailOnly }
    await store.send(\.widthsChanged, NavigationSplitViewWidths(sidebar: 300)) {
      $0.layout.widths.sidebar = 300
    }
  }

  @Test func `a layout is written and read, and what cannot be read has its default value`() throws
  {
    let layout = SidebarLayout(
      showsLocations: false,
      unfoldedLocations: ["Site", "Attic"],
      visibility: .detailOnly,
      widths: NavigationSplitViewWidths(sidebar: 300, content: 420)
    )
    let data = try JSONEncoder().encode(layout)
    #expect(try JSONDecoder().decode(SidebarLayout.self, from: data) == layout)
    let text = #"{"showsLocations": 3, "unfoldedLocations": {}, "visibility": "x"}"#
    #expect(
      try JSONDecoder().decode(SidebarLayout.self, from: Data(text.utf8)) == SidebarLayout()
    )
  }
}

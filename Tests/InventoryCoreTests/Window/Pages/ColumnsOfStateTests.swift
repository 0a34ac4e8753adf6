import ComposableArchitecture
import Foundation
import TestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct ColumnsOfStateTests {
  private typealias Path = InventoryFeature.Path.State

  private let drill = Path.item(ItemDetailFeature.State(item: .drill))
  private let hammer = Path.item(ItemDetailFeature.State(item: .hammer))
  private let workshop = Path.location(LocationFeature.State(name: "Workshop"))

  private func store(_ path: [Path] = []) -> TestStoreOf<InventoryFeature> {
    TestStore(
      initialState: InventoryFeature.State(page: ItemPage([.drill]), path: StackState(path))
    ) {
      InventoryFeature()
    }
  }

  @Test func `the path is shown in two columns, with the same identities`() throws {
    var state = InventoryFeature.State(path: [])
    #expect(state.detailID == nil)
    #expect(state.column == .sidebar)
    #expect(state.contentPath.isEmpty && state.detailPath.isEmpty)

    state.path = StackState([workshop, drill, workshop, hammer])
    let ids = Array(state.path.ids)
    #expect(Array(state.contentPath.ids) == [ids[0]])
    #expect(state.detailID == ids[1])
    #expect(Array(state.detailPath.ids) == [ids[2], ids[3]])
    #expect(state.column == .detail)
    #expect(state.shownItem == Item.drill.id)

    state.path = StackState([drill])
    #expect(state.contentPath.isEmpty && state.detailPath.isEmpty)
  }

  @Test func `an item that is opened from the list takes the place of another one`() async {
    let store = store([drill, workshop])
    await store.send(\.list.list.rowTapped, .hammer)
    await store.receive(\.list.list.delegate.itemOpened) { $0.path = [self.hammer] }
  }

  @Test func `an item that is opened from a page takes the place of what lies on the page`() async {
    let store = store([workshop, drill, workshop])
    let page = store.state.path.ids[0]
    await store.send(\.path[id: page].location.list.rowTapped, .hammer)
    await store.receive(\.path[id: page].location.list.delegate.itemOpened) {
      $0.path.pop(to: page)
      $0.path.append(self.hammer)
    }
  }

  @Test func `an item that is opened again stays, without what lies on it`() async {
    let store = store([drill, workshop])
    let item = store.state.path.ids[0]
    await store.send(\.list.list.rowTapped, .drill)
    await store.receive(\.list.list.delegate.itemOpened) { $0.path.pop(to: item) }
  }

  @Test func `the next item waits until what is written about the last one is stored`() async {
    var page = ItemDetailFeature.State(item: .drill)
    page.destination = .edit(ItemFormFeature.State(item: .drill))
    page.destination?.modify(\.edit) { $0.name = "Saw" }
    let store = store([.item(page)])
    let item = store.state.path.ids[0]
    store.exhaustivity = .off
    await store.send(\.list.list.rowTapped, .hammer)
    await store.receive(\.list.list.delegate.itemOpened) {
      $0.postponed = .page(self.hammer, on: nil)
    }
    await store.receive(\.path[id: item].item.destination.edit.cancelButtonTapped)
    #expect(store.state.shownItem == Item.drill.id)
    await store.send(\.path[id: item].item.destination.edit.alert.discardConfirmed)
    await store.receive(\.path[id: item].item.destination.dismiss)
    #expect(store.state.shownItem == Item.hammer.id)
    #expect(store.state.postponed == nil)
  }

  @Test func `what is written about an item asks before the one below it is opened again`() async {
    var page = ItemDetailFeature.State(item: .hammer)
    page.destination = .edit(ItemFormFeature.State(item: .hammer))
    page.destination?.modify(\.edit) { $0.name = "Saw" }
    let store = store([drill, .item(page)])
    let ids = Array(store.state.path.ids)
    store.exhaustivity = .off
    await store.send(\.list.list.rowTapped, .drill)
    await store.receive(\.path[id: ids[1]].item.destination.edit.cancelButtonTapped)
    #expect(store.state.path.count == 2)
    await store.send(\.path[id: ids[1]].item.destination.edit.alert.discardConfirmed)
    await store.receive(\.path[id: ids[1]].item.destination.dismiss)
    #expect(Array(store.state.path.ids) == [ids[0]])
    #expect(store.state.postponed == nil)
  }

  @Test func `a page waits no more when the one it was opened from has gone`() async {
    var page = ItemDetailFeature.State(item: .drill)
    page.destination = .edit(ItemFormFeature.State(item: .drill))
    page.destination?.modify(\.edit) { $0.name = "Saw" }
    let store = store([workshop, .item(page)])
    let ids = Array(store.state.path.ids)
    store.exhaustivity = .off
    await store.send(\.path[id: ids[0]].location.list.rowTapped, .hammer)
    await store.receive(\.path[id: ids[1]].item.destination.edit.cancelButtonTapped)
    await store.send(\.path[id: ids[0]].location.delegate.locationGone)
    #expect(Array(store.state.path.ids) == [ids[1]])
    await store.send(\.path[id: ids[1]].item.destination.edit.alert.discardConfirmed)
    await store.receive(\.path[id: ids[1]].item.destination.dismiss)
    #expect(Array(store.state.path.ids) == [ids[1]])
  }

  @Test func `what is written beside an item is kept with the window, and nothing opens over it`()
    async
  {
    var page = LocationFeature.State(name: "Workshop")
    var form = LocationFormFeature.State(editing: LocationContent(id: 3, name: "Workshop"))
    form.name = "Garage"
    page.destination = .form(form)
    let store = store([.location(page), drill])
    #expect(store.state.draft == form.draft)
    #expect(store.state.draft != nil)
    #expect(store.state.link.pages == [.location(name: "Workshop")])
    #expect(store.state.link.presentation != nil)
    await store.send(\.command, .shortcuts)
    await store.send(\.command, .newItem)
    #expect(store.state.destination == nil)

    form.name = "Workshop"
    page.destination = .form(form)
    let unchanged = InventoryFeature.State(path: StackState([.location(page), drill]))
    #expect(unchanged.draft == nil)
    #expect(unchanged.link.pages.count == 2)
  }

  @Test func `a window that shows something else keeps its sidebar`() {
    var window = WindowFeature.State(id: .number(1))
    window.inventory.sidebar.layout.unfoldedLocations = ["Workshop"]
    window.show(InventoryFeature.State(path: StackState([drill])))
    #expect(window.inventory.shownItem == Item.drill.id)
    #expect(window.saved.sidebar.unfoldedLocations == ["Workshop"])
  }

  @Test func `going back from the column of the item removes it`() async {
    let store = store([workshop, drill, workshop])
    let item = store.state.path.ids[1]
    await store.send(\.columnChanged, .sidebar)
    await store.receive(\.path.popFrom) { $0.path.pop(from: item) }
    #expect(store.state.place == .location("Workshop"))
    // There is nothing to go back from.
    await store.send(\.columnChanged, .sidebar)
  }

  @Test(arguments: [
    ("Site", SidebarLayout(), SidebarEntry.location("Site")),
    ("Site / Shed / Box", SidebarLayout(), .location("Site")),
    ("Site / Shed / Box", SidebarLayout(unfoldedLocations: ["Site"]), .location("Site / Shed")),
    (
      "Site / Shed / Box", SidebarLayout(unfoldedLocations: ["Site", "Site / Shed"]),
      .location("Site / Shed / Box")
    ),
    ("Site / Shed / Box", SidebarLayout(unfoldedLocations: ["Site / Shed"]), .location("Site")),
    ("Site / Shed", SidebarLayout(showsLocations: false, unfoldedLocations: ["Site"]), .locations),
  ])
  func `a location that is folded away is marked by the nearest one around it`(
    path: String,
    layout: SidebarLayout,
    entry: SidebarEntry
  ) {
    let state = SidebarFeature.State(layout: layout)
    #expect(state.shownEntry(for: .location(path)) == entry)
    #expect(state.shownEntry(for: .lowStock) == .lowStock)
  }
}

import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

@MainActor
@Suite struct LinkOfStateTests {
  @Test(arguments: DeepLink.Presentation.allCases.map(Optional.some) + [nil])
  func `a state that a link leads to has that link, which can be copied`(
    presentation: DeepLink.Presentation?
  ) async throws {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill, .hammer, .lamp])
    try database.save(Item.drill.with { $0.tags = ["18 V"] })
    try database.count(3, ofItem: Item.drill.id)
    let photo = Photo(data: Data([1, 2]), width: 1, height: 1)
    for item in [Item.hammer, .lamp] { try database.setPhoto(photo, ofItem: item.id) }
    let paths: [[DeepLink.Page]] = [
      [],
      [.item(sku: "H-1/a b")],
      [.location(name: "Workshop"), .item(sku: "T-200")],
      [.item(sku: "T-200"), .location(name: "Workshop")],
      [.locations],
      [.stocktake],
      [.stocktake, .stocktakeReview],
      [.item(sku: "T-100"), .tag(name: "18 V")],
    ]
    let possible = paths.filter { presentation?.isPossible(over: $0.last) ?? true }
    try #require(!possible.isEmpty)
    for pages in possible {
      var link = DeepLink(pages: pages, presentation: presentation)
      if presentation == .count || presentation == .recount { link.countedSKU = "T-100" }
      let state = try await withDependencies {
        $0.uuid = .incrementing
      } operation: {
        try await InventoryFeature.State(link: link.text, in: .live(database))
      }
      #expect(state.link == link)
      let copied = LockIsolated("")
      let store = TestStore(initialState: state) {
        InventoryFeature()
      } withDependencies: {
        $0.clipboard.setText = { text in copied.setValue(text) }
        $0.continuousClock = TestClock()
      }
      await store.send(\.command, .copyLink)
      await store.receive(\.undo.finished) {
        $0.undo.toast = ToastFeature.State(id: 1, text: "Link copied")
      }
      #expect(copied.value == link.text)
      await store.receive(\.undo.toast.shown)
      await store.send(\.undo.toast.dismiss) { $0.undo.toast = nil }
    }
  }

  @Test func `the question about a backup has a link`() async throws {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill])
    try database.backUpIfDue(now: Date(timeIntervalSince1970: 0))
    let backup = "19700101T000000.000Z-daily.sqlite"
    let link = DeepLink(pages: [.locations], presentation: .backups, backup: backup)
    let state = try await InventoryFeature.State(link: link.text, in: .live(database))
    #expect(state.destination == .backups(BackupsFeature.State(asksAbout: backup)))
    #expect(state.link == link)
  }

  @Test(arguments: [
    (FileOfTransfer.imported, "inventory://import"),
    (.exported(.items), "inventory://export"),
    (.exported(.reorderList), "inventory://reorder-list"),
  ])
  func `a file that is read or written has the link of the dialog in which it was chosen`(
    file: FileOfTransfer,
    link: String
  ) async throws {
    let database = try InventoryDatabase.temporary()
    var state = try await InventoryFeature.State(link: "inventory://items", in: .live(database))
    let running = RunningTransfer(start: Date(timeIntervalSince1970: 0))
    switch file {
    case .imported:
      state.list.transfer.destination = .importing(
        ImportFeature.State(file: URL(filePath: "/stock.csv"))
      )
    case .exported(let content):
      state.list.transfer.export = TransferFeature.Export(
        content: content,
        fileName: "stock.csv",
        running: running
      )
      state.list.transfer.destination = .exporting(
        ExportFeature.State(fileName: "stock.csv", running: running)
      )
    }
    #expect(state.link.text == link)
    let restored = try await InventoryFeature.State(link: link, in: .live(database))
    #expect(restored.link == state.link)
    #expect(restored.list.transfer.destination == nil)
  }

  enum FileOfTransfer: Sendable {
    case exported(ExportOptions.Content)
    case imported
  }

  @Test func `an item that is counted has the link of the stocktake under another sheet`()
    async throws
  {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill])
    var state = try await InventoryFeature.State(
      link: "inventory://stocktake/count/T-100",
      in: .live(database)
    )
    state.destination = .about(AboutFeature.State())
    #expect(state.link.text == "inventory://stocktake/about")
    #expect(state.draft == nil)

    // What is written comes back after a crash, and the sheet does not.
    state.path[id: 0, case: \.stocktake]?.count?.amount = "7"
    #expect(state.link.text == "inventory://stocktake/count/T-100")
    #expect(state.draft == .count(item: Item.drill.id, amount: "7"))
    // A form in which something is written does.
    var form = ItemFormFeature.State(newItem: .number(9))
    state.destination = .add(form)
    #expect(state.link.text == "inventory://stocktake/count/T-100")
    form.name = "Saw"
    state.destination = .add(form)
    #expect(state.link.text == "inventory://stocktake/add")
    #expect(state.draft == form.draft)
  }

  @Test func `a list with other filters has the link of all items`() async throws {
    let database = try InventoryDatabase.temporary()
    try database.importItems([.drill])
    var state = try await InventoryFeature.State(link: "inventory://low-stock", in: .live(database))
    #expect(state.list.content == .noMatches)
    state.list.list.query.searchText = "drill"
    #expect(state.link == DeepLink())
  }

  @Test func `a tag is written as the items have it, and one without items leads nowhere`()
    async throws
  {
    let database = try InventoryDatabase.temporary()
    try database.save(Item.drill.with { $0.tags = ["Möbel"] })
    let state = try await InventoryFeature.State(
      link: "inventory://tags/MOBEL",
      in: .live(database)
    )
    #expect(state.path.last?.tag?.name == "Möbel")
    #expect(state.path.last?.tag?.list.rows.count == 1)
    let error = await #expect(throws: DeepLinkError.self) {
      try await InventoryFeature.State(link: "inventory://tags/Boats", in: .live(database))
    }
    #expect(error?.problem == "no item has the tag “Boats”; expected a tag")
  }

  @Test func `an alert has no link`() {
    let state = InventoryFeature.State(
      page: ItemPage([]),
      destination: .alert(alert("Something", "went wrong"))
    )
    #expect(state.link == DeepLink())
  }
}

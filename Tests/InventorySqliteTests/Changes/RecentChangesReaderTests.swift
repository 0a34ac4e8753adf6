import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@Suite struct RecentChangesReaderTests {
  @Test func `the latest movements of all items come first`() throws {
    let database = try InventoryDatabase.temporary()
    try database.save(Item.drill.with { $0.location = "" })
    try database.save(Item.hammer.with { ($0.location, $0.quantity) = ("", 0) })
    try database.book(Booking(.received, 6), ofItem: Item.hammer.id)
    try database.book(Booking(.used, 1, note: "lent"), ofItem: Item.drill.id)
    let all = try database.recentChanges(for: nil, limit: 10)
    #expect(all.changes.map(\.name) == ["Drill", "hammer", "Drill"])
    #expect(all.changes.map(\.movement.delta) == [-1, 6, 4])
    #expect(all.changes.first?.movement.note == "lent")
    #expect(!all.hasMore)
    let some = try database.recentChanges(for: nil, limit: 2)
    #expect(some.changes == Array(all.changes.prefix(2)) && some.hasMore)
    let used = try database.recentChanges(for: .used, limit: 2)
    #expect(used.changes == [all.changes[0]] && !used.hasMore)
  }

  @Test func `a link leads to the page with what has happened`() async throws {
    let database = try InventoryDatabase.temporary()
    try database.save(.drill)
    let state = try await InventoryFeature.State(link: "inventory://changes", in: .live(database))
    let page = try #require(state.path.last?.recentChanges)
    #expect(page.changes == (try database.recentChanges(for: nil, limit: 50)).changes)
    #expect(page.changes?.isEmpty == false)
  }
}

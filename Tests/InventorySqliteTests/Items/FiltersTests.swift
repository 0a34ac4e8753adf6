import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@Suite struct FiltersTests {
  private func item(_ number: Int, location: String, tags: [String]) -> Item {
    Item(id: .number(number), name: "\(number)", sku: "\(number)", location: location, tags: tags)
  }

  @Test func `locations count what is in them and below`() throws {
    let database = try InventoryDatabase.temporary()
    for (number, location) in ["A", "A / B", "A / B / C", "A / B / C", "D", ""].enumerated() {
      try database.save(item(number, location: location, tags: []))
    }
    #expect(
      try database.locations() == [
        Location(name: "A", itemCount: 4), Location(name: "A / B", itemCount: 3),
        Location(name: "A / B / C", itemCount: 2), Location(name: "D", itemCount: 1),
      ]
    )
  }

  @Test func `tags are those that most items have, by name, as they are written`() throws {
    let database = try InventoryDatabase.temporary()
    try database.save(item(1, location: "", tags: ["Zebra", "élan"]))
    try database.save(item(2, location: "", tags: ["zebra", "rare"]))
    try database.save(item(3, location: "", tags: ["Elan"]))
    #expect(
      try database.tags() == [
        Tag(name: "élan", itemCount: 2), Tag(name: "rare", itemCount: 1),
        Tag(name: "Zebra", itemCount: 2),
      ]
    )
    #expect(try database.tags(limit: 2).map(\.name) == ["élan", "Zebra"])
  }
}

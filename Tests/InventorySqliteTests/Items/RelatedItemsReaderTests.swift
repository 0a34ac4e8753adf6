import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@Suite struct RelatedItemsReaderTests {
  @Test func `items at the same place and with the same tags are found, each once`() throws {
    let database = try InventoryDatabase.temporary()
    let drill = Item.drill.with { $0.tags = ["Électrique", "tool"] }
    let lamp = Item.lamp.with { $0.tags = ["electrique", "TOOL"] }
    // At the same place, and with the same tag.
    let hammer = Item.hammer.with { $0.tags = ["tool"] }
    let nowhere = Item(id: .number(4), name: "Nut", sku: "N")
    try database.importItems([drill, lamp, hammer, nowhere])
    for item in [drill, lamp, hammer] { try database.save(item) }
    let related = try database.relatedItems(to: drill.id)
    #expect(related.atSamePlace.map(\.name) == ["hammer"])
    #expect(related.withSameTag.map(\.name) == ["Lamp"])
    #expect(try database.relatedItems(to: nowhere.id) == RelatedItems())
    #expect(try database.relatedItems(to: .number(9)) == RelatedItems())
  }

  @Test func `there are no more than asked for`() throws {
    let database = try InventoryDatabase.temporary()
    for number in 0..<20 {
      try database.save(
        Item(
          id: .number(number),
          name: "Item \(number)",
          sku: "\(number)",
          location: number < 10 ? "Shelf" : "",
          tags: ["tag", "other \(number)"]
        )
      )
    }
    let related = try database.relatedItems(to: .number(3), limit: 5)
    #expect(related.atSamePlace.map(\.name) == ["Item 0", "Item 1", "Item 2", "Item 4", "Item 5"])
    #expect(related.withSameTag.count == 5)
    #expect(Set(related.withSameTag).isDisjoint(with: related.atSamePlace))
    #expect(!related.withSameTag.contains { $0.id == .number(3) })
  }
}

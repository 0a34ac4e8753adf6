import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

@Suite struct ItemEditTests {
  let mine = Item.drill.with { $0.name = "Power drill" }

  @Test func `an edit has the fields that were changed`() {
    #expect(ItemEdit(original: .drill, edited: .drill).changedFields == [])
    #expect(ItemEdit(original: .drill, edited: mine).changedFields == [.name])
    #expect(ItemEdit(original: nil, edited: .drill).changedFields == Item.Field.allCases)
  }

  @Test func `what others did to other fields stays`() throws {
    let theirs = Item.drill.with {
      $0.quantity = 3
      $0.notes = ""
    }
    let result = try ItemEdit(original: .drill, edited: mine).applied(to: theirs)
    #expect(result == theirs.with { $0.name = "Power drill" })
  }

  @Test func `both may do the same`() throws {
    #expect(try ItemEdit(original: .drill, edited: mine).applied(to: mine) == mine)
  }

  @Test func `another value in the same field is a conflict`() {
    let theirs = Item.drill.with {
      $0.name = "Hammer drill"
      $0.quantity = 3
    }
    #expect(throws: ItemConflict(item: theirs, fields: [.name])) {
      try ItemEdit(original: .drill, edited: mine).applied(to: theirs)
    }
  }

  @Test func `an item that is gone is there again as it was edited`() throws {
    #expect(try ItemEdit(original: .drill, edited: mine).applied(to: nil) == mine)
    #expect(try ItemEdit(original: nil, edited: .lamp).applied(to: nil) == .lamp)
  }
}

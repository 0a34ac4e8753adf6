import Foundation
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Imports of columns without a meaning, and of rows that are not part of a table.
@Suite struct UnmappedColumnsTests {
  let directory: TemporaryDirectory
  let database: InventoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    database = try InventoryDatabase(path: directory.path("inventory.sqlite"))
  }

  @discardableResult
  private func importText(_ text: String, name: String = "in.csv") throws -> [String] {
    let path = directory.path(name)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var notes: [String] = []
    try database.importItems(
      fromFile: path,
      options: {
        var options = $0.options
        options.unmapped = .notes
        notes = $0.notes(options)
        return options
      }
    )
    return notes
  }

  @Test func `what has no column of its own goes to the notes, and is named`() throws {
    let notes = try importText("name,sku,Colour,notes,Year\nSaw,S-1,red,Sharp,1999\nAxe,A-1,,,\n")
    #expect(try database.item(sku: "S-1")?.notes == "Sharp\nColour: red\nYear: 1999")
    #expect(try database.item(sku: "A-1")?.notes == "")
    #expect(
      notes == [
        "No column has quantities: there are 0 of each new item.", "“Colour” goes to the notes.",
        "“Year” goes to the notes.",
      ]
    )
  }

  @Test func `notes that somebody has written stay, and lines of the file are replaced`() throws {
    try importText("name,sku,Colour,Size\nSaw,S-1,red,L\n")
    let saw = try #require(try database.item(sku: "S-1"))
    try database.save(saw.with { $0.notes = "Mine\n" + $0.notes + "\nLast" })
    try importText("name,sku,Colour,Size\nSaw,S-1,blue,\n")
    #expect(try database.item(sku: "S-1")?.notes == "Mine\nColour: blue\nSize: L\nLast")
  }

  @Test func `a cell with several lines is one line of the notes`() throws {
    try importText("name,sku,Story\nSaw,S-1,\"one\n\ntwo\"\n")
    #expect(try database.item(sku: "S-1")?.notes == "Story: one two")
  }

  @Test func `members of objects that have no meaning go to the notes, too`() throws {
    try importText(
      #"[{"name": "Saw", "sku": "S-1", "colour": "red"}, {"name": "Axe", "sku": "A-1"}]"#,
      name: "in.json"
    )
    #expect(try database.item(sku: "S-1")?.notes == "colour: red")
    #expect(try database.item(sku: "A-1")?.notes == "")
  }

  @Test func `rows above and below the table are named`() throws {
    let notes = try importText("My things,\n\nname,quantity\nSaw,2\nAxe,3\n\nTotal,5\n")
    #expect(
      notes == ["Line 1 is left out: “My things”.", "Line 7 is left out: “Total 5”."]
    )
    #expect(try database.items().map(\.name) == ["Axe", "Saw"])
  }

  @Test func `a total that is followed by items and is no sum is one`() throws {
    try importText("name,sku,quantity\nSaw,S-1,2\nTotal,,7\nAxe,A-1,3\n")
    #expect(try database.items().map(\.name) == ["Axe", "Saw", "Total"])
  }
}

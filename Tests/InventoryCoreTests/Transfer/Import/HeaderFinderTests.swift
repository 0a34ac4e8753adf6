import Testing

@testable import InventoryCore

@Suite struct HeaderFinderTests {
  private func find(_ text: String) throws -> HeaderFinder.Finding {
    var parser = CsvParser(file: "")
    var rows: [CsvParser.Record] = []
    try parser.parse(Array(text.utf8)) { if !$0.isBlank { rows.append($0) } }
    try parser.finish { if !$0.isBlank { rows.append($0) } }
    return HeaderFinder(rows).find()
  }

  @Test(arguments: [
    ("name,sku\nSaw,S-1\n", 1), ("Stock 2024\n\nname,sku\nSaw,S-1\n", 3),
    ("Place:,Shed,\nBy:,Ann,\nname,qty,Colour\nSaw,1,red\n", 3), ("Bezeichnung\nSäge\n", 1),
    // Names that nobody knows, above numbers, codes and dates.
    ("Ding,Dong\nSaw,1\nAxe,2\n", 1), ("Ding,Dong\nSaw,X1\nAxe,X2\n", 1),
    ("Ding,Dong\nSaw,2024-01-31\nAxe,2024-02-01\n", 1),
    ("All things\nDing,Dong,Dang\nSaw,1,2\nAxe,2,3\n", 2),
    // A row further down that happens to have a known word.
    ("name,colour\nLocation,Notes\n", 1), ("name,sku\nTag,Unit\n", 1),
    ("sku\n1\n2\n", 1),
    // Forms and titles above a table that is as wide.
    ("Name:,Bob,Location:,Garage\nItem,Qty,Where,State\nSaw,2,Wall,ok\n", 2),
    ("Title,Stock of Ann,Owner,Ann\nThing,How many,Area,Worth\nSaw,2,Shed,10\n", 2),
    ("Item:,Qty:,Where:,State:\nSaw,2,Wall,ok\n", 1),
  ])
  func `the row with the names is found`(text: String, line: Int) throws {
    #expect(try find(text) == .line(line))
  }

  @Test(arguments: [
    "Saw,1\nAxe,2\n", "S-1,Saw,€ 3\nS-2,Axe,€ 4\n", "4006381333931,Pen\n96385074,Tin\n",
  ])
  func `a file whose first row is like all others has no names`(text: String) throws {
    #expect(try find(text) == .none)
  }

  @Test(arguments: [
    "Hammer,Oak\nChisel,Steel\n", "Saw\nAxe\n", "Hammer,Oak\n", "Saw,1,x\nAxe,2,3\nBox,3,4\n",
    "Hammer,Tool\nLamp,Food\n",
  ])
  func `where nothing tells, it is in doubt`(text: String) throws {
    #expect(try find(text) == .doubt)
  }
}

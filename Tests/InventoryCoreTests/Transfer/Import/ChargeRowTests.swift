import Testing

@testable import InventoryCore

/// Rows of what an order costs besides its items.
@Suite struct ChargeRowTests {
  @Test func `what is below a sum is left out and named`() throws {
    let file = try ReadFile(
      """
      Name,Qty,Price,Total
      Bolt,2,3.00,6.00
      Nut,4,1.00,4.00
      Subtotal,,,10.00
      MwSt. 19 %,,,1.90
      Shipping,,,4.90
      Rabatt,,,-1.00
      Total,,,15.80
      Amount due,,,15.80
      """
    )
    #expect(file.items.map(\.name) == ["Bolt", "Nut"])
    #expect(file.problems == [])
    #expect(file.notes.contains("Line 6 is left out: “Shipping 4.90”."), "\(file.notes)")
  }

  @Test func `all rows are items if the user says so`() throws {
    let text = """
      Name,Qty,Price
      Bolt,2,3.00
      Tax,1,2.00
      Total,3,5.00

      Shipping,1,4.90
      """
    let file = try ReadFile(text, layout: ImportLayout(takesAllRows: true))
    #expect(file.items.map(\.name) == ["Bolt", "Tax", "Total", "Shipping"])
    #expect(try ReadFile(text).items.map(\.name) == ["Bolt"])
  }

  @Test(arguments: [
    "Shipping,1,4.90", "VAT 20%,1,1.90", "Discount,1,-1.00", "Versandkosten,1,EUR 4.90",
    "19% MwSt,,1.90", "Frais de port,1,5.00", "Shipping & handling,1,4", "НДС,,20.00",
    "Rabatt 10 %,1,-1.00", "incl. 19% VAT,,1.90", "IVA (21%),,3.10",
  ])
  func `a charge among the items of an order is left out`(row: String) throws {
    let file = try ReadFile("Name,Qty,Price\nBolt,2,3.00\n\(row)\nNut,4,1.00\n")
    #expect(file.items.map(\.name) == ["Bolt", "Nut"])
    #expect(file.problems == [])
    #expect(file.notes.contains { $0.hasPrefix("Line 3 is left out") })
  }

  @Test(arguments: [
    "Shipping box,1,4.90", "Discount cards,5,1.00", "Tax 2023,1,2.00", "Port,3,20.00",
    "Delivery van,1,9000", "VAT book,1,5",
  ])
  func `a thing whose name has such a word in it is an item`(row: String) throws {
    let file = try ReadFile("Name,Qty,Price\nBolt,2,3.00\n\(row)\nNut,4,1.00\n")
    #expect(file.items.count == 3)
  }

  @Test func `a thing that is in a place is an item`() throws {
    let file = try ReadFile("Name,Qty,Price,Place\nBolt,2,3.00,Hall\nTax,1,2.00,Office\n")
    #expect(file.items.map(\.name) == ["Bolt", "Tax"])
    #expect(try ReadFile("Name,Qty\nBolt,2\nTax,1\nNut,1\n").items.count == 3)
  }
}

import Testing

@testable import InventoryCore

/// Prices of another number of things than one.
@Suite struct PriceOfUnitTests {
  @Test(
    arguments: [
      ("1.20/kg", "1.20", "kg"), ("€ 3,50 / Stück", "€ 3,50", "Stück"),
      ("0.04 per 100 g", "0.04", "100 g"), ("3,20 €/100g", "3,20 €", "100 g"),
      ("1.10 / 1 l", "1.10", "l"), ("12.00 ea", "12.00", "each"), ("12.00ea.", "12.00", "each"),
      ("5 Each", "5", "each"), ("2,50 je Flasche", "2,50", "Flasche"), ("9/m²", "9", "m²"),
      ("500:-", "500", nil), ("12.30", "12.30", nil), ("12 kr", "12 kr", nil),
      ("3.50/crateful", "3.50/crateful", nil), ("5 idea", "5 idea", nil),
    ] as [(String, String, String?)]
  )
  func `a price is told from what it is the price of`(
    text: String,
    amount: String,
    unit: String?
  ) {
    let price = PriceOfUnit(text)
    #expect(price.amount == amount)
    #expect(price.unit == unit)
  }

  @Test(arguments: [
    "5,kg,1.20/kg", "5,kg,1.20 per kilogram", "5,Kg,1.20/kg.", "3,pcs,12.00 ea", "3,,12.00/Stk",
    "3,bottles,12.00/bottle", "3,Flasche,12.00 je Flaschen", "3,box,12.00 each", "3,kg,12.00",
  ])
  func `a unit that is that of the item is no part of its price`(row: String) throws {
    let file = try ReadFile("Name,Qty,Unit,Price\nThing,\(row)\n")
    #expect(file.items.map(\.price) == [Money(row.contains("1.20") ? "1.20" : "12.00")])
  }

  @Test(
    arguments: [
      ("500,g,1.20/kg", "the price for kg, and the quantity is in g"),
      ("500,g,0.04 per 100 g", "the price for 100 g, and the quantity is in g"),
      ("500,g,12.00 ea", "the price for each, and the quantity is in g"),
      ("3,box,12.00/bottle", "the price for bottle, and the quantity is in box"),
      ("500,,1.20/kg", "the price for kg, and the row has no unit"),
    ]
  )
  func `a price of something else is a problem of its cell`(row: String, problem: String) throws {
    let file = try ReadFile("Name,Qty,Unit,Price\nFlour,\(row)\n")
    #expect(file.items == [])
    #expect(file.problems.map(\.kind) == [.column(.price)])
    #expect(file.problems.map(\.line) == [2])
    #expect(file.problems.first?.problem.contains(problem) == true, "\(file.problems)")
  }

  @Test func `the unit beside the quantity and that of the header count`() throws {
    #expect(try ReadFile("Name,Qty,Price\nFlour,500 g,1.20/kg\n").problems.count == 1)
    #expect(try ReadFile("Name,Qty,Price\nFlour,5 kg,1.20/kg\n").items.count == 1)
    #expect(try ReadFile("Name,Qty (g),Price\nFlour,500,1.20/kg\n").problems.count == 1)
    #expect(try ReadFile("Name,Qty,Price/kg\nFlour,500 g,1.20\n").problems.count == 1)
    #expect(try ReadFile("Name,Qty,Price/kg\nFlour,5 kg,1.20\n").items.count == 1)
    #expect(try ReadFile("Name,Qty,Price/kg\nFlour,5,1.20/kg\n").items.count == 1)
  }
}

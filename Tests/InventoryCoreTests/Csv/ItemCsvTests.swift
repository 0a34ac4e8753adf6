import Foundation
import InventoryCore
import Testing

@Suite struct ItemCsvTests {
  @Test func `items are written with a header and quoted where needed`() {
    let item = Item(
      id: .number(1),
      name: "Nails, 50 mm",
      sku: "N-50",
      quantity: 3,
      price: Money(minorUnits: 499),
      location: "Shelf \"A\"",
      notes: "two\nlines"
    )
    #expect(
      String(decoding: ItemCsv.bytes(of: [item]), as: UTF8.self) == #"""
        name,sku,quantity,price,location,notes\#r
        "Nails, 50 mm",N-50,3,4.99,"Shelf ""A""","two\#nlines"\#r

        """#
    )
  }

  @Test func `columns may be in any order`() throws {
    let items = try read("sku,notes,price,name,location,quantity\nA1,n,1.5,Bolt,Bin,7\n")
    #expect(
      items == [
        Item(
          id: .number(0),
          name: "Bolt",
          sku: "A1",
          quantity: 7,
          price: Money(minorUnits: 150),
          location: "Bin",
          notes: "n"
        )
      ]
    )
  }

  @Test func `what is written is read back`() throws {
    var random = SystemRandomNumberGenerator()
    let alphabet = ["a", "Ü", "😀", ",", "\"", "\r", "\n", "\r\n", " ", ";", "e\u{301}", "\u{FEFF}"]
    func text() -> String {
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }.joined()
    }
    for _ in 0..<500 {
      let items = (0..<Int.random(in: 0...5, using: &random)).map { index in
        let location = text()
        return Item(
          id: .number(index),
          name: "n" + text(),
          sku: "\(index)" + text(),
          quantity: .random(in: 0 ... .max, using: &random),
          price: Money(minorUnits: .random(in: 0 ... .max, using: &random)),
          location: location.allSatisfy(\.isWhitespace) ? "" : location,
          notes: text()
        )
      }
      #expect(try read(ItemCsv.bytes(of: items)) == items)
    }
  }

  @Test(arguments: [
    ("", 1, 1, "expected a header (name,sku,quantity,price,location,notes)"),
    ("name,sku,colour\n", 1, 10, "unknown column “colour”"),
    ("name,sku,quantity,sku\n", 1, 19, "the column “sku” again"),
    ("name,sku,quantity,price,notes\n", 1, 30, "the column “location” is missing"),
  ])
  func `a wrong header is an error`(
    text: String,
    line: Int,
    column: Int,
    problem: String
  ) throws {
    try expectError(text, line: line, column: column, problem: problem)
  }

  @Test(arguments: [
    ("A,1,2,3,x", 2, 10, "5 fields; expected 6"),
    ("A,1,2,3,x,y,z", 2, 13, "7 fields; expected 6"),
    (" ,1,2,3,x,y", 2, 1, "name is empty; expected a name"),
    ("A,,2,3,x,y", 2, 3, "sku is empty; expected a unique SKU"),
    ("A,1,two,3,x,y", 2, 5, "quantity “two” is not a quantity; expected a whole number from 0"),
    ("A,1,-2,3,x,y", 2, 5, "quantity “-2” is not a quantity"),
    ("A,1,2.5,3,x,y", 2, 5, "quantity “2.5” is not a quantity"),
    ("A,1,,3,x,y", 2, 5, "quantity “” is not a quantity"),
    ("A,1,2,3.999,x,y", 2, 7, "price “3.999” is not a price; expected an amount from 0"),
    ("A,1,2,-3,x,y", 2, 7, "price “-3” is not a price"),
    ("A,1,2,3,x,\"y\nz\"\nB,1,2,3,x,y", 4, 3, "sku “1” is already on line 2"),
  ])
  func `a wrong row is an error`(
    row: String,
    line: Int,
    column: Int,
    problem: String
  ) throws {
    try expectError(
      "name,sku,quantity,price,location,notes\n\(row)\n",
      line: line,
      column: column,
      problem: problem
    )
  }

  @Test func `a file that cannot be read is an error that names it`() throws {
    let directory = try TemporaryDirectory()
    for path in [directory.path("missing.csv"), directory.path("")] {
      let error = #expect(throws: FileError.self) {
        try ItemCsv.items(fromFile: path, makeID: UUID.init)
      }
      #expect(error?.description.contains(path) == true)
      #expect(error?.description.contains("expected a readable CSV file") == true)
    }
  }

  @Test func `a message has one line and says all`() {
    let error = #expect(throws: CsvError.self) {
      try read("name,sku,quantity,price,location,notes\nA,1,\"many\nlines\",3,x,y\n")
    }
    #expect(
      error?.localizedDescription
        == "stock.csv, line 2, column 5: quantity “many…” is not a quantity; expected a whole "
        + "number from 0, as 12"
    )
  }

  private func expectError(_ text: String, line: Int, column: Int, problem: String) throws {
    let error = #expect(throws: CsvError.self) { try read(text) }
    #expect(error?.file == "stock.csv")
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
    #expect(error?.problem.contains("expected") == true)
  }

  private func read(_ text: String) throws -> [Item] {
    try read(Array(text.utf8))
  }

  private func read(_ bytes: [UInt8]) throws -> [Item] {
    var count = 0
    return try ItemCsv.items(from: bytes, file: "stock.csv") {
      defer { count += 1 }
      return .number(count)
    }
  }
}

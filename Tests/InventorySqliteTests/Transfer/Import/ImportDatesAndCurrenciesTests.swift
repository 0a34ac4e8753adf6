import Foundation
import InventorySqlite
import InventoryTestSupport
import Testing

@testable import InventoryCore

/// Dates, and prices without a currency of their own, in files that are imported.
@Suite struct ImportDatesAndCurrenciesTests {
  private let directory: TemporaryDirectory
  private let database: InventoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    database = try InventoryDatabase.temporary()
  }

  private func write(_ text: String) throws -> String {
    let file = directory.path("list.csv")
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  /// The dates on which items were added, by their SKUs, and what is told before the import.
  private func dates(_ text: String) throws -> (dates: [String: String], notes: [String]) {
    var notes: [String] = []
    try database.importItems(fromFile: try write(text)) { preview in
      notes = preview.notes(preview.options)
      return preview.options
    }
    struct Exported: Decodable {
      struct Row: Decodable {
        let sku: String
        let created: String
      }
      let items: [Row]
    }
    let file = directory.path("out.json")
    try database.exportItems(toFile: file, options: ExportOptions(format: .json))
    let rows = try JSONDecoder()
      .decode(Exported.self, from: Data(contentsOf: URL(filePath: file))).items
    return (Dictionary(uniqueKeysWithValues: rows.map { ($0.sku, $0.created) }), notes)
  }

  @Test func `a date of two days is decided by the others of its column`() throws {
    let (dates, notes) = try dates(
      "name,sku,date added\nSaw,A,03/04/2020\nAxe,B,25/12/2020\nAwl,C,1 Feb 2020\n"
    )
    #expect(dates["A"] == "2020-04-03T00:00:00Z")
    #expect(dates["B"] == "2020-12-25T00:00:00Z")
    #expect(dates["C"] == "2020-02-01T00:00:00Z")
    #expect(!notes.contains { $0.contains("two days") })
  }

  @Test func `a date of two days is left out if nothing decides, and that is told`() throws {
    let (dates, notes) = try dates("name,sku,date added\nSaw,A,03/04/2020\nAxe,B,2020-12-25\n")
    #expect(dates["A"] != "2020-04-03T00:00:00Z")
    #expect(dates["A"] != "2020-03-04T00:00:00Z")
    #expect(dates["B"] == "2020-12-25T00:00:00Z")
    #expect(notes.contains("“03/04/2020” in “date added” can be two days, and is left out."))
  }

  @Test func `a sign of several currencies means the one that the user says`() throws {
    let file = try write("Item,SKU,Qty,Price kr\nDesk,D-1,3,100.00\nLamp,L-1,1,82.50\n")
    #expect(throws: ImportRejection.self) {
      try database.importItems(fromFile: file, options: \.options)
    }
    try database.importItems(fromFile: file) {
      var options = $0.options
      options.priceCurrency = "SEK"
      return options
    }
    #expect(try database.item(sku: "D-1")?.currency == "SEK")
    #expect(try database.item(sku: "L-1")?.price == Money(thousandths: 82_500))
  }

  @Test func `a price without a sign is in the currency that the user says`() throws {
    let file = try write("Item,SKU,Price\nDesk,D-1,100\nLamp,L-1,€ 8\nBox,B-1,\n")
    try database.importItems(fromFile: file) {
      var options = $0.options
      options.priceCurrency = "NOK"
      return options
    }
    #expect(try database.item(sku: "D-1")?.currency == "NOK")
    #expect(try database.item(sku: "L-1")?.currency == "EUR")
    #expect(try database.item(sku: "B-1")?.currency == "")
  }

  @Test func `a lone column of locations is replaced, and several are one`() {
    var mapping = ColumnMapping(guessingFrom: ["Item", "Location", "Corner"])
    mapping.set(.location, at: 2)
    #expect(mapping.columns == [.name, nil, .location])
    mapping.set(.location, at: 1)
    #expect(mapping.columns == [.name, .location, .location])
    var places = ColumnMapping(guessingFrom: ["Item", "Room", "Shelf", "Corner"])
    #expect(places.columns == [.name, .location, .location, nil])
    places.set(.location, at: 3)
    #expect(places.columns == [.name, .location, .location, .location])
    places.set(nil, at: 1)
    #expect(places.columns == [.name, nil, .location, .location])
  }
}

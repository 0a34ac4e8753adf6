import Foundation
import GRDB
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

@Suite struct ImportTests {
  let directory: TemporaryDirectory
  let database: InventoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    database = try InventoryDatabase(path: directory.path("inventory.sqlite"))
  }

  @Test func `an import adds new items and updates those with a known SKU`() throws {
    try database.save(.drill)
    try database.save(.lamp)
    let file = try write(
      """
      name,sku,quantity,price,location,notes
      Power drill,T-100,5,95,Cellar,
      Saw,T-300,1,20.00,,
      """
    )

    #expect(try importFile(file) == ImportSummary(added: 1, updated: 1))

    #expect(try database.items().map(\.name) == ["Lamp", "Power drill", "Saw"])
    #expect(
      try database.item(sku: "T-100")
        == Item(
          id: Item.drill.id,
          name: "Power drill",
          sku: "T-100",
          quantity: 5,
          price: Money(thousandths: 95_000),
          location: "Cellar",
          notes: Item.drill.notes
        )
    )
    #expect(
      try database.locations().filter { $0.itemCount > 0 }.map(\.name)
        == ["Cellar", "Living room"]
    )
    let movements = try database.movements(ofItem: Item.drill.id)
    #expect(movements.map(\.delta) == [1, 0, 4])
    #expect(movements.map(\.destination) == [nil, "Cellar", nil])
  }

  @Test func `all that is known about an item is imported`() throws {
    let file = try write(
      """
      SKU;Item name;EAN;Stock;UOM;Min. stock;Unit price;Currency code;Place;Keywords;Remarks;Colour
      A-1;Rope;4001;1.200;m;50;"€ 1,50";eur;Cellar / Shelf 2;red, long, red;"two
      lines";blue
      """
    )
    #expect(try importFile(file) == ImportSummary(added: 1))
    let item = try #require(try database.item(sku: "A-1"))
    #expect(
      item
        == Item(
          id: item.id,
          name: "Rope",
          sku: "A-1",
          barcode: "4001",
          quantity: 1_200,
          unit: "m",
          reorderLevel: 50,
          price: Money(thousandths: 1_500),
          currency: "EUR",
          location: "Cellar / Shelf 2",
          tags: ["red", "long"],
          notes: "two\nlines"
        )
    )
  }

  @Test func `spaces around what is written in one line are no part of it`() throws {
    let file = try write(
      """
      sku,name,barcode,unit,currency,location,notes
      " A-1\u{A0}","  Rope 2 m ",\t4001, m , eur,  Cellar / Shelf 2 ," as it is "
      """
    )
    #expect(try importFile(file) == ImportSummary(added: 1))
    let item = try #require(try database.item(sku: "A-1"))
    #expect(
      item
        == Item(
          id: item.id,
          name: "Rope 2 m",
          sku: "A-1",
          barcode: "4001",
          unit: "m",
          currency: "EUR",
          location: "Cellar / Shelf 2",
          notes: " as it is "
        )
    )
    #expect(try importFile(try write("sku,name\n A-1 ,Cord\n")) == ImportSummary(updated: 1))
    #expect(try database.items().map(\.name) == ["Cord"])
  }

  @Test func `what the file has no column for, or no quantity and price, stays`() throws {
    let rope = Item.drill.with {
      $0.barcode = "4001"
      $0.unit = "m"
      $0.tags = ["red"]
      $0.currency = "USD"
    }
    try database.save(rope)
    let file = try write("sku,quantity,price,notes\nT-100,,,New notes\n")
    #expect(try importFile(file) == ImportSummary(updated: 1))
    #expect(try database.item(sku: "T-100") == rope.with { $0.notes = "New notes" })
  }

  @Test func `rows with a known SKU can be skipped`() throws {
    try database.save(.drill)
    let file = try write("name,sku\nOther,T-100\nSaw,T-300\n")
    #expect(try importFile(file, duplicates: .skip) == ImportSummary(added: 1, skipped: 1))
    #expect(try database.item(sku: "T-100") == .drill)
  }

  @Test func `a row that is skipped makes no location`() throws {
    try database.save(.drill)
    let locations = try database.locations().map(\.name)
    let file = try write("name,sku,location\nOther,T-100,Moon\n")
    #expect(try importFile(file, duplicates: .skip) == ImportSummary(skipped: 1))
    #expect(try database.locations().map(\.name) == locations)
    // A row that is not skipped does.
    #expect(try importFile(file, duplicates: .update) == ImportSummary(updated: 1))
    #expect(try database.item(sku: "T-100")?.location == "Moon")
  }

  @Test func `rows with a known SKU can be added with a new one`() throws {
    try database.save(.drill)
    try database.save(.lamp.with { $0.sku = "T-100-2" })
    let file = try write("name,sku\nOther,T-100\nSaw,T-300\nThird,T-100\n")
    #expect(try importFile(file, duplicates: .add) == ImportSummary(added: 3))
    #expect(try database.item(sku: "T-100") == .drill)
    #expect(try database.item(sku: "T-100-3")?.name == "Other")
    #expect(try database.item(sku: "T-100-4")?.name == "Third")
  }

  @Test func `a price is what the file says in each currency`() throws {
    let file = try write(
      """
      name,sku,price,currency
      Saffron,S-1,1.234,KWD
      Cardamom,S-2,1.5,
      Rice,S-3,1500,JPY
      """
    )
    #expect(try importFile(file).added == 3)
    #expect(
      try database.items().map(\.price)
        == [1_500, 1_500_000, 1_234].map { Money(thousandths: $0) }
    )
  }

  @Test func `a price keeps the decimals that the file has, whatever its currency`() throws {
    let file = try write("name,sku,price,currency\nMint,S-4,0.125,EUR\nDill,S-5,3.5000,USD\n")
    #expect(try importFile(file).added == 2)
    #expect(try database.items().map(\.price.thousandths) == [3_500, 125])
    #expect(try importFile(try write("name,sku,price\nScrew,S-6,0.0023\n")).added == 1)
    #expect(try database.item(sku: "S-6")?.price == Money(millionths: 2_300))
    let finer = try write("name,sku,price\nScrew,S-7,0.00000023\n")
    let error = #expect(throws: ImportRejection.self) { try importFile(finer) }
    #expect(error?.problems.map(\.line) == [2])
  }

  @Test func `an object in JSON is no price and no quantity`() throws {
    let file = directory.path("in.json")
    try #"""
    [{"name": "Saw", "sku": "S-1", "price": {"amount": 3}},
     {"name": "Axe", "sku": "S-2", "quantity": {}}]
    """#.write(toFile: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    #expect(error?.problems.map(\.line) == [1, 2])
    let problem = "is an object without a “name”; expected a text, a number or a list of texts"
    #expect(error?.problems.map(\.problem) == ["price \(problem)", "quantity \(problem)"])
    #expect(try database.items() == [])
  }

  @Test func `an object in JSON is the name that it has`() throws {
    let file = try write(
      #"""
      [{"name": "Saw", "sku": "S-1", "location": {"id": 7, "name": "Garage"},
        "tags": [{"name": "iron"}, "old", {"id": 3, "name": "sharp"}], "x": {"id": 1}}]
      """#
    )
    #expect(try importFile(file) == ImportSummary(added: 1))
    let item = try #require(try database.item(sku: "S-1"))
    #expect(item.location == "Garage")
    #expect(item.tags == ["iron", "old", "sharp"])
  }

  @Test(arguments: [
    #""notes": "half \ud83d""#, #""tags": ["red", "\ud83d"]"#, #""location": {"id": 7}"#,
    #""tags": [{"id": 3}]"#,
  ])
  func `what cannot be read of an object of JSON erases nothing`(member: String) throws {
    try database.save(coil)
    let file = try write("[{\"sku\": \"T-100\", \(member)}]")
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    #expect(error?.problems.map(\.line) == [1])
    #expect(try database.items() == [coil])
  }

  @Test(
    arguments: [
      ("£3.99", 3_990, "GBP"), ("3.99 €", 3_990, "EUR"), ("CHF 4.50", 4_500, "CHF"),
      ("\"4,50 EUR\"", 4_500, "EUR"), ("10 kr", 10_000, "SEK"), ("\"5,00 zł\"", 5_000, "PLN"),
      ("\"R$ 5,00\"", 5_000, "BRL"), ("$.99", 990, "USD"), ("\"5,-\"", 5_000, ""),
      ("12.30", 12_300, ""),
    ] as [(String, Int64, String)]
  )
  func `a sign or a code beside a price is its currency`(
    price: String,
    thousandths: Int64,
    currency: String
  ) throws {
    let file = try write("name,sku,price\nSaw,S-1,\(price)\n")
    try database.importItems(fromFile: file) {
      var options = $0.options
      options.currency = "SEK"
      options.localCurrency = "USD"
      return options
    }
    let item = try #require(try database.item(sku: "S-1"))
    #expect(item.price == Money(thousandths: thousandths))
    #expect(item.currency == currency)
  }

  @Test func `a currency beside the price changes that of an item, and none leaves it`() throws {
    try database.save(coil)
    #expect(try importFile(try write("sku,price\nT-100,12\n")) == ImportSummary(updated: 1))
    #expect(try database.item(sku: "T-100")?.currency == "USD")
    #expect(try importFile(try write("sku,price\nT-100,12 €\n")) == ImportSummary(updated: 1))
    #expect(try database.item(sku: "T-100")?.currency == "EUR")
    let json = try write(#"[{"sku": "T-100", "price": "£3"}, {"sku": "T-100x", "name": "A"}]"#)
    #expect(try importFile(json) == ImportSummary(added: 1, updated: 1))
    #expect(try database.item(sku: "T-100")?.currency == "GBP")
  }

  @Test(
    arguments: [
      ("$3.99", "", "“$3.99” can be in several currencies (AUD, CAD, MXN…); expected a code"),
      ("£3.99", "EUR", "“£3.99” is not in EUR, as the row says; expected one currency"),
      ("3.99/crate x", "", "“3.99/crate x” is not a price"),
    ]
  )
  func `a currency that is not certain is a problem`(
    price: String,
    currency: String,
    problem: String
  ) throws {
    let file = try write("name,sku,price,currency\nSaw,S-1,\(price),\(currency)\n")
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    #expect(error?.problems.first?.problem.contains(problem) == true)
    #expect(try database.items() == [])
  }

  @Test func `what can be read in one way only is read`() throws {
    let file = try write(
      "NAME , Sku,  reorder  LEVEL,notes\r,,,\r\"Nail\" ,=\"0042\",3,5\" long,,\r  ,\t,,\r"
        + "Saw,\"=\"\"007\"\"\",,\r\r"
    )
    #expect(try importFile(file) == ImportSummary(added: 2))
    let nail = try #require(try database.item(sku: "0042"))
    #expect(nail.name == "Nail")
    #expect(nail.reorderLevel == 3)
    #expect(nail.notes == "5\" long")
    #expect(try database.item(sku: "007")?.name == "Saw")
  }

  @Test func `a row with more than empty cells beyond the header is refused`() throws {
    let file = try write("name,sku\nSaw,S-1,,x\n")
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    #expect(error?.problems.map(\.problem) == ["4 fields; expected 2, as in the header"])
  }

  @Test func `after an import, the file alone has everything`() throws {
    let path = directory.path("alone.sqlite")
    let file = try write("name,sku\nSaw,S-1\n")
    do {
      let database = try InventoryDatabase(path: path)
      try database.importItems(fromFile: file, options: \.options)
    }
    let copy = directory.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(try InventoryDatabase(path: copy).items().map(\.sku) == ["S-1"])
    // While it is open, the program does that itself when it ends.
    try database.save(.drill)
    database.finishWriting()
    let other = directory.path("other.sqlite")
    try FileManager.default.copyItem(atPath: database.path, toPath: other)
    #expect(try InventoryDatabase(path: other).items() == [.drill])
  }

  /// An item that has something in each of its fields.
  private let coil = Item.drill.with {
    $0.barcode = "4001"
    $0.unit = "m"
    $0.reorderLevel = 3
    $0.currency = "USD"
    $0.tags = ["red", "long"]
  }

  @Test func `a member that an object of JSON does not have leaves its field alone`() throws {
    try database.save(coil)
    let file = try write(
      #"""
      [{"name": "Saw", "sku": "S-1", "barcode": "1", "quantity": 1, "unit": "kg",
        "reorder level": 2, "price": 3, "currency": "EUR", "location": "Shelf", "tags": ["new"],
        "notes": "sharp"},
       {"sku": "T-100", "quantity": 5},
       {"name": "Axe", "sku": "S-2"}]
      """#
    )
    #expect(try importFile(file) == ImportSummary(added: 2, updated: 1))
    #expect(try database.item(sku: "T-100") == coil.with { $0.quantity = 5 })
    #expect(try database.items(ItemQuery(filter: ItemFilter(tag: "red"))).map(\.sku) == ["T-100"])
    let axe = try #require(try database.item(sku: "S-2"))
    #expect(axe == Item(id: axe.id, name: "Axe", sku: "S-2"))
  }

  @Test(arguments: ["null", #""""#, "[]"])
  func `an empty member of JSON clears its field if that is asked`(empty: String) throws {
    try database.save(coil)
    let members = ItemColumn.allCases.filter { $0 != .name && $0 != .sku }
      .map { ", \"\($0.header)\": \(empty)" }
    let file = try write("[{\"sku\": \"T-100\"\(members.joined())}]")
    #expect(try importFile(file) == ImportSummary(updated: 1))
    #expect(try database.item(sku: "T-100") == coil)
    let summary = try database.importItems(
      fromFile: file,
      options: {
        var options = $0.options
        options.emptiesFields = true
        return options
      }
    )
    #expect(summary == ImportSummary(updated: 1))
    #expect(
      try database.item(sku: "T-100")
        == Item(id: coil.id, name: coil.name, sku: "T-100", quantity: 4, price: coil.price)
    )
  }

  @Test func `an object of JSON without a name updates an item, and adds none`() throws {
    try database.save(.drill)
    let file = try write(
      """
      [{"sku": "S-1", "name": "Saw"},
      {"sku": "T-100", "quantity": 5},
      {"sku": "S-2"}]
      """
    )
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    #expect(error?.problems.map(\.line) == [3])
    #expect(error?.problems.first?.problem.contains("no item has the SKU “S-2”") == true)
    for duplicates in [DuplicatePolicy.skip, .add] {
      let error = #expect(throws: ImportRejection.self) {
        try importFile(file, duplicates: duplicates)
      }
      #expect(error?.problems.map(\.line) == [2, 3])
      #expect(error?.problems.first?.problem == "name is empty; expected a name")
    }
    #expect(try database.items() == [.drill])
  }

  @Test func `bad rows are told with their lines, and change nothing`() throws {
    try database.save(.drill)
    let file = try write(
      """
      name,sku,quantity,price,currency
      Power drill,T-100,5,95,
      Saw,T-300,lots,20.9999999,EUR
      ,,1,1,Euro
      Few,T-400,7
      Power drill,T-100,6,95,
      """
    )
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    #expect(error?.badRows == 3)
    let lines = error?.description.split(separator: "\n").map(String.init) ?? []
    let expected = [
      ", line 3, column 11: quantity “lots” is not a quantity; expected a number from 0 with "
        + "at most 6 decimals, such as 12 or 0.5",
      ", line 3, column 16: price “20.9999999” is not a price; expected an amount from 0 with at most "
        + "6 decimals, such as 12.30",
      ", line 4, column 1: name is empty; expected a name",
      ", line 6, column 1: the SKU “T-100” is in line 2 already; expected each SKU once",
    ]
    #expect(lines == expected.map { file + $0 })
    #expect(try database.items() == [.drill])
  }

  @Test func `a repeated SKU is told with the line of the row that has it first`() throws {
    try database.save(.drill)
    let file = try write(
      """
      name,sku,quantity
      Few,T-300,few
      Saw,T-300,1
      "Lamp
      with a foot",T-400,1
      Power drill,T-100,1
      Saw,T-300,2
      Power drill,T-100,2
      Lamp, T-400 ,2
      Saw,T-300,3
      """
    )
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    let problems = error?.problems.map { "\($0.line): \($0.problem)" }
    let expected = [("7", "T-300", 3), ("8", "T-100", 6), ("9", "T-400", 4), ("10", "T-300", 3)]
    #expect(
      problems?.dropFirst()
        == ArraySlice(
          expected.map { "\($0): the SKU “\($1)” is in line \($2) already; expected each SKU once" }
        )
    )
  }

  @Test func `more rows with a repeated SKU than are remembered are counted`() throws {
    let rows = String(repeating: "Saw,T-300\n", count: ImportSummary.problemLimit + 3)
    let error = #expect(throws: ImportRejection.self) {
      try importFile(try write("name,sku\n" + rows))
    }
    #expect(error?.badRows == ImportSummary.problemLimit + 2)
    #expect(error?.problems.count == ImportSummary.problemLimit)
    #expect(error?.problems.allSatisfy { $0.problem.contains("in line 2 already") } == true)
  }

  @Test func `a file that has got other columns since it was looked at is not imported`() throws {
    let file = try write("name,sku\nSaw,T-300\n")
    let options = try ImportPreview(ImportFile(file), locale: .plain).options
    for text in ["sku,name\nT-300,Saw\n", "name,sku,notes\nSaw,T-300,old\n"] {
      try Data(text.utf8).write(to: URL(filePath: file))
      #expect(throws: ImportColumnsChanged.self) {
        try database.importItems(fromFile: file) { _ in options }
      }
    }
    // Other rows are no other columns.
    try Data("name,sku\nSaw,T-300\nLamp,T-400\n".utf8).write(to: URL(filePath: file))
    #expect(try database.importItems(fromFile: file) { _ in options }.added == 2)
  }

  @Test func `rows with problems can be left out`() throws {
    let file = try write("name,sku,quantity\nSaw,T-300,lots\nLamp,T-400,1\nNo,T-400,1\n")
    let summary = try database.importItems(fromFile: file) {
      var options = $0.options
      options.leavesOutProblems = true
      return options
    }
    #expect(summary.added == 1)
    #expect(summary.badRows == 2)
    #expect(summary.problems.map(\.line) == [2, 4])
    #expect(try database.items().map(\.name) == ["Lamp"])
  }

  @Test func `an update needs no names, but then every SKU must be known`() throws {
    try database.save(.drill)
    let file = try write("sku,quantity\nT-100,9\nT-999,1\n")
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    #expect(error?.problems.map(\.line) == [3])
    #expect(error?.problems.first?.problem.contains("no item has the SKU “T-999”") == true)
    #expect(throws: CsvError.self) { try importFile(file, duplicates: .skip) }
  }

  @Test func `a name with a line break makes no two items of one`() throws {
    let file = try write("sku,name,quantity,price\nA1,Ham\nmer,12,3\nB2,Saw,1,\n")
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    #expect(
      error?.problems.map(\.problem) == ["2 fields; expected 4, as in the header"]
    )
    #expect(try database.items() == [])
  }

  @Test func `a name that was guessed renames no item that is there`() throws {
    try database.save(Item.drill.with { $0.barcode = "4006381333931" })
    let file = try write("EAN;Wort;Menge\n4006381333931;Etwas anderes;7\n")
    _ = try importFile(file)
    #expect(try database.items().map(\.name) == [Item.drill.name])
    #expect(try database.items().map(\.quantity) == [7])
  }

  @Test func `an object about something else is no item`() throws {
    let file = try write(#"{"name": "Workshop", "parts": [{"title": "Saw"}]}"#)
    #expect(throws: (any Error).self) { try importFile(file) }
    #expect(try database.items() == [])
  }

  @Test func `a text that the database would cut short is a problem`() throws {
    let file = try write(#"[{"name": "Saw", "sku": "A\u0000B"}, {"name": "L", "sku": "\u0000"}]"#)
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    #expect(error?.badRows == 2)
    #expect(
      error?.problems.first?.problem == "sku contains the control character U+0000; expected text"
    )
  }

  @Test(arguments: [FileFormat.csv, .json, .tsv])
  func `an export of ours that somebody has edited makes no item twice`(format: FileFormat) throws {
    try database.save(.drill)
    let file = directory.path("out.\(format.rawValue)")
    try database.exportItems(toFile: file, options: ExportOptions(format: format))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing(Item.drill.sku, with: "  \(Item.drill.sku) ")
      .replacing(Item.drill.name, with: "\(Item.drill.name) ")
      .write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try importFile(file) == ImportSummary(updated: 1))
    #expect(try database.items().map(\.sku) == [Item.drill.sku])
    #expect(try database.items().map(\.name) == [Item.drill.name])
  }

  @Test func `line breaks and tabs in names and SKUs become spaces, which is told`() throws {
    let file = try write(
      "name,sku,location,tags,notes\n\"Rope,\r\n long\",\"A\t1\",\"Cellar\n/ Shelf\",\"a\tb\",\"x\ny\"\n"
        + "\"Saw\n\",B,,,\n"
    )
    var expected = ImportSummary(added: 2)
    expected.joinedLines = 1
    #expect(try importFile(file) == expected)
    let item = try #require(try database.item(sku: "A 1"))
    #expect(item.name == "Rope, long")
    #expect(item.location == "Cellar / Shelf")
    #expect(item.tags == ["a b"])
    #expect(item.notes == "x\ny")
    #expect(try database.item(sku: "B")?.name == "Saw")
  }

  @Test(arguments: ItemColumn.allCases.filter { ![.created, .changed].contains($0) })
  func `a control character in any column is a problem at its place`(column: ItemColumn) throws {
    let columns = [ItemColumn.sku, .name] + [column].filter { ![.sku, .name].contains($0) }
    let cells = columns.map { $0 == column ? "X\u{1B}[31m" : $0 == .sku ? "A" : "Saw" }
    let header = columns.map(\.header).joined(separator: ",")
    let file = try write("\(header)\n\(cells.joined(separator: ","))\n")
    let error = #expect(throws: ImportRejection.self) { try importFile(file) }
    let problem = try #require(error?.problems.first)
    #expect(
      problem.problem == "\(column.word) contains the control character U+001B; expected text"
    )
    #expect(problem.line == 2)
    #expect(
      problem.column
        == cells.prefix { !$0.hasPrefix("X") }.map { $0.count + 1 }.reduce(1, +)
    )
    #expect(try database.items() == [])
  }

  @Test func `a file that breaks a rule of CSV in the middle changes nothing`() throws {
    let file = try write("name,sku\nSaw,T-300\nLamp,\"T-400\" x\n")
    let error = #expect(throws: CsvError.self) { try importFile(file) }
    #expect(error?.line == 3)
    #expect(try database.items().isEmpty)
  }

  @Test func `many rows are found, sorted and undone as few are`() throws {
    try database.save(.drill)
    let count = BulkWriting.threshold + 500
    var text = "name,sku,barcode,quantity,reorder level,price,location,tags,notes\n"
    for row in 0..<count {
      text +=
        "Thing \(row),B-\(row),400\(row),\(row % 7),3,1.50,Room \(row % 3) / Shelf,t\(row % 5),"
      text += "note number \(row) with some more words\n"
    }
    let file = try write(text)
    var fractions: [Double] = []
    let summary = try database.importItems(fromFile: file, options: \.options) {
      fractions.append($0.fraction)
    }
    #expect(summary == ImportSummary(added: count))
    #expect(fractions == fractions.sorted() && fractions.last! > BulkWriting.share)
    for text in ["thing 4321", "b 4321", "4004321", "number 4321"] {
      #expect(
        try database.items(ItemQuery(searchText: text)).map(\.sku).contains("B-4321"),
        "\(text)"
      )
    }
    #expect(try database.items(ItemQuery(searchText: "t4 room 1")).count > 100)
    #expect(try database.items(ItemQuery(searchText: "drill")) == [.drill])
    let sites = try database.locations().filter { $0.path.parent == nil }
    #expect(sites.map(\.itemCount).reduce(0, +) == count + 1)

    // The triggers and indexes are there again: what is changed afterwards is found, too.
    let item = try #require(try database.item(sku: "B-17"))
    try database.save(item.with { $0.name = "Quince" })
    #expect(try database.items(ItemQuery(searchText: "quince")).map(\.sku) == ["B-17"])
    #expect(!(try database.items(ItemQuery(searchText: "thing 17")).map(\.sku).contains("B-17")))
    try database.checkIntegrity()
  }

  @Test func `a large import leaves no long log behind`() throws {
    let file = try write("name,sku\n" + manyThings)
    #expect(try importFile(file).added == 10_000)
    #expect(try logSize == 0)
    #expect(try database.page(ItemQuery(searchText: "thing"), 0..<1).count == 10_000)
  }

  @Test func `a large import in a window shortens the log after it has told of the items`()
    async throws
  {
    let file = try write("name,sku\n" + manyThings)
    let options = try ImportPreview(ImportFile(file), locale: .plain).options
    let summary = try await database.importItems(fromFile: file, options: options, journal: nil) {
      _ in
    }
    #expect(summary.added == 10_000)
    #expect(try logSize > 1 << 20)
    #expect(await eventually { (try? logSize) == 0 })
    #expect(try await database.page(ItemQuery(searchText: "thing"), 0..<1).count == 10_000)
  }

  @Test(arguments: ["", ",without-a-name\n"])
  func `SQLite writes its log back by itself after a large import`(badRow: String) throws {
    let file = try write("name,sku\n" + manyThings + badRow)
    let summary = try? importFile(file)
    #expect((summary == nil) == !badRow.isEmpty)
    #expect(try logSize == 0)
    let pages = try database.write { try Int.fetchOne($0, sql: "PRAGMA wal_autocheckpoint") }
    #expect(pages == 1_000)
  }

  private var manyThings: String {
    (0..<10_000).map { "A thing with the number \($0),T-\($0)\n" }.joined()
  }

  private var logSize: Int {
    get throws {
      let log = try FileManager.default.attributesOfItem(atPath: database.path + "-wal")
      return try #require(log[.size] as? Int)
    }
  }

  @Test func `an import for which nobody waits any more changes nothing`() async throws {
    let database = try InventoryDatabase.temporary()
    let directory = try TemporaryDirectory()
    let file = directory.path("in.csv")
    let rows = (0..<20_000).map { "A thing with the number \($0),T-\($0)\n" }.joined()
    try Data("name,sku\n\(rows)".utf8).write(to: URL(filePath: file))
    let options = try ImportPreview(ImportFile(file), locale: .plain).options
    let (progress, continuation) = AsyncStream<TransferProgress>.makeStream()
    // The import does not get further before it is cancelled.
    let cancellation = DispatchSemaphore(value: 0)
    let task = Task {
      try await database.importItems(fromFile: file, options: options, journal: nil) {
        continuation.yield($0)
        _ = cancellation.wait(timeout: .now() + 600)
        cancellation.signal()
      }
    }
    for await _ in progress { break }
    task.cancel()
    cancellation.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try database.items() == [])
    try database.save(.drill)
    try database.checkIntegrity()
  }

  @Test func `an import that is cancelled changes nothing`() throws {
    struct Cancelled: Error {}
    let rows = (0..<20_000).map { "Thing \($0),B-\($0),\($0)\n" }.joined()
    let file = try write("name,sku,quantity\n" + rows)
    for limit in [0.1, 0.6, 0.74] {
      #expect(throws: Cancelled.self) {
        try database.importItems(fromFile: file, options: \.options) {
          if $0.fraction > limit { throw Cancelled() }
        }
      }
      #expect(try database.items().isEmpty)
    }
    #expect(try importFile(file).added == 20_000)
    #expect(try database.items(ItemQuery(searchText: "thing 12345")).count == 1)
  }

  @Test func `the sample data fills an empty inventory with a search to try`() throws {
    let sample = packageURL("resources/sample-data.csv")
    let count = try importFile(sample.standardized.path(percentEncoded: false)).added
    #expect((150...300).contains(count))
    #expect(try database.items().count == count)
    #expect(try database.locations().count >= 3)
    #expect(try database.items(ItemQuery(searchText: "drill workshop")).isEmpty == false)
  }

  private func importFile(
    _ file: String,
    duplicates: DuplicatePolicy = .update
  ) throws -> ImportSummary {
    try database.importItems(fromFile: file) {
      var options = $0.options
      options.duplicates = duplicates
      return options
    }
  }

  private func write(_ text: String) throws -> String {
    let path = directory.path("in.csv")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}

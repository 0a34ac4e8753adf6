import Foundation
import InventoryCore
import InventorySqlite
import InventoryTestSupport
import Testing

@Suite struct ExportTests {
  let directory: TemporaryDirectory
  let database: InventoryDatabase

  private let rope = Item(
    id: .number(7),
    name: "Rope \"x\" <b>\u{1}",
    sku: "R-1",
    barcode: "4001",
    quantity: 3,
    unit: "m",
    reorderLevel: 5,
    price: Money(thousandths: 1_500),
    currency: "USD",
    location: "Cellar / Shelf 2",
    tags: ["red", "long one"],
    notes: "two\nlines"
  )

  init() throws {
    directory = try TemporaryDirectory()
    database = try InventoryDatabase(path: directory.path("inventory.sqlite"))
  }

  @Test func `all that is known about items is exported, and imported again as it was`() throws {
    // The control character of a name that is stored already would be refused.
    var rope = rope
    rope.name = "Rope \"x\" <b>"
    try database.importItems([.drill, .hammer, .lamp, rope])
    for (name, format) in [("out.csv", FileFormat.csv), ("out.json", .json)] {
      let file = directory.path(name)
      #expect(try database.exportItems(toFile: file, options: ExportOptions(format: format)) == 4)
      let copy = try InventoryDatabase.temporary()
      #expect(try copy.importItems(fromFile: file, options: \.options).added == 4)
      #expect(try copy.importItems(fromFile: file, options: \.options).updated == 4)
      let items = { (database: InventoryDatabase) in
        try database.items().map { item in
          Item(
            id: .number(0),
            name: item.name,
            sku: item.sku,
            barcode: item.barcode,
            quantity: item.quantity,
            unit: item.unit,
            reorderLevel: item.reorderLevel,
            price: item.price,
            currency: item.currency,
            location: item.location,
            tags: item.tags,
            notes: item.notes
          )
        }
      }
      #expect(try items(copy) == items(database))
    }
  }

  @Test(arguments: FileFormat.allCases)
  func `prices have the decimals of their currencies, and are read again`(
    format: FileFormat
  ) throws {
    let prices: [(String, Int64, String)] = [
      ("JPY", 1_500_000, "1500"), ("JPY", 500, "0.5"), ("KWD", 1_230, "1.230"), ("", 1_230, "1.23"),
    ]
    try database.importItems(
      prices.enumerated().map { number, price in
        Item(
          id: .number(number),
          name: "Spice",
          sku: "S-\(number)",
          price: Money(thousandths: price.1),
          currency: price.0
        )
      }
    )
    let file = directory.path("out")
    try database.exportItems(toFile: file, options: ExportOptions(format: format))
    // How spreadsheets have them is tested where those are written.
    let marks: [FileFormat: (String, String)] = [
      .csv: (",", ","), .tsv: ("\t", "\t"), .json: (": ", ","),
    ]
    if let (before, after) = marks[format] {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for (_, _, price) in prices { #expect(text.contains(before + price + after)) }
    }
    let copy = try InventoryDatabase.temporary()
    _ = try copy.importItems(
      fromFile: file,
      layout: ImportLayout(format: format),
      options: \.options
    )
    #expect(try copy.items().map(\.price) == database.items().map(\.price))
  }

  @Test(arguments: ["de_DE", "en_GB", "de_CH", "he_IL"], ExportOptions.Content.allCases)
  func `a file of ours is read as it was written, wherever that is`(
    place: String,
    content: ExportOptions.Content
  ) throws {
    let saffron = Item(
      id: .number(1),
      name: "Saffron",
      sku: "S-1",
      reorderLevel: 1,
      price: Money(thousandths: 1_234),
      currency: "KWD"
    )
    try database.save(saffron)
    let file = directory.path("out.csv")
    try database.exportItems(toFile: file, options: ExportOptions(content))
    let copy = try InventoryDatabase.temporary()
    _ = try copy.importItems(
      fromFile: file,
      options: \.options,
      locale: Locale(identifier: place)
    )
    #expect(try copy.items().map(\.price) == [saffron.price])
  }

  @Test func `a tag with a semicolon comes back whole from JSON`() throws {
    let screw = Item(id: .number(1), name: "Screw", sku: "S-1", tags: ["M4;M5", "steel"])
    try database.save(screw)
    let file = directory.path("out.json")
    try database.exportItems(toFile: file, options: ExportOptions(format: .json))
    let copy = try InventoryDatabase.temporary()
    _ = try copy.importItems(fromFile: file, options: \.options)
    #expect(try copy.items().map(\.tags) == [screw.tags])
  }

  @Test(arguments: FileFormat.allCases)
  func `the greatest numbers are exported and imported again`(format: FileFormat) throws {
    let greatest = Item(
      id: .number(1),
      name: "Gold",
      sku: "G-1",
      quantity: .max,
      price: Money(millionths: .max)
    )
    try database.importItems([greatest])
    let file = directory.path("out")
    try database.exportItems(toFile: file, options: ExportOptions(format: format))
    let copy = try InventoryDatabase.temporary()
    _ = try copy.importItems(
      fromFile: file,
      layout: ImportLayout(format: format),
      options: \.options
    )
    let item = try #require(try copy.items().first)
    #expect(item.price == greatest.price)
    #expect(item.quantity == greatest.quantity)
  }

  @Test func `an empty inventory is exported and imported again`() throws {
    for format in FileFormat.allCases {
      let file = directory.path("out")
      #expect(try database.exportItems(toFile: file, options: ExportOptions(format: format)) == 0)
      #expect(try database.importItems(fromFile: file, options: \.options) == ImportSummary())
    }
  }

  @Test func `a file of CSV has a header and a line for each item`() throws {
    try database.importItems([.drill, .lamp, rope])
    let file = directory.path("out.csv")
    try database.exportItems(toFile: file, options: ExportOptions())
    let date = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/
    #expect(
      try String(contentsOfFile: file, encoding: .utf8).replacing(date, with: "DATE") == """
        name,sku,barcode,quantity,unit,reorder level,price,currency,location,tags,notes,created,changed\r
        Drill,T-100,,4,,,89.90,,Workshop,,18 V,DATE,DATE\r
        Lamp,H-1/a b,,2,,,34.00,,Living room,,,DATE,DATE\r
        "Rope ""x"" <b>\u{1}",R-1,4001,3,m,5,1.50,USD,Cellar / Shelf 2,"red, long one","two
        lines",DATE,DATE\r

        """
    )
  }

  @Test(arguments: FileFormat.allCases)
  func `new items keep the dates of their file`(format: FileFormat) throws {
    let first = directory.path("in.csv")
    let csv = """
      sku,name,created,changed
      A,Kept,2019-02-28T23:59:59Z,2024-02-29T00:00:00Z
      B,Future,2999-01-01T00:00:00Z,2999-01-01T00:00:00Z
      C,Reversed,2024-01-02T00:00:00Z,2024-01-01T00:00:00Z
      D,Other,yesterday,soon
      E,None,,

      """
    try Data(csv.utf8).write(to: URL(filePath: first))
    let start = Date().addingTimeInterval(-1)
    #expect(try database.importItems(fromFile: first, options: \.options).added == 5)
    let file = directory.path("out")
    try database.exportItems(toFile: file, options: ExportOptions(format: format))
    let copy = try InventoryDatabase.temporary()
    _ = try copy.importItems(
      fromFile: file,
      layout: ImportLayout(format: format),
      options: \.options
    )

    for database in [database, copy] {
      func dates(_ sku: String) throws -> ItemDates? {
        let item = try #require(try database.item(sku: sku))
        return try database.history(ofItem: item.id, movementLimit: 1).dates
      }
      let kept = ItemDates(
        added: Date(timeIntervalSince1970: 1_551_398_399),
        changed: Date(timeIntervalSince1970: 1_709_164_800)
      )
      #expect(try dates("A") == kept)
      let reversed = Date(timeIntervalSince1970: 1_704_067_200)
      #expect(try dates("C") == ItemDates(added: reversed, changed: reversed))
      for sku in ["B", "D", "E"] {
        let dates = try #require(try dates(sku))
        #expect(dates.added >= start && dates.changed <= Date())
      }
    }
    // Who updates an item changes it now, and it was added when it was.
    #expect(try copy.importItems(fromFile: first, options: \.options).updated == 5)
    let item = try #require(try copy.item(sku: "A"))
    let dates = try #require(try copy.history(ofItem: item.id, movementLimit: 1).dates)
    #expect(dates.added == Date(timeIntervalSince1970: 1_551_398_399))
    #expect(dates.changed >= start)
  }

  @Test func `a file of JSON is what others can read`() throws {
    try database.importItems([.lamp, rope])
    let file = directory.path("out.json")
    try database.exportItems(toFile: file, options: ExportOptions(format: .json))
    struct File: Decodable, Equatable {
      var items: [[String: Value]]
    }
    enum Value: Decodable, Equatable {
      case text(String), number(Double), list([String]), null
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self =
          (try? .text(container.decode(String.self)))
          ?? (try? .number(container.decode(Double.self)))
          ?? (try? .list(container.decode([String].self))) ?? .null
      }
    }
    let data = try Data(contentsOf: URL(filePath: file))
    let items = try JSONDecoder().decode(File.self, from: data).items
    #expect(items.count == 2)
    #expect(items.last?["name"] == .text("Rope \"x\" <b>\u{1}"))
    #expect(items.last?["price"] == .number(1.5))
    #expect(items.last?["tags"] == .list(["red", "long one"]))
    #expect(items.first?["reorder level"] == .null)
  }

  @Test func `the reorder list has what is low and how much is missing`() throws {
    try database.importItems([
      rope, .drill.with { $0.reorderLevel = 3 }, .lamp.with { $0.reorderLevel = 2 }, .hammer,
    ])
    let file = directory.path("out.csv")
    let count = try database.exportItems(toFile: file, options: ExportOptions(.reorderList))
    #expect(count == 2)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\r\n")
    #expect(
      lines == [
        "name,sku,barcode,location,quantity,reorder level,missing,unit,price,currency",
        "Lamp,H-1/a b,,Living room,2,2,0,,34.00,",
        "\"Rope \"\"x\"\" <b>\u{1}\",R-1,4001,Cellar / Shelf 2,3,5,2,m,1.50,USD",
      ]
    )
  }

  @Test func `an export that is cancelled leaves what was there, and nothing else`() throws {
    struct Cancelled: Error {}
    try database.importItems((0..<1_500).map { Item(id: UUID(), name: "A", sku: "A-\($0)") })
    let folder = directory.url.appending(path: "exports")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "out.csv")
    try Data("old".utf8).write(to: file)
    #expect(throws: Cancelled.self) {
      try database.exportItems(
        toFile: file.path(percentEncoded: false),
        options: ExportOptions()
      ) { _ in throw Cancelled() }
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "old")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false)
    )
    #expect(files == ["out.csv"])
  }

  @Test func `an export through a link reaches what the link leads to`() throws {
    try database.importItems([.drill])
    let (file, link, dangling) = (
      directory.path("out.csv"), directory.path("link"), directory.path("dangling")
    )
    try Data().write(to: URL(filePath: file))
    for (link, target) in [(link, file), (dangling, directory.path("new.csv"))] {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      try database.exportItems(toFile: link, options: ExportOptions())
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      #expect(try String(contentsOfFile: target, encoding: .utf8).contains("T-100"))
    }
  }

  @Test func `an export to a pipe goes through it and leaves it a pipe`() async throws {
    try database.importItems([.drill])
    let pipe = directory.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // Open for reading and writing, so that neither side waits for the other.
    let reader = open(pipe, O_RDWR)
    defer { close(reader) }
    try database.exportItems(toFile: pipe, options: ExportOptions())
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).contains("T-100"))
    #expect(
      try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
        != .typeRegular
    )
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func `an export replaces no database, whatever leads to it`(ending: String) throws {
    try database.importItems([.drill])
    let link = directory.path("link")
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: database.path + ending
    )
    for path in [database.path + ending] + (ending == "-journal" ? [] : [link]) {
      let error = #expect(throws: FileError.self) {
        try database.exportItems(toFile: path, options: ExportOptions())
      }
      #expect(error?.description.hasPrefix("\(path): is a database") == true)
    }
    #expect(try InventoryDatabase(path: database.path).items().map(\.sku) == ["T-100"])
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path(""))
    #expect(files.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func `an export to a place that cannot be written is an error that names it`() throws {
    for file in [directory.path("missing/out.csv"), directory.path("")] {
      let error = #expect(throws: FileError.self) {
        try database.exportItems(toFile: file, options: ExportOptions())
      }
      #expect(error?.description.hasPrefix("\(file): cannot be written (") == true)
      #expect(error?.description.contains("expected a writable file") == true)
    }
  }
}

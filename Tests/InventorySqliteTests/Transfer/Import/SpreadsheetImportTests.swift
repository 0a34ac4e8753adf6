import Foundation
import InventoryTestSupport
import Spreadsheets
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Spreadsheets that are imported and exported. `ImportFixtureTests` has those of other programs.
@Suite struct SpreadsheetImportTests {
  let directory: TemporaryDirectory
  let database: InventoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    database = try InventoryDatabase(path: directory.path("inventory.sqlite"))
  }

  private static let fixtures = packageURL("Tests/Fixtures")

  private static func fixture(_ name: String) -> String {
    fixtures.appending(path: name).path(percentEncoded: false)
  }

  /// Writes a spreadsheet with a header and rows of texts and numbers.
  private func write(
    _ rows: [[SpreadsheetCell.Value]],
    header: [String] = ["name", "sku", "quantity"],
    as format: SpreadsheetFormat = .xlsx,
    named name: String = "list"
  ) throws -> String {
    let writer = try SpreadsheetWriter(format, sheetName: "My Things", header: header)
    for row in rows { try writer.write(row.map { SpreadsheetCell($0) }) }
    var bytes: [UInt8] = []
    try writer.finish { bytes += $0 }
    let path = directory.path(name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private func preview(_ path: String, sheet: String? = nil) throws -> ImportPreview {
    try ImportPreview(ImportFile(path, layout: ImportLayout(sheet: sheet)), locale: .plain)
  }

  // MARK: - Reading

  @Test(arguments: SpreadsheetFormat.allCases)
  func `a spreadsheet is recognised by its content, whatever its name`(
    format: SpreadsheetFormat
  ) throws {
    let file = try write([[.text("Saw"), .text("S-1"), .number("3")]], as: format, named: "a.csv")
    let summary = try database.importItems(fromFile: file, options: \.options)
    #expect(summary.added == 1)
    #expect(try database.item(sku: "S-1")?.quantity == 3)
  }

  @Test func `a number of a spreadsheet is never in doubt, but a text that looks like one is`()
    throws
  {
    let number = try write([[.text("Saw"), .text("S-1"), .number("1.000")]])
    #expect(try preview(number).options.numberQuestions == [])
    try database.importItems(fromFile: number, options: \.options)
    #expect(try database.item(sku: "S-1")?.quantity == 1)
    let text = try write([[.text("Saw"), .text("S-1"), .text("1.000")]])
    #expect(try preview(text).options.numberQuestions.map(\.example.text) == ["1.000"])
  }

  @Test func `cells that are missing at the end of a row are empty`() throws {
    let file = try write(
      [[.text("Saw"), .text("S-1")], [.text("Axe"), .text("A-1"), .empty, .empty]]
    )
    #expect(try database.importItems(fromFile: file, options: \.options).added == 2)
  }

  @Test func `a cell beyond the header is a problem of its row`() throws {
    let file = try write([[.text("Saw"), .text("S-1"), .number("1"), .text("more")]])
    let error = #expect(throws: ImportRejection.self) {
      try database.importItems(fromFile: file, options: \.options)
    }
    #expect(error?.description.contains("sheet “My Things”, cell D2: 4 fields") == true)
  }

  @Test func `a problem says the sheet and the cell`() throws {
    let file = try write([
      [.text("Saw"), .text("S-1"), .number("1")], [.text("Axe"), .text("A-1"), .text("few")],
    ])
    let error = #expect(throws: ImportRejection.self) {
      try database.importItems(fromFile: file, options: \.options)
    }
    let problem = """
      sheet “My Things”, cell C3: quantity “few” is not a quantity; expected a number from 0 with \
      at most 6 decimals, such as 12 or 0.5
      """
    #expect(error?.problems.map(\.text) == [problem])
    #expect(error?.description == "\(file), \(problem)")
    let summary = try database.importItems(fromFile: file) {
      var options = $0.options
      options.leavesOutProblems = true
      return options
    }
    #expect(summary.problems.map(\.text) == [problem])
  }

  @Test func `a repeated SKU is told with the row that has it first`() throws {
    let file = try write([[.text("Saw"), .text("S-1")], [.text("Axe"), .text("S-1")]])
    let error = #expect(throws: ImportRejection.self) {
      try database.importItems(fromFile: file, options: \.options)
    }
    #expect(error?.description.contains("cell A3: the SKU “S-1” is in row 2 already") == true)
  }

  @Test func `rows above the header are left out by their numbers`() throws {
    let file = try write(
      [
        [.text("made in March")], [], [.text("name"), .text("sku")], [.text("Saw"), .text("S-1")],
      ],
      header: ["My list"]
    )
    try database.importItems(
      fromFile: file,
      layout: ImportLayout(header: .line(4)),
      options: \.options
    )
    #expect(try database.item(sku: "S-1")?.name == "Saw")
  }

  @Test func `a spreadsheet without a header has columns with numbers`() throws {
    let file = try write([[.text("Axe"), .text("A-1")]], header: ["Saw", "S-1"])
    let summary = try database.importItems(
      fromFile: file,
      layout: ImportLayout(header: .none)
    ) {
      var options = $0.options
      options.mapping.set(.name, at: 0)
      options.mapping.set(.sku, at: 1)
      return options
    }
    #expect(summary.added == 2)
  }

  @Test func `an apostrophe in a cell belongs to its text`() throws {
    let file = try write([[.text("'=1"), .text("=1+1"), .number("1")]])
    try database.importItems(fromFile: file, options: \.options)
    #expect(try database.item(sku: "=1+1")?.name == "'=1")
  }

  @Test func `the empty spreadsheet says that it is empty`() throws {
    let file = try write([], header: [])
    let error = #expect(throws: CsvError.self) { try ImportFile(file) }
    #expect(error?.problem.contains("the file is empty") == true)
  }

  // MARK: - Sheets

  @Test(arguments: [nil, "Items & more", "items & MORE", "3"])
  func `a sheet is chosen by its name or number, and is the first visible one with content`(
    sheet: String?
  ) throws {
    let preview = try preview(
      Self.fixture("Spreadsheets/openpyxl-sheets.xlsx"),
      sheet: sheet
    )
    #expect(preview.header == ["name", "place", "note"])
    guard case .workbook(let workbook) = preview.format else {
      Issue.record("\(preview.format)")
      return
    }
    #expect(workbook.sheet.name == "Items & more")
    #expect(workbook.sheets.map(\.name) == ["Hidden", "Items & more", "Other"])
  }

  @Test(arguments: ["openpyxl-sheets.xlsx", "libreoffice-openpyxl-sheets.ods"])
  func `what is hidden or merged, and other sheets, are named`(name: String) throws {
    #expect(
      try preview(Self.fixture("Spreadsheets/\(name)")).fileNotes == [
        "The sheet “Items & more” is read. There is more in “Other”.",
        "1 row is hidden, and is read, too: row 4.",
        "These columns are hidden, and are read, too: C.",
        """
        Cells are merged, such as B2:B4: the first value is also that of the cells below it, and \
        not of those beside it.
        """,
      ]
    )
  }

  @Test func `another sheet is read when it is chosen in the window`() throws {
    let path = Self.fixture("Spreadsheets/openpyxl-sheets.xlsx")
    guard case .workbook(let workbook) = try preview(path).format else { return }
    let other = try #require(workbook.sheets.last)
    let file = try ImportFile(path, format: .workbook(workbook.reading(other)))
    #expect(file.header == ["other"])
    #expect(file.sheet == "Other")
  }

  @Test func `a sheet that is not there is an error`() throws {
    let error = #expect(throws: FileError.self) {
      try preview(Self.fixture("Spreadsheets/openpyxl-sheets.xlsx"), sheet: "Nothing")
    }
    #expect(error?.problem.contains("has no sheet “Nothing”") == true)
  }

  @Test func `a sheet of a file of CSV is an error`() throws {
    let path = directory.path("list.csv")
    try Data("name,sku\n".utf8).write(to: URL(filePath: path))
    let error = #expect(throws: FileError.self) { try preview(path, sheet: "1") }
    #expect(error?.problem.contains("is text, such as CSV; expected a spreadsheet") == true)
  }

  // MARK: - Other kinds of files

  @Test(arguments: [
    ("old.xls", "is a workbook of Excel before 2007"), ("page.xls", "is a web page"),
    ("flat.fods", "is XML"),
  ])
  func `a file that is no spreadsheet says what it is`(name: String, message: String) throws {
    let error = #expect(throws: FileError.self) {
      try ImportFile(Self.fixture("Spreadsheets/\(name)"))
    }
    #expect(error?.problem.hasPrefix(message) == true)
  }

  @Test func `half a spreadsheet says that its end is missing`() throws {
    let path = try write([[.text("Saw"), .text("S-1"), .number("1")]])
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
    let error = #expect(throws: FileError.self) { try ImportFile(path) }
    #expect(error?.problem.hasPrefix("is incomplete") == true)
  }

  // MARK: - Writing

  @Test(arguments: [FileFormat.xlsx, .ods])
  func `items are exported as a spreadsheet, and imported again as they were`(
    format: FileFormat
  ) throws {
    let items = [
      Item.drill, .hammer, .lamp,
      Item(
        id: .number(7),
        name: "=HYPERLINK(\"x\") <b>",
        sku: "0042",
        barcode: "4006381333931",
        quantity: 3,
        unit: "m",
        reorderLevel: 5,
        price: Money(millionths: 2_300),
        currency: "USD",
        location: "Cellar / Shelf 2",
        tags: ["red", "long one"],
        notes: "two\n\n  lines "
      ),
    ]
    try database.importItems(items)
    let file = directory.path("out.\(format.rawValue)")
    #expect(try database.exportItems(toFile: file, options: ExportOptions(format: format)) == 4)
    let copy = try InventoryDatabase.temporary()
    let summary = try copy.importItems(fromFile: file, options: \.options)
    #expect(summary.added == 4)
    let values = { (item: Item) in
      [
        item.name, item.sku, item.barcode, item.quantity.description, item.unit,
        item.reorderLevel?.description ?? "", item.price.text(decimals: 6), item.currency,
        item.location, item.tags.joined(separator: "|"), item.notes,
      ]
    }
    for item in items {
      let read = try #require(try copy.item(sku: item.sku))
      #expect(values(read) == values(item))
    }
    #expect(try preview(file).fileNotes == [])
  }

  @Test(arguments: [FileFormat.xlsx, .ods])
  func `an export that is cancelled leaves the old file`(format: FileFormat) throws {
    struct Cancelled: Error {}
    try database.importItems([.drill])
    let file = directory.path("out")
    try Data("old".utf8).write(to: URL(filePath: file))
    #expect(throws: Cancelled.self) {
      try database.exportItems(toFile: file, options: ExportOptions(format: format)) { _ in
        throw Cancelled()
      }
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
        .filter { $0.contains("out") } == ["out"]
    )
  }

  @Test func `a text that Excel cannot have is an error, and no file is written`() throws {
    try database.importItems([
      Item.drill.with { $0.notes = String(repeating: "x", count: 40_000) }
    ])
    let file = directory.path("out.xlsx")
    let error = #expect(throws: FileError.self) {
      try database.exportItems(toFile: file, options: ExportOptions(format: .xlsx))
    }
    #expect(error?.problem.contains("a text in row 2 is longer than Excel can have") == true)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `each ending says the format`() {
    for format in FileFormat.allCases {
      #expect(FileFormat(fileName: "A.B.\(format.rawValue.uppercased())") == format)
    }
    #expect(FileFormat(fileName: "xlsx") == .csv)
  }
}

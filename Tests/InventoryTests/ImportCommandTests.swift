import Foundation
import Testing

/// Imports on the command line.
@Suite struct `Importing on the command line` {
  let folder: TemporaryFolder
  var database: URL { folder.file("inventory.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func importFile(
    _ file: String,
    _ arguments: String...,
    input: URL? = nil,
    language: String = "en_GB.UTF-8"
  ) async throws -> Program.Outcome {
    try await Program.runWithoutDisplay(
      ["--database", database.path, "--import", file] + arguments,
      home: folder.url,
      input: input,
      environment: [
        "LC_ALL": language, "LANGUAGE": "en", "XDG_CONFIG_HOME": folder.file("config").path,
      ]
    )
  }

  private func items(_ columns: String = "sku, name") async throws -> [String] {
    try await Program.query(database, "SELECT \(columns) FROM item ORDER BY sku")
  }

  @Test func `Numbers in doubt end with status 2, and --decimal says what they are`() async throws {
    let csv = try folder.file("in.csv", "name;sku;quantity;unit\nMehl;M1;1.000;g\n")
    let refused = try await importFile(csv.path)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("line 2: quantity “1.000” can mean 1000 or 1"))
    #expect(refused.errors.contains("--decimal comma or --decimal point"))
    #expect(try await items() == [])
    for (mark, quantity) in [("comma", "1000000000"), ("point", "1000000")] {
      #expect(try await importFile(csv.path, "--decimal", mark).status == 0)
      #expect(try await items("quantityMillionths") == [quantity])
    }
    // In Germany, there is no doubt.
    #expect(try await importFile(csv.path, language: "de_DE.UTF-8").status == 0)
    #expect(try await items("quantityMillionths") == ["1000000000"])
  }

  @Test func `Prices of which only the user knows the currency name --currency, which says it`()
    async throws
  {
    let csv = try folder.file("in.csv", "Item,SKU,Price kr\nDesk,D-1,100\n")
    let refused = try await importFile(csv.path)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("such as --currency SEK"))
    #expect(try await importFile(csv.path, "--currency", "sek").status == 0)
    #expect(try await items("sku, currency") == ["D-1|SEK"])
    let unknown = try await importFile(csv.path, "--currency", "crowns")
    #expect(unknown.errors.contains("--currency expects a code such as SEK, not “CROWNS”."))
  }

  @Test
  func `Columns mean what was said in the window about an earlier file, unless --map says more`()
    async throws
  {
    let csv = try folder.file("in.csv", "Ding,Kiste,Farbe\nSaw,A-1,red\n")
    try FileManager.default.createDirectory(
      at: folder.file("config/inventory"),
      withIntermediateDirectories: true
    )
    _ = try folder.file(
      "config/inventory/app-storage.json",
      """
      {"columnsOfImports": [{
        "header": ["Ding", "Kiste", "Farbe"], "columns": ["name", "sku", null], "unmapped": "notes"
      }]}
      """
    )
    let first = try await importFile(csv.path)
    #expect(first.status == 0)
    #expect(
      first.errors.contains(
        "The columns are as you chose them for an earlier file; --map says otherwise, and "
          + "--no-remembered takes no notice."
      )
    )
    #expect(try await items("sku, name, notes") == ["A-1|Saw|Farbe: red"])
    let second = try await importFile(csv.path, "--map", "Farbe=tags", "--unmapped", "skip")
    #expect(second.status == 0)
    #expect(try await items("sku, name, tags") == ["A-1|Saw|red"])
    let third = try await importFile(csv.path, "--json", "--dry-run")
    let report = try JSONDecoder().decode(RememberedReport.self, from: Data(third.output.utf8))
    #expect(
      report.imported.rememberedColumns
        == [
          .init(name: "Ding", meaning: "name"), .init(name: "Kiste", meaning: "sku"),
          .init(name: "Farbe"),
        ]
    )
    let fourth = try await importFile(csv.path, "--no-remembered", "--json", "--dry-run")
    #expect(!fourth.errors.contains("earlier file"))
    #expect(fourth.errors.contains("“Kiste” is the location."))
    let other = try JSONDecoder().decode(RememberedReport.self, from: Data(fourth.output.utf8))
    #expect(other.imported.rememberedColumns == nil)
    // Another header is another file.
    let known = try folder.file("other.csv", "name,sku\nLamp,B\n")
    #expect(try await !importFile(known.path).errors.contains("earlier file"))
  }

  /// What the report of an import says about remembered columns.
  private struct RememberedReport: Decodable {
    struct Imported: Decodable {
      let rememberedColumns: [Column]?
    }

    struct Column: Decodable, Equatable {
      let name: String
      var meaning: String?
    }

    let imported: Imported
  }

  @Test func `Line breaks in names become spaces, and control characters are named by their place`()
    async throws
  {
    let csv = try folder.file("in.csv", "name,sku\n\"Long\nsaw\",A-1\nLamp,\"B\u{7}\"\n")
    let refused = try await importFile(csv.path)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains(
        "line 4, column 6: sku contains the control character U+0007; expected text"
      ),
      "\(refused.errors)"
    )
    let taken = try await importFile(csv.path, "--skip-bad-rows")
    #expect(
      taken.errors.contains(
        "Line breaks and tabs in the texts of 1 row are spaces in the inventory."
      )
    )
    #expect(try await items() == ["A-1|Long saw"])
  }

  @Test
  func `Texts that differ by case or accents only are named, and --unify takes them for the same`()
    async throws
  {
    let old = try folder.file("old.csv", "name,sku,location,tags\nSaw,ABC-1,Garage,Ä\n")
    #expect(try await !importFile(old.path).errors.contains("--unify"))
    let csv = try folder.file(
      "in.csv",
      "name,sku,location,tags\nSaw,abc-1,garage / Box,ä\nLamp,B,Attic,a\n"
    )
    let trial = try await importFile(csv.path, "--dry-run")
    for note in [
      "The SKU “abc-1” is like “ABC-1”, which an item has.",
      "The location “garage / Box” is like “Garage / Box”, which is there already.",
      "The tag “ä” is like “Ä”, which items have.",
      "--unify sku --unify tags --unify location takes such texts for the same.",
    ] {
      #expect(trial.errors.contains(note), "\(trial.errors)")
    }
    let taken = try await importFile(
      csv.path,
      "--unify",
      "sku",
      "--unify",
      "location",
      "--unify",
      "tags"
    )
    #expect(taken.status == 0)
    #expect(taken.errors.contains("“abc-1” is read as “ABC-1”."))
    #expect(try await items("sku, tags") == ["ABC-1|Ä", "B|Ä"])
    #expect(
      try await Program.query(database, "SELECT path FROM location ORDER BY path")
        == ["Attic", "Garage", "Garage / Box"]
    )
  }

  @Test func `A kind of similar texts that does not exist is refused`() async throws {
    let csv = try folder.file("in.csv", "sku,name\nA,Saw\n")
    let refused = try await importFile(csv.path, "--unify", "name")
    #expect(refused.status != 0)
    #expect(refused.errors.contains("--unify expects sku, tags or location, not “name”."))
  }

  @Test func `A database that is named by another URL is refused and not made`()
    async throws
  {
    let csv = try folder.file("in.csv", "sku,name\nA,Saw\n")
    let refused = try await Program.runWithoutDisplay(
      ["--database", "mysql://desk/inventory", "--import", csv.path],
      home: folder.url
    )
    #expect(refused.status == 2)
    #expect(refused.errors.contains("A database cannot be named by “mysql://”"))
    #expect(!FileManager.default.fileExists(atPath: "mysql:"))
  }

  @Test func `Columns get a meaning by name or number, and what is left out is named`()
    async throws
  {
    let csv = try folder.file("in.csv", "Asset Tag,Thing,qty,quantity,Colour\nA-1,Saw,3,4,red\n")
    let outcome = try await importFile(
      csv.path,
      "--map",
      "asset tag=sku",
      "--map",
      "2=name"
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("“Colour” is left out."))
    #expect(outcome.errors.contains("“qty” is left out: “quantity” is the quantity already."))
    #expect(try await items("sku, name, quantityMillionths") == ["A-1|Saw|4000000"])
    for (mapping, message) in [
      ("Tag=sku", "no column is “Tag”"), ("Asset Tag=code word", "“code word” is no meaning"),
      ("Asset Tag", "no equals sign"),
    ] {
      let outcome = try await importFile(csv.path, "--map", mapping)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test func `A file without a header, or with lines above it, is imported`() async throws {
    let plain = try folder.file("plain.csv", "Saw,S-1\nAxe,S-2\n")
    #expect(
      try await importFile(plain.path, "--no-header", "--map", "1=name", "--map", "2=sku").status
        == 0
    )
    #expect(try await items() == ["S-1|Saw", "S-2|Axe"])
    let titled = try folder.file("titled.csv", "My things, all of them\n\nname;sku\nLamp;S-3\n")
    #expect(try await importFile(titled.path, "--header-row", "3").status == 0)
    #expect(try await items().last == "S-3|Lamp")
    let both = try await importFile(plain.path, "--no-header", "--header-row", "2")
    #expect(both.status == 2)
  }

  @Test func `Rows that look like charges are imported if that is said`() async throws {
    let file = try folder.file("order.csv", "name,sku,price\nSaw,S-1,9\nShipping,S-2,4.90\n")
    let outcome = try await importFile(file.path)
    #expect(outcome.status == 0 && outcome.errors.contains("Line 3 is left out"))
    #expect(try await items() == ["S-1|Saw"])
    #expect(try await importFile(file.path, "--all-rows").status == 0)
    #expect(try await items() == ["S-1|Saw", "S-2|Shipping"])
  }

  @Test func `The encoding and the delimiter can be said`() async throws {
    let file = folder.file("in.txt")
    try Data("name|sku\n".utf8 + [0xA3, 0xF3, 0x64, 0x9F, 0x7C, 0x31, 0x0A]).write(to: file)
    let outcome = try await importFile(
      file.path,
      "--encoding",
      "cp1250",
      "--delimiter",
      "pipe"
    )
    #expect(outcome.status == 0)
    #expect(try await items() == ["1|Łódź"])
    let unknown = try await importFile(file.path, "--encoding", "klingon")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("klingon"))
  }

  @Test func `Bad rows are left out if that is said, and all problems are written`() async throws {
    let bad = (0..<300).map { "Bad,B-\($0),many\n" }.joined()
    let csv = try folder.file("in.csv", "name,sku,quantity\nSaw,S-1,2\n\(bad)")
    let problems = folder.file("problems.csv")
    let refused = try await importFile(csv.path, "--problems", problems.path)
    #expect(refused.status == 2)
    #expect(try await items() == [])
    let lines = try String(contentsOf: problems, encoding: .utf8).split(separator: "\r\n")
    #expect(lines.count == 301)
    #expect(lines.first == "line,column,problem,item")
    #expect(lines.last?.hasPrefix("302,11,") == true)
    #expect(lines.last?.hasSuffix(",Bad") == true)
    let outcome = try await importFile(csv.path, "--skip-bad-rows", "--problems", problems.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("1 item added, 300 left out because of problems"))
    #expect(try await items() == ["S-1|Saw"])
  }

  @Test func `A trial says what an import would do, and changes nothing`() async throws {
    let csv = try folder.file("in.csv", "name,sku\nSaw,S-1\nAxe,S-2\n")
    let outcome = try await importFile(csv.path, "--dry-run")
    #expect(outcome.status == 0)
    #expect(outcome.output == "Nothing was changed. An import: 2 items added\n")
    #expect(try await items() == [])
  }

  @Test func `Standard input is imported, and standard output has tabs if that is said`()
    async throws
  {
    let csv = try folder.file("in.csv", "name,sku\nSaw,S-1\n")
    #expect(try await importFile("-", input: csv).status == 0)
    #expect(try await items() == ["S-1|Saw"])
    let bad = try folder.file("bad.csv", "quantity,colour\n3,red\n")
    let refused = try await importFile("-", input: bad)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("standard input: no column is “name”"))
    #expect(refused.errors.contains("The columns are “quantity”, “colour”."))
    #expect(refused.errors.contains("--map “colour=name”"))
    let exported = try await Program.runWithoutDisplay(
      ["--database", database.path, "--export", "-", "--format", "tsv"],
      home: folder.url
    )
    #expect(exported.status == 0)
    #expect(exported.output.hasPrefix("name\tsku\tbarcode\t"))
    #expect(exported.output.contains("\nSaw\tS-1\t"))
  }

  @Test func `With --json, a program can read what was done, and why not`() async throws {
    struct Report: Decodable {
      struct Imported: Decodable {
        let file: String
        let isDryRun: Bool
        let added, updated, badRows: Int
        let problems: [Problem]
      }
      struct Problem: Decodable {
        let line: Int
        let item: String
      }
      struct Exported: Decodable { let items: Int }
      let imported: Imported?
      let exported: [Exported]
      let error: String?
    }
    func report(_ outcome: Program.Outcome) throws -> Report {
      try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }
    let csv = try folder.file("in.csv", "name,sku,quantity\nSaw,S-1,3\nFile,F-1,many\n")
    let refused = try await importFile(csv.path, "--json")
    #expect(refused.status == 2)
    let refusal = try report(refused)
    #expect(refusal.imported?.added == 0)
    #expect(refusal.imported?.problems.map(\.line) == [3])
    #expect(refusal.imported?.problems.map(\.item) == ["File"])
    #expect(refusal.error?.contains("quantity “many”") == true)
    #expect(try await items() == [])

    let trial = try report(try await importFile(csv.path, "--json", "--dry-run", "--skip-bad-rows"))
    #expect(trial.imported?.isDryRun == true)
    #expect(trial.imported?.added == 1)
    #expect(try await items() == [])

    let both = try await importFile(
      csv.path,
      "--json",
      "--skip-bad-rows",
      "--export",
      folder.file("out.csv").path
    )
    #expect(both.status == 0)
    #expect(try report(both).imported?.added == 1)
    #expect(try report(both).imported?.file == csv.path)
    #expect(try report(both).exported.map(\.items) == [1])
    #expect(try await importFile(csv.path, "--json", "--problems", "-").status == 2)
    #expect(try await importFile(csv.path, "--json", "--problems", "/dev/stdout").status == 2)

    let rejectedTrial = try report(try await importFile(csv.path, "--json", "--dry-run"))
    #expect(rejectedTrial.imported?.isDryRun == true)
    let unopened = try await Program.runWithoutDisplay(
      ["--database", "/dev/null/inventory.sqlite", "--import", csv.path, "--json"],
      home: folder.url
    )
    #expect(unopened.status == 2)
    #expect(try report(unopened).error?.isEmpty == false)
  }

  @Test func `A sheet of a spreadsheet is imported, and what is hidden or merged is named`()
    async throws
  {
    let fixtures = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../Fixtures/Spreadsheets").standardized
    let book = fixtures.appendingPathComponent("openpyxl-sheets.xlsx")
    let outcome = try await importFile(
      book.path,
      "--sheet",
      "Items & more",
      "--map",
      "note=sku",
      "--dry-run"
    )
    #expect(outcome.errors.contains("The sheet “Items & more” is read. There is more in “Other”."))
    #expect(outcome.errors.contains("1 row is hidden, and is read, too: row 4."))
    let missing = try await importFile(book.path, "--sheet", "Nothing")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("has no sheet “Nothing”"))
    let old = try await importFile(fixtures.appendingPathComponent("old.xls").path)
    #expect(old.status == 2)
    #expect(old.errors.contains("is a workbook of Excel before 2007 (.xls)"))
    let csv = try folder.file("list.xlsx", "name,sku\nSaw,S-1\n")
    #expect(try await importFile(csv.path).status == 0)
    let asked = try await importFile(csv.path, "--format", "xlsx")
    #expect(asked.status == 2)
    #expect(asked.errors.contains("is text, such as CSV; expected a spreadsheet"))
  }

  @Test func `A spreadsheet is exported by its name or format, and imported again`()
    async throws
  {
    let csv = try folder.file("in.csv", "name,sku,quantity,price\n=1+1,0042,3,12.50\n")
    #expect(try await importFile(csv.path).status == 0)
    for (file, format) in [("out.xlsx", nil), ("out.ods", nil), ("out", "ods")] {
      let exported = try await Program.runWithoutDisplay(
        ["--database", database.path, "--export", folder.file(file).path]
          + (format.map { ["--format", $0] } ?? []),
        home: folder.url
      )
      #expect(exported.status == 0)
      let copy = folder.file("copy-\(file).sqlite")
      let imported = try await Program.runWithoutDisplay(
        ["--database", copy.path, "--import", folder.file(file).path],
        home: folder.url
      )
      #expect(imported.status == 0)
      #expect(
        try await Program.query(copy, "SELECT sku, name, quantityMillionths FROM item")
          == ["0042|=1+1|3000000"]
      )
    }
  }

  @Test func `Items without a SKU are numbered, and the command says which`() async throws {
    let csv = try folder.file("in.csv", "name,quantity\nSaw,1\nAxe,2\n")
    let outcome = try await importFile(csv.path)
    #expect(
      outcome.output == "2 items added, 2 without a SKU are now ITEM-0001 to ITEM-0002\n"
    )
    #expect(try await items() == ["ITEM-0001|Saw", "ITEM-0002|Axe"])
    #expect(try await importFile(csv.path).output == "2 items updated\n")
  }

  @Test func `A first row in doubt ends with status 2, and options say what it is`() async throws {
    let csv = try folder.file("in.csv", "Hammer,Oak\nChisel,Steel\n")
    let refused = try await importFile(csv.path)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--header-row 1 or --no-header"))
    #expect(try await importFile(csv.path, "--no-header", "--map", "1=name").status == 0)
    #expect(try await items("name") == ["Hammer", "Chisel"])
    // Who names a column by the first row says what it is, too.
    #expect(try await importFile(csv.path, "--map", "hammer=name").status == 0)
  }

  @Test func `Columns without a meaning go to the notes, and rows that are none are named`()
    async throws
  {
    let csv = try folder.file(
      "in.csv",
      "My things,,\n,,\nname,sku,Colour\nSaw,S-1,red\nAxe,A-1,\n,,\nAs counted by Ann,,\n"
    )
    let outcome = try await importFile(csv.path, "--unmapped", "notes")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("Line 1 is left out: “My things”."))
    #expect(outcome.errors.contains("Line 7 is left out: “As counted by Ann”."))
    #expect(outcome.errors.contains("“Colour” goes to the notes."))
    #expect(try await items("sku, notes") == ["A-1|", "S-1|Colour: red"])
  }

  @Test func `After an import, the file alone has everything`() async throws {
    let csv = try folder.file("in.csv", "name,sku\nSaw,S-1\n")
    #expect(try await importFile(csv.path).status == 0)
    let log = URL(fileURLWithPath: database.path + "-wal")
    #expect((try? Data(contentsOf: log))?.isEmpty != false)
    let copy = folder.file("copy.sqlite")
    try FileManager.default.copyItem(at: database, to: copy)
    #expect(try await Program.query(copy, "SELECT sku FROM item") == ["S-1"])
  }
}

import Foundation
import TestSupport
import Testing

/// Imports in the window, as a person does it.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct `Importing in the window` {
  let folder: TemporaryFolder
  var database: URL { folder.file("inventory.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Opens the program, and in it the sheet in which a file is imported.
  private func openImport(
    of file: URL,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Desktop {
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path], sourceLocation: sourceLocation)
    try await desktop.press("Import…", sourceLocation: sourceLocation)
    try await desktop.choose(file, in: "Import Items", sourceLocation: sourceLocation)
    return desktop
  }

  @Test func `A file with a bad row is looked at, refused, and imported without the row`()
    async throws
  {
    let csv = try folder.file(
      "stock.csv",
      """
      Artikel;Art.-Nr.;Bestand;Einzelpreis;Lagerort
      "Hammer <b>bold</b> &amp; more";HAM-1;2;18,90;Werkstatt
      Schrauben;SCR-1;viele;7,90;Werkstatt
      Tasse;CUP-1;8;6,40;Küche
      """
    )
    let desktop = try await openImport(of: csv)
    let problem = """
      Schrauben: quantity “viele” is not a quantity; expected a number from 0 with at most 6 \
      decimals, such as 12 or 0,5
      """
    try await desktop.find(.label, problem)
    try await desktop.find(.label, "Line 3")
    try await desktop.find(
      .label,
      "Leave out the rows with problems, or correct the file and read it again."
    )
    try await desktop.find(.button, "Read Again")
    try await desktop.screenshot("import-problems")
    #expect(try await Program.query(database, "SELECT count(*) FROM item") == ["0"])

    try await desktop.click(.label, "Leave Out Rows with Problems")
    try await desktop.find(.label, "New Items")
    // What the file is stands below; the keyboard brings it into sight.
    try await desktop.tab(to: "Semicolon")
    try await desktop.tab(to: "UTF-8")
    try await desktop.press("Import")
    try await desktop.find(.label, "2 items added, 1 left out because of problems")
    try await desktop.screenshot("import-finished")

    // The texts of the file are texts, and no markup.
    try await desktop.click(.label, "Hammer <b>bold</b> &amp; more")
    try await desktop.window("Hammer <b>bold</b> &amp; more")
    try await desktop.tab(to: "Delete")
    try await desktop.press("Delete")
    try await desktop.find(.button, "Cancel")
    let labels = try await desktop.labels()
    #expect(labels.contains { $0.contains("Hammer <b>bold</b> &amp; more") }, "\(labels)")
    try await desktop.press("Cancel")
    #expect(
      try await Program.query(database, "SELECT sku, priceMillionths / 1000 FROM item ORDER BY sku")
        == ["CUP-1|6400", "HAM-1|18900"]
    )

    try await desktop.gone(.button, "Cancel")
    try await desktop.key("Escape")
    try await desktop.window("Inventory")
    try await desktop.key("ctrl+z")
    try await desktop.find(.label, "Import taken back")
    try await desktop.find(.label, "Your Inventory Is Empty")
    #expect(try await Program.query(database, "SELECT count(*) FROM item") == ["0"])
    try await desktop.key("ctrl+shift+z")
    try await desktop.find(.label, "2 items added, 1 left out because of problems")
    try await desktop.find(.label, "Tasse")
  }

  @Test func `Half a kilogram is imported, a quarter is booked out, and a quarter is left`()
    async throws
  {
    let csv = try folder.file(
      "pantry.csv",
      "name,sku,quantity,unit,reorder level\nFlour,F-1,0.5,kg,0.1\nCrisps,C-1,1,bags,\n"
        + "Rice,R-1,2.50,bag,\n"
    )
    let desktop = try await openImport(of: csv)
    try await desktop.find(.label, "Comma")
    try await desktop.screenshot("fractions-import")
    try await desktop.press("Import")
    try await desktop.find(.label, "3 items added")
    // Units are in the plural of their quantities.
    try await desktop.find(.label, "1 bag")
    try await desktop.find(.label, "2.5 bags")
    try await desktop.find(.label, "0.5 kg")
    try await desktop.screenshot("fractions-list")
    try await desktop.click(.label, "Flour")
    try await desktop.window("Flour")
    try await desktop.press("Change Quantity…")
    try await desktop.focused("Amount")
    try await desktop.click(.label, "Received")
    for key in ["Down", "Return"] { try await desktop.key(key) }
    try await desktop.enter("0.6", into: "Amount")
    try await desktop.find(.label, "There are only 0.5.")
    try await desktop.enter("0.25", into: "Amount")
    try await desktop.find(.label, "In stock: 0.5 kg, afterwards 0.25.")
    try await desktop.screenshot("fractions-booking")
    try await desktop.press("Save")
    try await desktop.find(.label, "0.25 kg")
    try await desktop.tab(to: "Delete")
    try await desktop.find(.label, "-0.25")
    try await desktop.screenshot("fractions-history")
    let movements = try await Program.query(
      database,
      """
      SELECT reason, deltaMillionths, quantityMillionths
      FROM movement JOIN item ON key = itemKey WHERE sku = 'F-1'
      """
    )
    #expect(movements == ["counted|500000|250000", "used|-250000|250000"])
    try await desktop.key("ctrl+z")
    try await desktop.find(.label, "Quantity of “Flour” changed back")
    try await desktop.key("ctrl+shift+z")
    try await desktop.find(.label, "Quantity of “Flour” changed")
    let file = folder.file("out.csv")
    let exported = try await Program.runWithoutDisplay(
      ["--database", database.path, "--export", file.path],
      home: folder.url
    )
    #expect(exported.status == 0, "\(exported)")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("Flour,F-1,,0.25,kg,0.1,"))
  }

  @Test func `Numbers that can be read in two ways are asked about before an import`() async throws
  {
    let csv = try folder.file("list.csv", "name;sku;quantity;unit\nMehl;M1;1.000;g\n")
    let desktop = try await openImport(of: csv)
    try await desktop.find(.label, "Line 2, Quantity: “1.000” is 1000 or 1 (Mehl)")
    try await desktop.find(
      .label,
      "Choose what the number is before you import. The file does not tell."
    )
    try await desktop.screenshot("import-numbers-in-doubt")
    try await desktop.click(.label, "Choose…")
    for key in ["Down", "Down", "Return"] { try await desktop.key(key) }
    try await desktop.find(
      .label,
      "All other numbers that can be read in two ways are read in the same way."
    )
    try await desktop.screenshot("import-numbers-answered")
    try await desktop.press("Import")
    try await desktop.find(.label, "1 item added")
    #expect(
      try await Program.query(database, "SELECT quantityMillionths FROM item") == ["1000000000"]
    )
  }

  @Test func `A file with other names for its columns is imported once they are chosen`()
    async throws
  {
    let csv = try folder.file("list.csv", "Ding,Dong,Menge\nHammer,Oak,5\n")
    let desktop = try await openImport(of: csv)
    try await desktop.find(.label, "Choose the column with the Name.")
    // By keyboard: the choice may be below the lower edge of the screen.
    try await desktop.tab(to: "Leave Out")
    try await desktop.screenshot("import-columns")
    for key in ["space", "Down", "Return"] { try await desktop.key(key) }
    try await desktop.gone(.label, "Choose the column with the Name.")
    try await desktop.press("Import")
    try await desktop.find(.label, "1 item added, 1 without a SKU is now ITEM-0001")
    #expect(try await Program.query(database, "SELECT sku, name FROM item") == ["ITEM-0001|Hammer"])
  }

  @Test func `A file is read again with another separator, and with the right one`() async throws {
    let csv = try folder.file("list.csv", "Name,SKU\nHammer,H-1\n")
    let desktop = try await openImport(of: csv)
    try await desktop.find(.label, "2 of 2")
    try await desktop.click(.label, "Comma")
    for key in ["Down", "Return"] { try await desktop.key(key) }
    try await desktop.find(.label, "Semicolon")
    try await desktop.find(.label, "0 of 1")
    try await desktop.find(.label, "Choose the column with the Name.")
    try await desktop.screenshot("import-separator")
    try await desktop.click(.label, "Semicolon")
    for key in ["Up", "Return"] { try await desktop.key(key) }
    try await desktop.find(.label, "2 of 2")
    try await desktop.press("Import")
    try await desktop.find(.label, "1 item added")
    #expect(try await Program.query(database, "SELECT sku, name FROM item") == ["H-1|Hammer"])
  }

  @Test func `A sheet of a spreadsheet is chosen, and what is hidden or merged is named`()
    async throws
  {
    let fixture = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../Fixtures/Spreadsheets/openpyxl-sheets.xlsx").standardized
    // By content, whatever the name.
    let file = folder.file("list.csv")
    try FileManager.default.copyItem(at: fixture, to: file)
    let desktop = try await openImport(of: file)
    try await desktop.find(.label, "These columns are hidden, and are read, too: C.")
    try await desktop.screenshot("import-spreadsheet")
    try await desktop.click(.label, "Items & more")
    for key in ["Down", "Return"] { try await desktop.key(key) }
    try await desktop.find(.label, "The sheet “Other” is read. There is more in “Items & more”.")
    try await desktop.gone(.label, "These columns are hidden, and are read, too: C.")
  }

  @Test func `Quitting, and closing the sheet, ask before they end an import`() async throws {
    // In a debug build, a quarter of a minute of work, which nothing here waits for.
    let rows = (0..<100_000).map { "A thing with the number \($0),T-\($0)\n" }.joined()
    let csv = try folder.file("large.csv", "Name,SKU\n" + rows)
    let desktop = try await openImport(of: csv)
    try await desktop.find(.label, "Comma")
    try await desktop.press("Import")
    try await desktop.find(.label, "Importing large.csv")
    try await desktop.key("ctrl+q")
    try await desktop.find(.label, "Stop the import?")
    try await desktop.screenshot("import-stop")
    try await desktop.press("Keep Importing")
    try await desktop.gone(.label, "Stop the import?")
    try await desktop.find(.label, "Importing large.csv")
    try await desktop.key("ctrl+w")
    try await desktop.find(.label, "Stop the import?")
    try await desktop.press("Stop")
    try await desktop.gone(.label, "Importing large.csv")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)
    #expect(try await Program.query(database, "SELECT count(*) FROM item") == ["0"])
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `What was typed is there after a full disk, and is saved once there is space`()
    async throws
  {
    let disk = try SmallDisk()
    let database = URL(fileURLWithPath: disk.path("inventory.sqlite"))
    let csv = try folder.file("in.csv", "name,sku\nHammer,H-1\n")
    let imported = try await Program.runWithoutDisplay(
      ["--database", database.path, "--import", csv.path],
      home: folder.url
    )
    try #require(imported.status == 0, "\(imported)")
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.click(.label, "Hammer")
    try await desktop.window("Hammer")
    try await desktop.press("Edit")
    try await desktop.enter("Sledge", into: "Name")
    try disk.fill()
    try await desktop.press("Save")
    try await desktop.find(.label, "The item could not be saved")
    try await desktop.screenshot("full-disk")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "The item could not be saved")
    #expect(try await desktop.text(of: "Name") == "Sledge")
    try disk.clear()
    try await desktop.press("Save")
    try await desktop.window("Sledge")
    #expect(try await Program.query(database, "SELECT name FROM item") == ["Sledge"])
  }
}

/// Imports and exports on the command line.
@Suite struct `Importing and exporting on the command line` {
  let folder: TemporaryFolder
  var database: URL { folder.file("inventory.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.runWithoutDisplay(
      ["--database", database.path] + arguments,
      home: folder.url
    )
  }

  @Test func `Every bad row is told with its line, nothing is imported, and the status is 2`()
    async throws
  {
    let csv = try folder.file(
      "bad.csv",
      "name;sku;quantity\nA;A-1;1\nB;B-1;many\n;C-1;1\nD;D-1;2;x\n"
    )
    let outcome = try await run("--import", csv.path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[3].contains("--skip-bad-rows"))
    #expect(lines[4].contains("--duplicates add"))
    for (line, number) in zip(lines, [3, 4, 5]) {
      #expect(line.contains("\(csv.path), line \(number), column "))
    }
    #expect(try await Program.query(database, "SELECT count(*) FROM item") == ["0"])
  }

  @Test(arguments: [
    ("skip", ["A-1|Hammer", "B-1|Saw"]), ("update", ["A-1|Mallet", "B-1|Saw"]),
    ("add", ["A-1|Hammer", "A-1-2|Mallet", "B-1|Saw"]),
  ])
  func `Duplicates are skipped, updated or added`(policy: String, items: [String]) async throws {
    let first = try folder.file("first.csv", "name,sku\nHammer,A-1\n")
    let second = try folder.file("second.csv", "name,sku\nMallet,A-1\nSaw,B-1\n")
    #expect(try await run("--import", first.path).status == 0)
    let outcome = try await run("--import", second.path, "--duplicates", policy)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "No column has quantities: there are 0 of each new item.\n")
    #expect(
      try await Program.query(database, "SELECT sku, name FROM item ORDER BY sku") == items
    )
  }

  @Test func `An unknown way with duplicates, or an unknown format, is refused`() async throws {
    let csv = try folder.file("in.csv", "name,sku\nHammer,A-1\n")
    for arguments in [["--duplicates", "lose"], ["--format", "xls"]] {
      let outcome = try await Program.runWithoutDisplay(
        ["--database", database.path, "--import", csv.path] + arguments,
        home: folder.url
      )
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(arguments[1]))
    }
  }

  @Test func `The extension or an option says the format; the reorder list has what is missing`()
    async throws
  {
    let csv = try folder.file(
      "in.csv",
      "name,sku,quantity,reorder level\nHammer,A-1,1,4\nSaw,B-1,9,4\n"
    )
    let json = folder.file("out.json")
    let other = folder.file("other")
    let list = folder.file("list.csv")
    #expect(try await run("--import", csv.path, "--export", json.path).status == 0)
    #expect(try await run("--export", other.path, "--format", "json").status == 0)
    #expect(try await run("--reorder-list", list.path).output == "1 item written\n")
    let text = try String(contentsOf: json, encoding: .utf8)
    #expect(text.contains("\"sku\": \"A-1\""))
    #expect(try String(contentsOf: other, encoding: .utf8) == text)
    #expect(
      try String(contentsOf: list, encoding: .utf8).split(separator: "\r\n").last
        == "Hammer,A-1,,,1,4,3,,0.00,"
    )
    let copy = folder.file("copy.sqlite")
    let imported = try await Program.runWithoutDisplay(
      ["--database", copy.path, "--import", json.path],
      home: folder.url
    )
    #expect(imported.output == "2 items added\n")
  }

  @Test(arguments: ["pipe", "/dev/zero", "/proc/self/status", ""])
  func `What is no regular file is refused at once`(name: String) async throws {
    let path = name.hasPrefix("/") ? name : folder.file(name).path
    if name == "pipe" { try #require(mkfifo(path, 0o600) == 0) }
    for arguments in [["--import", path], ["--database", path, "--export", "/dev/null"]] {
      let outcome = try await Program.runWithoutDisplay(
        arguments[0] == "--import" ? ["--database", database.path] + arguments : arguments,
        home: folder.url
      )
      #expect(outcome.status == 2, "\(arguments)")
      // Of a database, the folder is looked at first.
      let named = arguments[0] == "--database" && name.hasPrefix("/proc") ? "/proc/self/" : path
      #expect(outcome.errors.contains(named), "\(outcome.errors)")
    }
  }

  @Test func `Nothing in a file controls the terminal`() async throws {
    let csv = try folder.file("\u{1B}[31m.csv", "name,sku,quantity\nSaw,A-1,\u{1B}]0;x\u{7}\n")
    let outcome = try await run("--import", csv.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("the control character U+001B"), "\(outcome.errors)")
    #expect(outcome.errors.contains("\\u{1B}[31m.csv"))
    #expect(!outcome.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test func `Formulas are escaped if the command line says so, and only their owner reads files`()
    async throws
  {
    let csv = try folder.file("in.csv", "name,sku\n=1+1,A-1\n")
    let plain = folder.file("plain.csv")
    let escaped = folder.file("escaped.csv")
    #expect(try await run("--import", csv.path, "--export", plain.path).status == 0)
    #expect(try await run("--escape-formulas", "--export", escaped.path).status == 0)
    #expect(try String(contentsOf: plain, encoding: .utf8).contains("\r\n=1+1,"))
    #expect(try String(contentsOf: escaped, encoding: .utf8).contains("\r\n'=1+1,"))
    for file in [plain, escaped, database] {
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
      #expect(mode as? Int == 0o600, "\(file.path)")
    }
  }

  @Test func `The standard output can be the file`() async throws {
    let csv = try folder.file("in.csv", "name,sku\nHammer,A-1\n")
    #expect(try await run("--import", csv.path).status == 0)
    let outcome = try await run("--export", "/dev/stdout")
    #expect(outcome.output.hasPrefix("name,sku,"))
    #expect(outcome.output.hasSuffix("\r\n"))
  }

  @Test(arguments: ["/dev/stdout", "-", "/dev/fd/1"])
  func `What else goes to the standard output stays in its file`(target: String) async throws {
    let csv = try folder.file("in.csv", "name,sku\nHammer,A-1\n")
    #expect(try await run("--import", csv.path).status == 0)
    let file = folder.file("all.txt").path
    let export = "'\(Program.url.path)' --database '\(database.path)' --format csv --export"
    let outcome = try await Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c",
        """
        echo former > '\(file)'; { echo first; \(export) \(target); echo last; } >> '\(file)'
        """,
      ],
      environment: Program.environment
    )
    #expect(outcome.status == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("former\nfirst\nname,sku,"))
    #expect(text.contains("Hammer,A-1"))
    #expect(text.hasSuffix("\r\nlast\n"))
  }

  @Test func `A renamed file and its folder are on the disk before the program ends`() async throws
  {
    let csv = try folder.file("in.csv", "name,sku\nHammer,A-1\n")
    #expect(try await run("--import", csv.path).status == 0)
    let calls = folder.file("calls.txt").path
    let outcome = try await Program.run(
      URL(fileURLWithPath: "/usr/bin/strace"),
      [
        "-f", "-y", "-o", calls, "-e", "trace=fsync,rename", Program.url.path, "--database",
        database.path, "--export", folder.file("out.csv").path,
      ],
      environment: Program.environment
    )
    // Some containers do not let a process look at another one.
    guard outcome.status == 0 else {
      #expect(outcome.errors.contains("ptrace"))
      return
    }
    let lines = try String(contentsOfFile: calls, encoding: .utf8).split(separator: "\n")
    let rename = try #require(lines.firstIndex { $0.contains("rename(") && $0.contains("out.csv") })
    #expect(lines[..<rename].contains { $0.contains("fsync(") })
    let folders = lines[rename...].filter { $0.contains("fsync(") }
    #expect(
      folders.contains { $0.contains(folder.file("out.csv").deletingLastPathComponent().path) }
    )
  }

  @Test func `Progress is a line on a terminal`() async throws {
    let rows = (0..<60_000).map { "Thing \($0),B-\($0),\($0)\n" }.joined()
    let csv = try folder.file("in.csv", "name,sku,quantity\n" + rows)
    let command =
      "'\(Program.url.path)' --database '\(database.path)' --import '\(csv.path)'"
    let outcome = try await Program.run(
      URL(fileURLWithPath: "/usr/bin/script"),
      ["--quiet", "--return", "--command", command, "/dev/null"],
      environment: ProcessInfo.processInfo.environment
    )
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Importing: "))
    #expect(outcome.output.contains(" rows"))
    #expect(outcome.output.contains("60000 items added"))
  }
}

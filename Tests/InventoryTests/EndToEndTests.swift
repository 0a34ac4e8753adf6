import Foundation
import Testing

/// Starts the built program as a user does and uses it through the accessibility bus, the keyboard
/// and the pointer; what it saved is read from the outside.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct `The program on a desktop` {
  let folder: TemporaryFolder
  var database: URL { folder.file("inventory.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Three items in two locations.
  func importItems() async throws {
    let csv = try folder.file(
      "items.csv",
      """
      name,sku,quantity,price,location,notes
      Claw hammer,HAM-1,2,18.90,Workshop,Hickory handle
      Wood screws,SCR-1,5,7.90,Workshop,
      Espresso cup,CUP-1,8,6.40,Kitchen,"Blue, chipped"

      """
    )
    let outcome = try await Program.runWithoutDisplay(
      ["--database", database.path, "--import", csv.path],
      home: folder.url
    )
    try #require(outcome.status == 0, "\(outcome)")
  }

  private func savedItems() async throws -> [String] {
    try await Program.query(
      database,
      """
      SELECT item.sku, item.name, quantityMillionths / 1000000, priceMillionths / 10000,
        location.name, notes
      FROM item LEFT JOIN location ON location.id = locationID ORDER BY item.sku
      """
    )
  }

  @Test func `Open, edit, go back, delete and add; all is saved and there after a restart`()
    async throws
  {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.window("Inventory")
    try await desktop.find(.label, "Claw hammer")
    try await desktop.screenshot("list")

    // Open an item and edit it in the sheet.
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
    try await desktop.screenshot("detail")
    try await desktop.press("Edit")
    #expect(try await desktop.text(of: "Name") == "Claw hammer")
    try await desktop.screenshot("sheet")
    try await desktop.enter("Sledge hammer", into: "Name")
    try await desktop.press("Save")
    try await desktop.gone(.button, "Save")
    try await desktop.window("Sledge hammer")

    // Back: with the button, with Alt+Left, with Escape.
    try await desktop.press("Back")
    try await desktop.window("Inventory")
    for keys in ["alt+Left", "Escape"] {
      try await desktop.click(.label, "Sledge hammer")
      try await desktop.window("Sledge hammer")
      try await desktop.key(keys)
      try await desktop.window("Inventory")
    }

    // Delete, first thinking better of it.
    try await desktop.click(.label, "Wood screws")
    try await desktop.window("Wood screws")
    // The button is at the end of the page.
    try await desktop.tab(to: "Delete")
    try await desktop.press("Delete")
    try await desktop.press("Cancel")
    try await desktop.gone(.button, "Cancel")
    try await desktop.window("Wood screws")
    try await desktop.tab(to: "Delete")
    try await desktop.press("Delete")
    try await desktop.find(.button, "Cancel")
    try await desktop.screenshot("delete")
    try await desktop.press("Delete")
    try await desktop.window("Inventory")
    try await desktop.gone(.label, "Wood screws")

    // Add.
    try await desktop.press("Add Item")
    try await desktop.enter("Spring clamp", into: "Name")
    try await desktop.enter("CLA-1", into: "SKU")
    try await desktop.enter("2.20", into: "Price")
    try await desktop.enter("Workshop", into: "Location")
    try await desktop.press("Save")
    try await desktop.gone(.button, "Save")
    try await desktop.find(.label, "Spring clamp")

    // Close, and look from the outside.
    try await desktop.press("Close")
    #expect(try await desktop.exitStatus() == 0)
    let saved = [
      "CLA-1|Spring clamp|0|220|Workshop|",
      "CUP-1|Espresso cup|8|640|Kitchen|Blue, chipped",
      "HAM-1|Sledge hammer|2|1890|Workshop|Hickory handle",
    ]
    #expect(try await savedItems() == saved)

    // Start again.
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Sledge hammer")
    try await desktop.find(.label, "Spring clamp")
    try await desktop.gone(.label, "Wood screws")
    #expect(try await savedItems() == saved)
  }

  @Test func `The keyboard alone leads everywhere`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")

    // From the list to an item, to its location, to another item there, and all the way back.
    try await desktop.key("Return")
    try await desktop.window("Claw hammer")
    try await desktop.tab(to: "Location Workshop")
    try await desktop.key("Return")
    try await desktop.window("Workshop")
    try await desktop.find(.label, "Wood screws")
    // Tab leads to the list, and the arrow keys from row to row.
    try await desktop.tab(to: "Claw hammer")
    try await desktop.key("Down")
    try await eventually { try await desktop.focusedName().hasPrefix("Wood screws") }
    try await desktop.key("Return")
    try await desktop.window("Wood screws")
    for title in ["Workshop", "Claw hammer", "Inventory"] {
      try await desktop.key("Escape")
      try await desktop.window(title)
    }

    // Edit the next one, and delete it.
    try await desktop.key("Down")
    try await desktop.key("Return")
    try await desktop.window("Espresso cup")
    try await desktop.tab(to: "Edit")
    try await desktop.key("space")
    try await desktop.window("Edit Item")
    try await desktop.tab(to: "Name")
    try await desktop.key("ctrl+a")
    // Letters that are on every keyboard: a busy machine may lose others, for which xdotool changes
    // the keys for a moment.
    let name = "Blue cup"
    try await desktop.type(name)
    try await desktop.key("Return")
    try await desktop.window(name)
    #expect(try await savedItems().contains("CUP-1|\(name)|8|640|Kitchen|Blue, chipped"))
    try await desktop.tab(to: "Delete")
    try await desktop.key("Return")
    try await desktop.find(.button, "Cancel")
    try await desktop.tab(to: "Delete")
    try await desktop.key("Return")
    try await desktop.window("Inventory")
    try await desktop.gone(.label, name)
    #expect(try await savedItems().count == 2)
  }

  @Test func `The pages below are a secondary click, a long press or a key away`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")

    /// From the list to an item, to its location, to another item there.
    func goDeep() async throws {
      try await desktop.click(.label, "Claw hammer")
      try await desktop.window("Claw hammer")
      try await desktop.tab(to: "Location Workshop")
      try await desktop.key("Return")
      try await desktop.window("Workshop")
      // The page that slides away has a link to the same item.
      try await desktop.gone(.label, "SKU")
      try await desktop.click(.label, "Wood screws")
      try await desktop.window("Wood screws")
    }

    try await goDeep()
    try await desktop.click(.button, "Back", button: 3)
    try await desktop.findMenuEntry("Workshop")
    try await desktop.screenshot("history")
    try await desktop.key("Down")
    try await desktop.key("Return")
    try await desktop.window("Claw hammer")
    // The button of the mouse that goes back.
    if Desktop.isWayland {
      try await desktop.key("alt+Left")
    } else {
      try await desktop.click(.label, "SKU", button: 8)
    }
    try await desktop.window("Inventory")

    try await goDeep()
    try await desktop.hold(.button, "Back")
    try await desktop.findMenuEntry("Workshop")
    try await desktop.release()
    // Letting go is no click on the button.
    try await desktop.window("Wood screws")
    try await desktop.key("Escape")
    try await desktop.window("Wood screws")
    try await desktop.key("Escape")
    try await desktop.window("Workshop")
    for title in ["Claw hammer", "Inventory"] {
      try await desktop.key("Escape")
      try await desktop.window(title)
    }

    try await goDeep()
    try await desktop.tab(to: "Back")
    try await desktop.key("shift+F10")
    try await desktop.findMenuEntry("Workshop")
    try await desktop.key("Down")
    try await desktop.key("Return")
    try await desktop.window("Claw hammer")
    try await desktop.key("Escape")
    try await desktop.window("Inventory")
    try await desktop.press("Close")
    #expect(try await desktop.exitStatus() == 0)
  }

  @Test func `A link opens the page and its sheet, with the list beneath`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch([
      "--database", database.path, "--open", "inventory://items/CUP-1/edit",
    ])
    #expect(try await desktop.text(of: "Name") == "Espresso cup")
    try await desktop.press("Cancel")
    try await desktop.gone(.button, "Cancel")
    try await desktop.window("Espresso cup")
    try await desktop.press("Back")
    try await desktop.window("Inventory")
    try await desktop.find(.label, "Claw hammer")
  }

  @Test func `A link that leads nowhere is told in the window`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "inventory://items/NOPE"])
    try await desktop.find(.label, "The link cannot be opened")
    try await desktop.screenshot("dead-link")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "The link cannot be opened")
    try await desktop.find(.label, "Claw hammer")
  }

  @Test func `A change of the quantity is booked and stands in the history`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
    try await desktop.press("Change Quantity…")
    try await desktop.focused("Amount")
    try await desktop.enter("3", into: "Amount")
    try await desktop.enter("Delivery 12", into: "Note")
    try await desktop.screenshot("booking")
    try await desktop.press("Save")
    try await desktop.gone(.button, "Save")
    // The history is at the end of the page.
    try await desktop.tab(to: "Delete")
    try await desktop.find(.label, "+3")
    try await desktop.find(.label, "Received – Delivery 12")
    try await desktop.screenshot("history-of-item")
    let movements = try await Program.query(
      database,
      """
      SELECT reason, deltaMillionths / 1000000, quantityMillionths / 1000000
      FROM movement JOIN item ON key = itemKey WHERE sku = 'HAM-1'
      """
    )
    #expect(movements == ["counted|2|5", "received|3|5"])
  }

  @Test func `A backup of the day can be restored`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    let backups = folder.file("inventory.sqlite.backups")
    try await eventually {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: backups.path)) ?? []
      return files.contains { $0.hasSuffix(".sqlite") }
    }
    try await Program.change(database, "DELETE FROM item WHERE sku = 'HAM-1'")
    try await desktop.gone(.label, "Claw hammer")
    try await desktop.click(.button, "Main Menu")
    try await desktop.findMenuEntry("Import, Export, Backups")
    try await desktop.tab(to: "Import, Export, Backups")
    try await desktop.key("Return")
    try await desktop.findMenuEntry("Restore from Backup…")
    try await desktop.screenshot("submenu")
    try await desktop.tab(to: "Restore from Backup")
    try await desktop.key("Return")
    try await desktop.find(.label, "3 items: Claw hammer, Espresso cup, Wood screws")
    try await desktop.find(.label, "Checked, no damage found")
    try await desktop.screenshot("backups")
    try await desktop.click(.label, "3 items: Claw hammer, Espresso cup, Wood screws")
    try await desktop.find(.label, "Restore this backup?")
    try await desktop.screenshot("restore")
    try await desktop.press("Restore")
    try await desktop.find(.label, "Claw hammer")
  }

  @Test func `An empty inventory offers sample data`() async throws {
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.button, "Add Item")
    try await desktop.screenshot("empty")
    try await desktop.press("Load Sample Data")
    try await desktop.gone(.button, "Load Sample Data")
    let count = try await Program.query(database, "SELECT count(*) FROM item")
    #expect(count == ["218"])
  }
}

/// Waits for a condition, and fails the test when it does not come true.
func eventually(_ condition: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    try #require(ContinuousClock.now < deadline, "The condition did not come true.")
    await Task.yield()
  }
}

/// What the program does at the command line, where there is no display.
@Suite struct `The program without a display` {
  let folder: TemporaryFolder
  var database: URL { folder.file("inventory.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.runWithoutDisplay(arguments, home: folder.url)
  }

  @Test func `Help and version are printed`() async throws {
    let help = try await run("--help")
    #expect(help.status == 0)
    for option in ["--database", "--import", "--export", "--open"] {
      #expect(help.output.contains(option))
    }
    let version = try await run("--version")
    #expect(version.status == 0)
    #expect(version.output.contains(/^\d+\.\d+\.\d+\n$/))
  }

  @Test func `What was imported is exported unchanged`() async throws {
    let dates = "2025-01-31T08:00:00Z,2026-02-28T23:59:59Z"
    let content = """
      name,sku,barcode,quantity,unit,reorder level,price,currency,location,tags,notes,created,changed
      Crème brûlée dish,DIS-1,,6,,2,4.20,,Kitchen,"old, red","A ""hairline"" crack",\(dates)
      Ägyptian lamp,LAM-1,4001,1,m,,60.00,EUR,,,,\(dates)

      """.replacing("\n", with: "\r\n")
    let imported = try folder.file("in.csv", content)
    let exported = folder.file("out.csv")

    let first = try await run("--database", database.path, "--import", imported.path)
    #expect(first.status == 0)
    #expect(first.output.contains("2"))
    let second = try await run("--database", database.path, "--export", exported.path)
    #expect(second.status == 0)
    #expect(second.output.contains("2"))

    let lines = { (text: String) in Set(text.split(separator: "\r\n")) }
    #expect(lines(try String(contentsOf: exported, encoding: .utf8)) == lines(content))
  }

  @Test func `The sample data can be imported`() async throws {
    let sample = Program.sources.appendingPathComponent("resources/sample-data.csv")
    let outcome = try await run("--database", database.path, "--import", sample.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("218"))
  }

  @Test func `The default database lies in the data directory`() async throws {
    let csv = try folder.file("in.csv", "name,sku,quantity,price,location,notes\nA,A-1,1,1.00,,\n")
    let outcome = try await run("--import", csv.path)
    #expect(outcome.status == 0)
    let files = FileManager.default.subpaths(atPath: folder.file("data").path) ?? []
    #expect(!files.filter { $0.hasSuffix(".sqlite") }.isEmpty, "\(files)")
  }

  @Test func `A bad row names the file and the line, and nothing is imported`() async throws {
    let csv = try folder.file(
      "bad.csv",
      "name,sku,quantity,price,location,notes\nA,A-1,1,1.00,,\nB,B-1,many,1.00,,\n"
    )
    let outcome = try await run("--database", database.path, "--import", csv.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(csv.path))
    #expect(outcome.errors.contains("3"))
    #expect(try await Program.query(database, "SELECT count(*) FROM item") == ["0"])
  }

  @Test(arguments: [
    (["--import", "/nowhere/items.csv"], "/nowhere/items.csv"),
    (["--export", "/nowhere/items.csv"], "/nowhere/items.csv"),
    (["--database", "/proc/nowhere/inventory.sqlite", "--export", "items.csv"], "/proc/nowhere"),
    (["--open", "https://example.org"], "https://example.org"),
    (["https://example.org"], "https://example.org"),
    (["--unknown"], "--unknown"),
  ])
  func `What cannot be done ends with status 2 and names it`(
    arguments: [String],
    name: String
  ) async throws {
    let outcome = try await Program.runWithoutDisplay(arguments, home: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(name))
  }

  @Test func `A missing display is said in one line`() async throws {
    let outcome = try await run("--database", database.path)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("display"))
  }
}

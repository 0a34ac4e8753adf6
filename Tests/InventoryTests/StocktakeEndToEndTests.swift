import Foundation
import Testing

/// A stocktake in the built program.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct `A stocktake on a desktop` {
  private let folder: TemporaryFolder
  private var database: URL { folder.file("inventory.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeDatabase() async throws {
    let csv = try folder.file(
      "items.csv",
      """
      name,sku,quantity,price,location,notes
      Claw hammer,HAM-1,2,18.90,Workshop,Hickory handle
      Espresso cup,CUP-1,8,6.40,Kitchen,
      Wood screws,SCR-1,5,7.90,Workshop,

      """
    )
    let outcome = try await Program.runWithoutDisplay(
      ["--database", database.path, "--import", csv.path],
      home: folder.url
    )
    try #require(outcome.status == 0, "\(outcome)")
    try await Program.change(
      database,
      "UPDATE item SET barcode = '4006381333931' WHERE sku = 'HAM-1'"
    )
  }

  private func quantities() async throws -> [String] {
    try await Program.query(
      database,
      "SELECT sku, quantityMillionths / 1000000 FROM item ORDER BY sku"
    )
  }

  /// Types as a scanner does: digits, then Enter.
  private func scan(_ text: String, _ desktop: Desktop) async throws {
    try await desktop.type(text)
    try await desktop.key("Return")
  }

  @Test func `What was counted before a crash is there, and is booked after a review`()
    async throws
  {
    try await makeDatabase()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.click(.button, "Main Menu")
    try await desktop.findMenuEntry("Stocktake")
    try await desktop.tab(to: "Stocktake")
    try await desktop.key("Return")
    try await desktop.window("Stocktake")

    // Scan and count without touching the mouse.
    try await desktop.focused("Barcode, SKU or Name")
    try await scan("4006381333931", desktop)
    try await desktop.find(.label, "In the Inventory")
    try await desktop.focused("Count")
    try await desktop.screenshot("stocktake-count")
    try await scan("3", desktop)
    try await desktop.gone(.label, "In the Inventory")
    try await desktop.focused("Barcode, SKU or Name")
    try await scan("CUP-1", desktop)
    try await desktop.find(.label, "In the Inventory")
    try await desktop.focused("Count")
    // It was the wrong one: Escape leaves the count, and not the page.
    try await desktop.type("7")
    try await desktop.key("Escape")
    try await desktop.find(.label, "Discard the count?")
    try await desktop.press("Discard")
    try await desktop.gone(.label, "In the Inventory")
    try await desktop.focused("Barcode, SKU or Name")
    try await desktop.window("Stocktake")
    try await scan("CUP-1", desktop)
    try await desktop.find(.label, "In the Inventory")
    try await desktop.focused("Count")
    try await scan("5", desktop)
    try await desktop.gone(.label, "In the Inventory")
    try await desktop.find(.label, "-3")

    // While the next one is being counted, the program is killed.
    try await desktop.focused("Barcode, SKU or Name")
    try await scan("SCR-1", desktop)
    try await desktop.find(.label, "In the Inventory")
    try await desktop.kill()
    #expect(try await quantities() == ["CUP-1|8", "HAM-1|2", "SCR-1|5"])

    // The list reminds of the stocktake.
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Stocktake of 2 items not finished")
    try await desktop.screenshot("stocktake-reminder")
    try await desktop.press("Continue")
    try await desktop.window("Stocktake")
    try await desktop.find(.label, "-3")
    // More cups in another cupboard.
    try await desktop.focused("Barcode, SKU or Name")
    try await scan("CUP-1", desktop)
    try await desktop.find(.label, "Counted Before: 5")
    try await desktop.screenshot("stocktake-again")
    try await desktop.focused("Count")
    try await scan("2", desktop)
    try await desktop.find(.label, "-1")
    // Meanwhile, two cups break.
    try await Program.change(
      database,
      """
      BEGIN; UPDATE item SET quantityMillionths = 6000000 WHERE sku = 'CUP-1';
      INSERT INTO movement (itemKey, date, reason, deltaMillionths)
      SELECT key, 1000 * unixepoch(), 'used', -2000000 FROM item WHERE sku = 'CUP-1'; COMMIT
      """
    )

    try await desktop.press("Review")
    try await desktop.window("Review Stocktake")
    try await desktop.find(.label, "6 → 5")
    try await desktop.find(.label, "2 → 3")
    try await desktop.screenshot("stocktake-review")
    try await desktop.press("Book")
    try await desktop.window("Inventory")
    try await desktop.find(.label, "Stocktake booked")
    #expect(try await quantities() == ["CUP-1|5", "HAM-1|3", "SCR-1|5"])
    let sums = try await Program.query(
      database,
      """
      SELECT count(*) FROM item
      WHERE quantityMillionths <> (SELECT sum(deltaMillionths) FROM movement WHERE itemKey = key)
      """
    )
    #expect(sums == ["0"])

    try await desktop.key("ctrl+z")
    try await desktop.find(.label, "Stocktake not booked any more")
    #expect(try await quantities() == ["CUP-1|6", "HAM-1|2", "SCR-1|5"])
    #expect(try await Program.query(database, "SELECT count(*) FROM stocktakeCount") == ["2"])
  }

  @Test func `A count that is typed is not lost on the way back, and a saved one is undone`()
    async throws
  {
    try await makeDatabase()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "--open", "inventory://stocktake"])
    try await desktop.focused("Barcode, SKU or Name")
    try await scan("CUP-1", desktop)
    try await desktop.focused("Count")
    try await desktop.type("7")
    try await desktop.key("alt+Left")
    try await desktop.find(.label, "Discard the count?")
    try await desktop.screenshot("stocktake-discard")
    try await desktop.press("Keep Editing")
    try await desktop.gone(.label, "Discard the count?")
    try await desktop.window("Stocktake")
    try await desktop.focused("Count")
    try await desktop.key("Return")
    try await desktop.find(.label, "-1")
    try await desktop.find(.label, "“Espresso cup” counted")
    try await desktop.screenshot("stocktake-counted")
    // The keys are about what is written, as long as something is.
    try await desktop.focused("Barcode, SKU or Name")
    try await desktop.type("x")
    try await desktop.key("ctrl+z")
    try await desktop.find(.label, "-1")
    try await desktop.key("ctrl+z")
    try await desktop.gone(.label, "-1")
    try await desktop.find(.label, "Count of “Espresso cup” taken back")
    try await desktop.key("ctrl+shift+z")
    try await desktop.find(.label, "-1")
    // Nothing is written any more, and nothing asks.
    try await desktop.key("alt+Left")
    try await desktop.window("Inventory")
  }

  @Test(arguments: [0, 5, 20, 50])
  func `A scanner does not wait for anything, and no count is lost`(delay: Int) async throws {
    try await makeDatabase()
    try await Program.change(
      database,
      "UPDATE item SET barcode = '4006381333948' WHERE sku = 'CUP-1'"
    )
    try await Program.change(
      database,
      "UPDATE item SET barcode = '4006381333955' WHERE sku = 'SCR-1'"
    )
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "--open", "inventory://stocktake"])
    try await desktop.focused("Barcode, SKU or Name")
    let codes = ["4006381333931", "4006381333948", "4711471147114", "4006381333955"]
    let lines = (0..<12).flatMap { [codes[$0 % 4], "\($0 + 10)"] }
    try await desktop.type(lines.map { "\($0)\n" }.joined(), delay: delay)
    try await eventually {
      try await Program.query(
        database,
        """
        SELECT sku, countedMillionths / 1000000 FROM stocktakeCount JOIN item ON key = itemKey
        ORDER BY sku
        """
      ) == ["CUP-1|45", "HAM-1|42", "SCR-1|51"]
    }
    try await desktop.find(.label, "No item has the barcode, SKU or name “4711471147114”.")
    try await desktop.screenshot("stocktake-burst-\(delay)")
    #expect(try await quantities() == ["CUP-1|8", "HAM-1|2", "SCR-1|5"])
  }

  @Test func `An unknown barcode is told, and its item is added and counted`() async throws {
    try await makeDatabase()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "--open", "inventory://stocktake"])
    try await desktop.window("Stocktake")
    try await desktop.screenshot("stocktake-empty")
    try await desktop.focused("Barcode, SKU or Name")
    try await scan("4711", desktop)
    try await desktop.find(.label, "No item has the barcode, SKU or name “4711”.")
    try await desktop.screenshot("stocktake-unknown")
    try await desktop.press("Add Item…")
    try await desktop.window("Add Item")
    #expect(try await desktop.text(of: "Barcode") == "4711")
    try await desktop.enter("Spring clamp", into: "Name")
    try await desktop.enter("CLA-1", into: "SKU")
    try await desktop.press("Save")
    try await desktop.find(.label, "In the Inventory")
    try await desktop.focused("Count")
    try await scan("7", desktop)
    try await desktop.find(.label, "+7")
    #expect(
      try await Program.query(
        database,
        "SELECT sku, barcode, countedMillionths FROM stocktakeCount JOIN item ON key = itemKey"
      ) == ["CLA-1|4711|7000000"]
    )
  }
}

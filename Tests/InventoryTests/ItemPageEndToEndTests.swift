import Foundation
import TestSupport
import Testing

/// The page of an item, used as by a person.
extension `The program on a desktop` {
  @Test func `The keyboard goes through the values of the plot`() async throws {
    try await importItems()
    // What was used on five days in the past, so that there were 30 at first.
    try await Program.change(
      database,
      """
      WITH RECURSIVE day (number) AS (VALUES (1) UNION ALL SELECT number + 1 FROM day LIMIT 30)
      INSERT INTO movement (itemKey, date, reason, deltaMillionths, note)
      SELECT key, (unixepoch() - number * 86400) * 1000, 'used', -1000000, 'Day ' || number
      FROM item, day WHERE sku = 'HAM-1';
      INSERT INTO movement (itemKey, date, reason, deltaMillionths)
      SELECT key, (unixepoch() - 40 * 86400) * 1000, 'received', 30000000
      FROM item WHERE sku = 'HAM-1';
      UPDATE item SET reorderLevelMillionths = 8000000 WHERE sku = 'HAM-1';
      """
    )
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "--open", "inventory://items/HAM-1"])
    try await desktop.tab(to: "Quantity since")
    try await desktop.screenshot("item-plot")
    try await desktop.key("Home")
    try await desktop.shows { $0.hasSuffix(": 30") }
    try await desktop.key("Right")
    try await desktop.key("Right")
    try await desktop.shows { $0.hasSuffix(": 28") }
    try await desktop.screenshot("item-plot-cursor")
    try await desktop.key("Left")
    try await desktop.shows { $0.hasSuffix(": 29") }

    // Older movements come in pages.
    try await desktop.tab(to: "Show Older")
    try await desktop.find(.label, "Used – Day 19")
    try await desktop.key("Return")
    try await desktop.gone(.button, "Show Older")
    try await desktop.tab(to: "Delete")
    try await desktop.find(.label, "Used – Day 30")
  }

  /// A small picture, as the program would have stored it, in hexadecimal digits.
  private static let png =
    "89504E470D0A1A0A0000000D49484452000000040000000308020000003B963991000000104944415478DA6330"
    + "6D7902470C3839007184135DD5D827740000000049454E44AE426082"

  private func addPhoto(
    _ digits: String = png,
    ofItem sku: String,
    in database: URL,
    caption: String
  ) async throws {
    try await Program.change(
      database,
      """
      INSERT INTO photo (itemID, width, height, caption, data)
      SELECT id, 4, 3, '\(caption)', x'\(digits)' FROM item WHERE sku = '\(sku)'
      """
    )
  }

  @Test func `A photo that is too large to be shown says so in its place`() async throws {
    try await importItems()
    // Somebody else has put it there: the program makes photos smaller.
    let size = "0000000400000003"
    let large = Self.png.replacing(size, with: "0000FFFF0000FFFF", maxReplacements: 1)
    try await addPhoto(large, ofItem: "HAM-1", in: database, caption: "A hammer")
    let needy = Self.png.replacing(size, with: "00001F4000001770", maxReplacements: 1)
    try await addPhoto(needy, ofItem: "CUP-1", in: database, caption: "A cup")
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "--open", "inventory://items/HAM-1"])
    let text = "The picture has more than 50 megapixels. Choose a smaller one."
    try await desktop.find(.label, text)
    try await desktop.screenshot("photo-too-large")
    try await desktop.press("A hammer")
    try await desktop.window("Photo")
    try await desktop.screenshot("photo-too-large-viewer")

    let other = try Desktop()
    try await other.launch(["--database", database.path, "--open", "inventory://items/CUP-1"])
    try await other.find(
      .label,
      "Reading the picture takes more than 100 MB of memory. Choose a smaller one."
    )
  }

  @Test func `A photo is shown, and goes after a question`() async throws {
    try await importItems()
    try await addPhoto(ofItem: "HAM-1", in: database, caption: "A hammer with a red handle")
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "--open", "inventory://items/HAM-1"])
    try await desktop.find(.button, "A hammer with a red handle")
    try await desktop.press("A hammer with a red handle")
    try await desktop.window("Photo")
    try await desktop.screenshot("photo")
    // It fills the screen, and Escape leads back to the sheet.
    try await desktop.press("Full Screen")
    try await desktop.window("A hammer with a red handle")
    try await desktop.screenshot("photo-full-screen")
    try await desktop.key("Escape")
    try await desktop.window("Photo")
    try await desktop.enter("A hammer", into: "Description")
    try await desktop.press("Close")
    try await desktop.gone(.field, "Description")
    try await desktop.find(.button, "A hammer")

    // What was written is taken back at once, not letter by letter.
    try await desktop.find(.label, "Description of the photo of “Claw hammer” changed")
    try await desktop.screenshot("photo-described")
    try await desktop.press("Undo")
    try await desktop.find(.button, "A hammer with a red handle")
    try await desktop.press("Redo")
    try await desktop.find(.button, "A hammer")

    try await desktop.tab(to: "Remove Photo")
    try await desktop.key("Return")
    try await desktop.find(.label, "Remove the photo?")
    try await desktop.press("Remove")
    try await desktop.find(.button, "Add Photo…")
    try await desktop.focused("Add Photo…")
    #expect(try await Program.query(database, "SELECT count(*) FROM photo") == ["0"])

    // It comes back, with what was written about it, and goes again.
    try await desktop.find(.label, "Photo of “Claw hammer” removed")
    try await desktop.press("Undo")
    try await desktop.find(.label, "Photo of “Claw hammer” restored")
    try await desktop.screenshot("photo-restored")
    #expect(
      try await Program.query(database, "SELECT caption, hex(data) FROM photo")
        == ["A hammer|\(Self.png)"]
    )
    try await desktop.key("ctrl+shift+z")
    try await desktop.find(.button, "Add Photo…")
    #expect(try await Program.query(database, "SELECT count(*) FROM photo") == ["0"])
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `What is written about a photo is there after a full disk, and is stored later`()
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
    try await addPhoto(ofItem: "H-1", in: database, caption: "A tool")
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "--open", "inventory://items/H-1"])
    try await desktop.press("A tool")
    try await desktop.window("Photo")
    try disk.fill()
    try await desktop.enter("A hammer", into: "Description")
    try await desktop.find(.label, "The description could not be saved")
    try await desktop.screenshot("photo-full-disk")
    try await desktop.press("Keep Editing")
    try await desktop.gone(.label, "The description could not be saved")
    #expect(try await desktop.text(of: "Description") == "A hammer")
    // Closing stores it, or shows again what could not be stored.
    try await desktop.press("Close")
    try await desktop.find(.label, "The description could not be saved")
    try await desktop.press("Keep Editing")
    #expect(try await desktop.text(of: "Description") == "A hammer")
    try disk.clear()
    try await desktop.press("Close")
    try await desktop.gone(.field, "Description")
    try await desktop.find(.button, "A hammer")
    #expect(try await Program.query(database, "SELECT caption FROM photo") == ["A hammer"])
  }

  @Test func `A tag leads to its items, and comes back after SIGKILL`() async throws {
    try await importUsersItems()
    let csv = try folder.file("tags.csv", "sku,tags\nHAM-1,steel\nSCR-1,\"steel, small\"\n")
    let outcome = try await Program.runWithoutDisplay(["--import", csv.path], home: folder.url)
    try #require(outcome.status == 0, "\(outcome)")
    let desktop = try Desktop()
    try await desktop.launch(["inventory://items/SCR-1"], environment: home)
    try await desktop.window("Wood screws")
    try await desktop.screenshot("item-tags")
    try await desktop.tab(to: "Tag")
    try await desktop.key("Return")
    try await desktop.window("steel")
    try await desktop.find(.label, "2 items")
    try await desktop.gone(.label, "Espresso cup")
    try await desktop.screenshot("tag")
    try await saved("inventory://items/SCR-1/tags/steel")
    try await desktop.kill()

    try await desktop.launch([], environment: home)
    try await desktop.window("steel")
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
    // Here, too, the page follows what others do.
    try await desktop.key("alt+Left")
    try await desktop.window("steel")
    try await Program.change(usersDatabase, "DELETE FROM item WHERE sku = 'HAM-1'")
    try await desktop.find(.label, "1 item")
    try await desktop.gone(.label, "Claw hammer")
    try await desktop.key("alt+Left")
    try await desktop.window("Wood screws")
  }

  @Test func `Links lead to the plot, and to questions`() async throws {
    try await importUsersItems()
    try await Program.change(
      usersDatabase,
      """
      UPDATE movement SET date = date - 86400000;
      INSERT INTO movement (itemKey, date, reason, deltaMillionths)
        SELECT key, unixepoch() * 1000, 'received', 4000000 FROM item WHERE sku = 'CUP-1';
      UPDATE item SET quantityMillionths = 12000000 WHERE sku = 'CUP-1';
      INSERT INTO photo (itemID, width, height, data)
        SELECT id, 4, 3, x'00' FROM item WHERE sku = 'HAM-1';
      """
    )
    let desktop = try Desktop()
    try await desktop.launch(["inventory://items/CUP-1/history"], environment: home)
    try await desktop.window("Espresso cup")
    try await desktop.focusedOn("Quantity since")
    // The page has scrolled to the plot: both its ends are in the window.
    try await desktop.find(.label, "Quantity over time")
    try await desktop.find(.image, try await desktop.focusedName())
    try await desktop.screenshot("link-history")
    try await saved("inventory://items/CUP-1/history")
    try await desktop.run(["inventory://items/HAM-1/remove-photo"], environment: home)
    try await desktop.find(.label, "Remove the photo?")
    try await desktop.press("Cancel")
    try await desktop.gone(.label, "Remove the photo?")
    let backups = usersDatabase.path + ".backups"
    try await eventually { (try? FileManager.default.contentsOfDirectory(atPath: backups)) != nil }
    try await eventually {
      try FileManager.default.contentsOfDirectory(atPath: backups).contains {
        $0.hasSuffix(".sqlite")
      }
    }
    let backup = try #require(
      FileManager.default.contentsOfDirectory(atPath: backups).first { $0.hasSuffix(".sqlite") }
    )
    try await desktop.run(["inventory://backups/\(backup)"], environment: home)
    try await desktop.find(.label, "Restore this backup?")
    try await desktop.screenshot("link-backup")
    try await desktop.press("Cancel")
    try await desktop.gone(.label, "Restore this backup?")
    try await desktop.windows(["Inventory", "Restore from Backup"])
  }

  @Test func `Links lead from item to item without end`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "--open", "inventory://items/HAM-1"])
    try await desktop.window("Claw hammer")
    for name in ["Wood screws", "Claw hammer", "Wood screws"] {
      try await desktop.tab(to: name)
      try await desktop.key("Return")
      try await desktop.window(name)
    }
    for name in ["Claw hammer", "Wood screws", "Claw hammer"] {
      try await desktop.key("Escape")
      try await desktop.window(name)
    }
  }
}

extension Desktop {
  /// Waits until what has the keyboard focus has a name that begins so.
  fileprivate func focusedOn(
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !focusedName(sourceLocation: sourceLocation).hasPrefix(name) {
      try #require(ContinuousClock.now < deadline, sourceLocation: sourceLocation)
    }
  }

  /// Waits for a label whose text meets a condition.
  fileprivate func shows(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: (String) -> Bool
  ) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let labels = try await labels(sourceLocation: sourceLocation)
      if labels.contains(where: condition) { return }
      try #require(
        ContinuousClock.now < deadline,
        "No such label is among \(labels).",
        sourceLocation: sourceLocation
      )
    }
  }
}

import Foundation
import Testing

/// Filters and locations, used as by a person.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct `Finding items on a desktop` {
  let folder: TemporaryFolder
  var database: URL { folder.file("inventory.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Four items in locations three deep; of the screws there are too few.
  private func importItems() async throws {
    try await importLines(
      """
      name,sku,quantity,price,location,notes
      Claw hammer,HAM-1,2,18.90,Workshop / Bench / Drawer,Hickory handle
      Wood screws,SCR-1,5,7.90,Workshop / Bench,
      Paint brush,BRU-1,9,3.20,Workshop,
      Espresso cup,CUP-1,8,6.40,Kitchen,"Blue, chipped"

      """
    )
    try await Program.change(
      database,
      "UPDATE item SET reorderLevelMillionths = 10000000 WHERE sku = 'SCR-1'"
    )
  }

  /// Imports lines of CSV.
  private func importLines(_ lines: String) async throws {
    let csv = try folder.file("\(UUID()).csv", lines)
    let outcome = try await Program.runWithoutDisplay(
      ["--database", database.path, "--import", csv.path],
      home: folder.url
    )
    try #require(outcome.status == 0, "\(outcome)")
  }

  private func locations() async throws -> [String] {
    try await Program.query(
      database,
      """
      SELECT item.sku, IFNULL(path, '-') FROM item LEFT JOIN location ON location.id = locationID
      ORDER BY item.sku
      """
    )
  }

  private func chooseFromMainMenu(_ entry: String, _ desktop: Desktop) async throws {
    try await desktop.key("F10")
    try await desktop.findMenuEntry(entry)
    try await desktop.tab(to: entry)
    try await desktop.key("Return")
  }

  private func openViewOptions(_ desktop: Desktop) async throws {
    try await desktop.click(.button, "View Options")
    try await desktop.findMenuEntry("Select Items")
  }

  /// Switches to the other end of the order, in the menu of the view.
  private func reverseOrder(_ desktop: Desktop) async throws {
    try await openViewOptions(desktop)
    try await desktop.tab(to: "Reverse Order")
    try await desktop.key("Return")
  }

  /// The names of the boxes that the list shows, from the top.
  private func boxes(_ desktop: Desktop) async throws -> [String] {
    try await desktop.labels().filter { $0.hasPrefix("Box ") }
  }

  /// Switches the filter for low stock in the popover, and closes that.
  private func toggleLowStock(_ desktop: Desktop) async throws {
    try await desktop.press("Filter")
    try await desktop.findInPopover(.checkBox, "Low Stock Only")
    try await desktop.tab(to: "Low Stock Only")
    try await desktop.key("space")
    try await desktop.gone(.label, "Claw hammer")
    try await desktop.screenshot("filter-popover")
    try await desktop.key("Escape")
    try await desktop.find(.label, "1 item")
  }

  @Test func `The list is in natural order, reversed, and by what was added last`() async throws {
    try await importLines(
      """
      name,sku,created
      Box 10,A,2024-01-01T10:00:00Z
      Box 2,B,2022-01-01T10:00:00Z
      Box 1,C,2023-01-01T10:00:00Z

      """
    )
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Box 10")
    #expect(try await boxes(desktop) == ["Box 1", "Box 2", "Box 10"])
    try await reverseOrder(desktop)
    try await eventually { try await boxes(desktop) == ["Box 10", "Box 2", "Box 1"] }
    try await openViewOptions(desktop)
    // The arrows lead from one order to the next, and choose none.
    try await desktop.tab(to: "Name")
    for _ in 0..<8 { try await desktop.key("Down") }
    try await desktop.focused("Recently Added")
    #expect(try await boxes(desktop) == ["Box 10", "Box 2", "Box 1"])
    try await desktop.key("Down")
    try await desktop.focused("Recently Changed")
    try await desktop.key("Up")
    try await desktop.key("Return")
    try await desktop.key("Escape")
    try await eventually { try await boxes(desktop) == ["Box 2", "Box 1", "Box 10"] }
    try await reverseOrder(desktop)
    try await eventually { try await boxes(desktop) == ["Box 10", "Box 1", "Box 2"] }
    try await openViewOptions(desktop)
    try await desktop.screenshot("order-menu")
  }

  @Test func `A barcode that no item has leads to the form, and from any page to the search`()
    async throws
  {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.key("ctrl+f")
    try await desktop.type("4711471147114\n")
    try await desktop.find(.button, "Add Item with This Barcode")
    try await desktop.screenshot("unknown-barcode")
    try await desktop.press("Add Item with This Barcode")
    try await desktop.window("Add Item")
    #expect(try await desktop.text(of: "Barcode") == "4711471147114")
    try await desktop.enter("Spring clamp", into: "Name")
    try await desktop.enter("CLA-1", into: "SKU")
    try await desktop.press("Save")
    try await desktop.find(.label, "Spring clamp")

    // From the page of an item, and of a location, to the next item, without a click.
    try await desktop.key("ctrl+f")
    try await desktop.type("CUP-1\n")
    try await desktop.window("Espresso cup")
    try await desktop.key("ctrl+f")
    try await desktop.window("Inventory")
    try await desktop.type("4711471147114\n")
    try await desktop.window("Spring clamp")
    try await desktop.key("Escape")
    try await desktop.window("Inventory")
    try await chooseFromMainMenu("Locations", desktop)
    try await desktop.click(.label, "Workshop")
    try await desktop.window("Workshop")
    try await desktop.key("ctrl+f")
    try await desktop.window("Inventory")
    try await desktop.type("HAM-1\n")
    try await desktop.window("Claw hammer")
  }

  @Test func `The list scrolls to an item that was added, and Return opens it`() async throws {
    let rows = (100..<180).map { "Bolt \($0),B-\($0)\n" }.joined()
    try await importLines("name,sku\n\(rows)")
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Bolt 100")
    try await desktop.key("ctrl+n")
    try await desktop.window("Add Item")
    try await desktop.enter("Bolt 169a", into: "Name")
    try await desktop.enter("B-169a", into: "SKU")
    try await desktop.key("Return")
    try await desktop.gone(.button, "Save")
    try await desktop.find(.label, "Bolt 169a")
    try await desktop.screenshot("added-in-list")
    try await desktop.gone(.label, "Bolt 100")
    try await desktop.key("Return")
    try await desktop.window("Bolt 169a")
  }

  @Test func `A scanner opens one item after the other from the list`() async throws {
    try await importItems()
    try await Program.change(
      database,
      """
      UPDATE item SET barcode = '4006381333931' WHERE sku = 'HAM-1';
      UPDATE item SET barcode = '5901234123457' WHERE sku = 'CUP-1';
      """
    )
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.key("ctrl+f")
    try await desktop.type("4006381333931")
    try await desktop.key("Return")
    try await desktop.window("Claw hammer")
    try await desktop.key("Escape")
    try await desktop.window("Inventory")
    // What was scanned before is selected, so that the next scan takes its place.
    try await desktop.type("5901234123457")
    try await desktop.key("Return")
    try await desktop.window("Espresso cup")
  }

  @Test func `Filters limit the list, and go when their chips are pressed`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await toggleLowStock(desktop)
    try await desktop.find(.label, "Wood screws")
    try await desktop.screenshot("filter-chips")

    // What the search finds meets the filter, too.
    try await desktop.key("ctrl+f")
    try await desktop.enter("cup", into: "Search items", role: .searchField)
    try await desktop.find(.label, "No item with “cup” meets the filters: Low Stock.")
    try await desktop.screenshot("filter-no-results")
    try await desktop.press("Clear Filters")
    try await desktop.find(.label, "Espresso cup")
    try await desktop.key("Escape")
    try await desktop.find(.label, "Claw hammer")

    try await toggleLowStock(desktop)
    try await desktop.press("Remove filter Low Stock")
    try await desktop.find(.label, "Claw hammer")
  }

  @Test func `One of thousands of locations is found as one types`() async throws {
    try await importItems()
    let rows = (1...3_000).map { "Store box \($0),B-\($0),Store / Shelf \($0)" }
    try await importLines((["name,sku,location"] + rows).joined(separator: "\n"))
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.click(.button, "Filter")
    try await desktop.findInPopover(.field, "Location")
    try await desktop.tab(to: "Location")
    try await desktop.type("shelf 2999")
    try await desktop.findInPopover(.button, "Use Store / Shelf 2999")
    try await desktop.screenshot("filter-typed")
    try await desktop.key("Tab")
    try await desktop.key("Return")
    try await desktop.gone(.label, "Claw hammer")
    try await desktop.key("Escape")
    try await desktop.find(.label, "Store box 2999")
    try await desktop.find(.label, "1 item")
    try await desktop.press("Remove filter Store / Shelf 2999")
    try await desktop.find(.label, "Claw hammer")
  }

  @Test func `Locations lead to items and those to locations; one is renamed, and deleted`()
    async throws
  {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await chooseFromMainMenu("Locations", desktop)
    try await desktop.window("Locations")
    try await desktop.find(.label, "3 items")
    try await desktop.screenshot("locations")

    // From the list of all into one, deeper, to an item, and to its location again.
    try await desktop.click(.label, "Workshop")
    try await desktop.window("Workshop")
    try await desktop.find(.label, "Paint brush")
    try await desktop.screenshot("location")
    try await desktop.click(.label, "Bench")
    try await desktop.window("Bench")
    try await desktop.click(.label, "Wood screws")
    try await desktop.window("Wood screws")
    try await desktop.tab(to: "Location Workshop / Bench")
    try await desktop.key("Return")
    try await desktop.window("Bench")
    try await desktop.screenshot("location-with-ancestors")

    // Rename it.
    try await chooseFromMainMenu("Rename or Move…", desktop)
    #expect(try await desktop.text(of: "Name") == "Bench")
    try await desktop.enter("Rack", into: "Name")
    try await desktop.screenshot("location-form")
    try await desktop.press("Save")
    try await desktop.window("Rack")
    #expect(
      try await locations() == [
        "BRU-1|Workshop", "CUP-1|Kitchen", "HAM-1|Workshop / Rack / Drawer",
        "SCR-1|Workshop / Rack",
      ]
    )

    // Delete it, first thinking better of it. The page below, of the same location, would go as
    // well.
    try await chooseFromMainMenu("Delete Location…", desktop)
    try await desktop.find(.label, "What is in it moves to “Workshop”: 1 item, 1 location.")
    try await desktop.screenshot("location-delete")
    try await desktop.press("Cancel")
    try await desktop.gone(.button, "Cancel")
    try await chooseFromMainMenu("Delete Location…", desktop)
    try await desktop.find(.button, "Cancel")
    try await desktop.press("Delete")
    try await desktop.window("Wood screws")
    try await desktop.find(.label, "Workshop")
    #expect(
      try await locations() == [
        "BRU-1|Workshop", "CUP-1|Kitchen", "HAM-1|Workshop / Drawer", "SCR-1|Workshop",
      ]
    )
    // It was a mistake.
    try await desktop.find(.label, "“Workshop / Rack” deleted")
    try await desktop.screenshot("location-deleted")
    try await desktop.press("Undo")
    try await desktop.find(.label, "“Workshop / Rack” restored")
    #expect(
      try await locations() == [
        "BRU-1|Workshop", "CUP-1|Kitchen", "HAM-1|Workshop / Rack / Drawer",
        "SCR-1|Workshop / Rack",
      ]
    )
    for title in ["Rack", "Workshop", "Locations", "Inventory"] {
      try await desktop.key("Escape")
      try await desktop.window(title)
    }
  }

  @Test func `What has happened lately is shown by day, for one reason, and can be undone`()
    async throws
  {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "inventory://items/HAM-1/book"])
    try await desktop.focused("Amount")
    try await desktop.enter("3", into: "Amount")
    try await desktop.press("Save")
    try await desktop.gone(.button, "Save")
    try await desktop.key("Escape")
    try await desktop.window("Inventory")

    try await chooseFromMainMenu("Recent Changes", desktop)
    try await desktop.window("Recent Changes")
    try await desktop.find(.label, "Today")
    try await desktop.find(.label, "Quantity of “Claw hammer” changed")
    try await desktop.find(.label, "Espresso cup")
    try await desktop.screenshot("recent-changes")
    try await desktop.key("F10")
    try await desktop.tab(to: "All Changes")
    try await desktop.key("Down")
    try await desktop.focused("Received")
    try await desktop.key("space")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "Espresso cup")
    try await desktop.find(.label, "Claw hammer")
    try await desktop.press("Undo the Latest")
    try await desktop.find(.label, "No Changes")
    try await desktop.screenshot("recent-changes-none")
    try await desktop.key("ctrl+shift+z")
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
    try await desktop.key("Escape")
    try await desktop.window("Recent Changes")
  }

  @Test func `A name that is taken asks whether to merge`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch([
      "--database", database.path, "--open", "inventory://locations/Workshop%20%2F%20Bench",
    ])
    try await desktop.window("Bench")
    try await chooseFromMainMenu("Rename or Move…", desktop)
    try await desktop.enter("Kitchen", into: "Name")
    try await desktop.enter("", into: "Inside")
    try await desktop.press("Save")
    try await desktop.find(.label, "Merge with “Kitchen”?")
    try await desktop.screenshot("location-merge")
    try await desktop.press("Merge")
    try await desktop.window("Kitchen")
    #expect(
      try await locations() == [
        "BRU-1|Workshop", "CUP-1|Kitchen", "HAM-1|Kitchen / Drawer", "SCR-1|Kitchen",
      ]
    )
  }

  @Test func `A location is suggested as one types, and the keyboard takes it`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch([
      "--database", database.path, "--open", "inventory://items/CUP-1/edit",
    ])
    try await desktop.enter("dra", into: "Location")
    try await desktop.find(.button, "Use Workshop / Bench / Drawer")
    try await desktop.screenshot("location-suggestions")
    try await desktop.tab(to: "Use Workshop / Bench / Drawer")
    try await desktop.key("Return")
    #expect(try await desktop.text(of: "Location") == "Workshop / Bench / Drawer")
    try await desktop.press("Save")
    try await desktop.gone(.button, "Save")
    #expect(try await locations().contains("CUP-1|Workshop / Bench / Drawer"))
  }
}

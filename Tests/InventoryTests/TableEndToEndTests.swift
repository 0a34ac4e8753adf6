import Foundation
import Testing

extension `The program on a desktop` {
  /// Shows items in a table in a wide window, by the menu for it.
  private func desktopWithTable() async throws -> Desktop {
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Claw hammer")
    try await desktop.resize("Inventory", width: 1_000, height: 700)
    try await desktop.window("All Items")
    try await desktop.press("View Options")
    try await desktop.tab(to: "List")
    try await desktop.key("Down")
    try await desktop.focused("Table")
    // What has the focus is not chosen yet.
    try await desktop.gone(.label, "37.80")
    try await desktop.key("space")
    try await desktop.key("Escape")
    // The value of an item has a column of its own.
    try await desktop.find(.label, "37.80")
    return desktop
  }

  /// Shows or hides a column, by the menu for it.
  private func toggleColumn(_ title: String, _ desktop: Desktop) async throws {
    try await desktop.press("View Options")
    try await desktop.tab(to: "Columns")
    try await desktop.key("Return")
    try await desktop.findMenuEntry("Reset Columns")
    try await desktop.tab(to: title)
    try await desktop.key("Return")
  }

  /// The names of the items that are shown, from the top.
  private func shownNames(_ desktop: Desktop) async throws -> [String] {
    let names = ["Claw hammer", "Wood screws", "Espresso cup"]
    return try await desktop.labels().filter(names.contains)
  }

  @Test func `Items are shown in a table, which is sorted, and comes back as it was`()
    async throws
  {
    try await importUsersItems()
    let desktop = try await desktopWithTable()
    try await desktop.screenshot("table")
    #expect(try await shownNames(desktop) == ["Claw hammer", "Espresso cup", "Wood screws"])

    try await desktop.click(.label, "Quantity")
    try await eventually {
      try await shownNames(desktop) == ["Claw hammer", "Wood screws", "Espresso cup"]
    }
    try await desktop.click(.label, "Quantity")
    try await eventually {
      try await shownNames(desktop) == ["Espresso cup", "Wood screws", "Claw hammer"]
    }
    try await toggleColumn("Reorder Level", desktop)
    try await desktop.find(.label, "Reorder Level")
    try await toggleColumn("Tags", desktop)
    try await desktop.gone(.label, "Tags")
    try await desktop.screenshot("table-columns")
    try await saved("quantity")
    try await desktop.kill()

    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Reorder Level")
    try await desktop.gone(.label, "Tags")
    #expect(
      try await shownNames(desktop) == ["Espresso cup", "Wood screws", "Claw hammer"]
    )
    // A narrow window is a list, until the user wants a table there as well.
    try await desktop.resize("All Items", width: 600, height: 700)
    try await desktop.gone(.label, "Reorder Level")
    try await desktop.find(.label, "HAM-1 · Workshop")
    try await desktop.press("View Options")
    try await desktop.tab(to: "List")
    try await desktop.key("Down")
    try await desktop.key("space")
    try await desktop.key("Escape")
    try await desktop.find(.label, "SKU")
    try await desktop.gone(.label, "HAM-1 · Workshop")
    try await desktop.screenshot("table-narrow")
  }

  @Test func `Rows of the table are selected, booked, opened and left`() async throws {
    try await importUsersItems()
    let desktop = try await desktopWithTable()
    try await desktop.click(.label, "Claw hammer", modifiers: ["ctrl"])
    try await desktop.find(.label, "1 selected")
    try await desktop.find(.label, "Value: 37.80")
    try await desktop.click(.label, "Espresso cup")
    try await desktop.find(.label, "2 selected")
    try await desktop.find(.label, "Value: 89.00")
    try await desktop.screenshot("table-selected")
    try await desktop.key("ctrl+a")
    try await desktop.find(.label, "3 selected")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "3 selected")
    try await desktop.find(.label, "Value: 128.50")
    // So it is from elsewhere in the window, as after a menu.
    try await desktop.press("View Options")
    try await desktop.findMenuEntry("Select Items")
    try await desktop.key("Escape")
    try await desktop.key("ctrl+a")
    try await desktop.find(.label, "3 selected")
    try await desktop.press("Stop Selecting")
    try await desktop.gone(.label, "3 selected")
    try await desktop.click(.label, "Espresso cup", modifiers: ["ctrl"])
    try await desktop.key("Escape")
    try await desktop.gone(.label, "1 selected")
    try await desktop.key("plus")
    try await desktop.find(.label, "Value: 134.90")
    try await desktop.key("Return")
    try await desktop.window("Espresso cup")
    try await desktop.key("alt+Left")
    try await desktop.window("All Items")
    try await desktop.click(.label, "Wood screws")
    try await desktop.window("Wood screws")
  }

  @Test func `Rows of the table of a tag are opened by a click`() async throws {
    let csv = try folder.file(
      "tools.csv",
      """
      name,sku,quantity,price,tags
      Claw hammer,HAM-1,2,18.90,Tools

      """
    )
    let outcome = try await Program.runWithoutDisplay(["--import", csv.path], home: folder.url)
    try #require(outcome.status == 0, "\(outcome)")
    let desktop = try await desktopWithTable()
    // Only the sidebar names the tag then.
    try await toggleColumn("Tags", desktop)
    try await desktop.click(.label, "Tools")
    try await desktop.window("Tools")
    try await desktop.find(.label, "37.80")
    try await desktop.click(.label, "Claw hammer", modifiers: ["ctrl"])
    try await desktop.find(.label, "1 selected")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "1 selected")
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
  }

  @Test func `The page of a location is a table, whose selected rows are moved by their menu`()
    async throws
  {
    let csv = try folder.file(
      "stock.csv",
      """
      name,sku,quantity,price,location
      Claw hammer,HAM-1,2,18.90,Workshop
      Wood screws,SCR-1,5,7.90,Workshop
      Chisel,CHI-1,1,12.00,Workshop
      Vice,VIC-1,1,80.00,Workshop / Bench

      """
    )
    let outcome = try await Program.runWithoutDisplay(["--import", csv.path], home: folder.url)
    try #require(outcome.status == 0, "\(outcome)")
    let desktop = try await desktopWithTable()
    try await desktop.run(["inventory://locations/Workshop"], environment: home)
    try await desktop.window("Workshop")
    // The location inside, and the table with what the items are worth together.
    try await desktop.find(.label, "Bench")
    try await desktop.find(.label, "Value: 89.30")
    try await desktop.click(.label, "Claw hammer", modifiers: ["ctrl"])
    try await desktop.click(.label, "Wood screws")
    try await desktop.find(.label, "2 selected")
    try await desktop.find(.label, "Value: 77.30")
    try await desktop.screenshot("table-location")
    try await desktop.click(.label, "Wood screws", button: 3)
    try await desktop.findMenuEntry("Move…")
    try await desktop.screenshot("table-menu")
    try await desktop.tab(to: "Move…")
    try await desktop.key("Return")
    try await desktop.window("Move Items")
    try await desktop.find(.label, "2 items.")
    try await desktop.enter("Attic", into: "Location")
    try await desktop.press("Move")
    try await desktop.find(.label, "2 items moved to “Attic”")
    try await desktop.find(.label, "Value: 12.00")
    // A row that is not selected has a menu of its own.
    try await desktop.click(.label, "Chisel", button: 3)
    try await desktop.findMenuEntry("Delete…")
    try await desktop.tab(to: "Delete…")
    try await desktop.key("Return")
    try await desktop.window("Delete Items")
    try await desktop.press("Delete")
    try await desktop.gone(.label, "Chisel")
    try await desktop.find(.label, "Bench")
  }
}

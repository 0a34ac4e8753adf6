import Foundation
import Testing

extension `The program on a desktop` {
  /// Where the items are, by SKU.
  private func places() async throws -> [String] {
    try await Program.query(
      database,
      """
      SELECT sku || ' ' || IFNULL(path, '-') || ' ' || (quantityMillionths / 1000000)
      FROM item LEFT JOIN location ON location.id = locationID ORDER BY sku
      """
    )
  }

  @Test func `Many items are selected, moved in one step, and moved back`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.click(.label, "Claw hammer", modifiers: ["ctrl"])
    try await desktop.find(.label, "1 selected")
    try await desktop.click(.label, "Wood screws", modifiers: ["shift"])
    try await desktop.find(.label, "3 selected")
    try await desktop.screenshot("many-selected")
    // From the first on, each click takes its item in or out.
    try await desktop.click(.label, "Espresso cup")
    try await desktop.find(.label, "2 selected")
    try await desktop.click(.label, "Espresso cup")
    try await desktop.find(.label, "3 selected")
    try await desktop.press("Move…")
    try await desktop.window("Move Items")
    try await desktop.find(.label, "3 items.")
    try await desktop.enter("Attic", into: "Location")
    try await desktop.screenshot("many-move")
    try await desktop.press("Move")
    try await desktop.windows(["Inventory"])
    try await desktop.find(.label, "3 items moved to “Attic”")
    try await eventually {
      try await places() == ["CUP-1 Attic 8", "HAM-1 Attic 2", "SCR-1 Attic 5"]
    }
    try await desktop.key("ctrl+z")
    try await desktop.find(.label, "3 items changed back")
    try await eventually {
      try await places() == ["CUP-1 Kitchen 8", "HAM-1 Workshop 2", "SCR-1 Workshop 5"]
    }
    try await desktop.press("Stop Selecting")
    try await desktop.gone(.label, "3 selected")
    // A click opens an item again.
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
  }

  @Test func `Keys select all items, which are deleted and come back, and Escape ends it`()
    async throws
  {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.key("Down")
    try await desktop.key("ctrl+a")
    try await desktop.find(.label, "3 selected")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "3 selected")
    try await desktop.key("ctrl+a")
    try await desktop.find(.label, "3 selected")
    try await desktop.key("Delete")
    try await desktop.window("Delete Items")
    try await desktop.screenshot("many-delete")
    try await desktop.press("Delete")
    try await desktop.find(.label, "Your Inventory Is Empty")
    try await desktop.gone(.label, "3 selected")
    try await desktop.key("ctrl+z")
    try await desktop.find(.label, "Espresso cup")
    #expect(
      try await places() == ["CUP-1 Kitchen 8", "HAM-1 Workshop 2", "SCR-1 Workshop 5"]
    )
  }

  @Test func `Quantities of many items are changed, and those that are too small are told`()
    async throws
  {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.key("Down")
    try await desktop.key("ctrl+a")
    try await desktop.find(.label, "3 selected")
    try await desktop.press("Change Quantity…")
    try await desktop.window("Change Quantity")
    try await desktop.enter("4", into: "Amount")
    try await desktop.screenshot("many-book")
    try await desktop.press("Save")
    try await desktop.find(.label, "Quantities of 3 items changed")
    #expect(
      try await places() == ["CUP-1 Kitchen 12", "HAM-1 Workshop 6", "SCR-1 Workshop 9"]
    )
  }

  @Test func `Plus and minus change the quantity of the row with the focus`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.key("Down")
    try await desktop.key("plus")
    try await desktop.find(.label, "Quantity of “Espresso cup” changed")
    try await eventually { try await places().contains("CUP-1 Kitchen 9") }
    for _ in 0..<2 { try await desktop.key("minus") }
    try await eventually { try await places().contains("CUP-1 Kitchen 7") }
    try await desktop.key("ctrl+z")
    try await eventually { try await places().contains("CUP-1 Kitchen 8") }
  }
}

import Foundation
import Testing

extension `The program on a desktop` {
  @Test
  func `A wide window leads to the places beside its pages, and stays there when it is narrow`()
    async throws
  {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.gone(.label, "Recent Changes")
    try await desktop.resize("Inventory", width: 1_000, height: 700)
    try await desktop.window("All Items")
    try await desktop.click(.label, "Workshop")
    try await desktop.window("Workshop")
    try await desktop.gone(.label, "Espresso cup")
    try await desktop.screenshot("desk-location")

    // A form that is open stays open, with what was typed, whatever the width is.
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
    try await desktop.press("Edit")
    try await desktop.enter("Sledgehammer", into: "Name")
    try await desktop.resize("Claw hammer", width: 600, height: 700)
    try await desktop.gone(.label, "Recent Changes")
    #expect(try await desktop.text(of: "Name") == "Sledgehammer")
    try await desktop.resize("Claw hammer", width: 1_000, height: 700)
    try await desktop.find(.label, "Recent Changes")
    #expect(try await desktop.text(of: "Name") == "Sledgehammer")
    try await desktop.press("Save")
    try await desktop.window("Sledgehammer")

    // Back as everywhere, and to the place again by its entry.
    try await desktop.key("alt+Left")
    try await desktop.window("Workshop")
    try await desktop.click(.label, "Sledgehammer")
    try await desktop.window("Sledgehammer")
    try await desktop.key("Escape")
    try await desktop.window("Workshop")
    try await desktop.click(.label, "Low Stock")
    try await desktop.window("Low Stock")
    try await desktop.click(.label, "All Items")
    try await desktop.find(.label, "Espresso cup")
  }

  @Test func `The tree of locations unfolds, and comes back as it was`() async throws {
    try await importUsersItems()
    try await Program.change(
      usersDatabase,
      """
      INSERT INTO location (name, parentID, path, pathKey)
        SELECT 'Bench', id, path || ' / Bench', pathKey || ' / bench' FROM location
        WHERE path = 'Workshop'
      """
    )
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Claw hammer")
    try await desktop.resize("Inventory", width: 1_000, height: 700)
    try await desktop.press("Unfold Workshop")
    try await desktop.find(.label, "Bench")
    try await saved("\"Workshop\"")
    try await desktop.kill()

    try await desktop.launch([], environment: home)
    try await desktop.click(.label, "Bench")
    try await desktop.window("Bench")
    try await desktop.press("Fold Workshop")
    try await desktop.key("F9")
    try await desktop.gone(.label, "Recent Changes")
    try await saved("detailOnly")
    try await desktop.kill()

    try await desktop.launch([], environment: home)
    try await desktop.window("Bench")
    try await desktop.gone(.label, "Recent Changes")
    try await desktop.key("F9")
    try await desktop.find(.label, "Recent Changes")
  }

  @Test func `A link leads a wide window to the same place as a narrow one`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Claw hammer")
    try await desktop.resize("Inventory", width: 1_500, height: 700)
    try await desktop.window("All Items")
    try await desktop.run(["inventory://locations/Workshop/items/HAM-1/book"], environment: home)
    try await desktop.windows(["Claw hammer", "Change Quantity"])
    try await saved("inventory://locations/Workshop/items/HAM-1/book")
    try await desktop.key("Escape")
    try await desktop.windows(["Claw hammer"])
    try await desktop.key("alt+Left")
    try await desktop.window("Workshop")
    try await saved("\"inventory://locations/Workshop\"")
  }
}

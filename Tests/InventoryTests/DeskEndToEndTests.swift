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
      INSERT INTO location (name, parentID, path, pathOrder)
        SELECT 'Bench', id, path || ' / Bench', pathOrder || ' / bench' FROM location
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
    // In a narrow window the way back leads to what stood beside the item.
    try await desktop.resize("Claw hammer", width: 600, height: 700)
    try await desktop.gone(.label, "Recent Changes")
    try await desktop.find(.button, "Back")
    try await desktop.key("alt+Left")
    try await desktop.window("Workshop")
    try await saved("\"inventory://locations/Workshop\"")
  }

  @Test func `The next item takes the place of the last one beside the list`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Claw hammer")
    try await desktop.resize("Inventory", width: 1_500, height: 700)
    try await desktop.find(.label, "No Item Selected")
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
    try await desktop.screenshot("desk-item")
    try await desktop.click(.label, "Espresso cup")
    try await desktop.window("Espresso cup")
    try await saved("inventory://items/CUP-1")
    // Deeper, and back, in the column of the item: keys are for the column with the focus.
    try await desktop.click(.button, "Location Kitchen")
    try await desktop.window("Kitchen")
    try await desktop.find(.label, "Wood screws")
    try await desktop.key("alt+Left")
    try await desktop.window("Espresso cup")
    try await desktop.press("Edit")
    try await desktop.enter("Mocha cup", into: "Name")
    // The form stays open, with what was typed, in all forms of the window.
    for width in [1_000, 600, 1_500] {
      try await desktop.resize("Espresso cup", width: width, height: 700)
      #expect(try await desktop.text(of: "Name") == "Mocha cup")
    }
    try await desktop.press("Save")
    try await desktop.window("Mocha cup")
  }
}

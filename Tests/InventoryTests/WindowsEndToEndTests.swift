import Foundation
import Testing

extension `The program on a desktop` {
  @Test
  func `Items open in windows of their own, and all windows see a change at once`()
    async throws
  {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")

    // With the middle button, with the keys, and with the context menu.
    try await desktop.click(.label, "Claw hammer", button: 2)
    try await desktop.windows(["Inventory", "Claw hammer"])
    try await desktop.key("ctrl+w")
    try await desktop.windows(["Inventory"])
    try await desktop.key("End")
    try await desktop.key("ctrl+Return")
    try await desktop.windows(["Inventory", "Wood screws"])
    try await desktop.key("ctrl+w")
    try await desktop.windows(["Inventory"])
    try await desktop.click(.label, "Espresso cup", button: 3)
    try await desktop.findMenuEntry("Open in New Window")
    try await desktop.screenshot("row-menu")
    try await desktop.tab(to: "Open in New Window")
    try await desktop.key("Return")
    try await desktop.windows(["Inventory", "Espresso cup"])

    // What is booked in one window is shown in the other.
    try await desktop.press("Change Quantity…")
    try await desktop.enter("34", into: "Amount")
    try await desktop.press("Save")
    try await desktop.find(.label, "42")
    try await desktop.find(.label, "42 ×")
    // So is what another process does.
    try await Program.change(database, "UPDATE item SET name = 'Mocha cup' WHERE sku = 'CUP-1'")
    try await desktop.windows(["Inventory", "Mocha cup"])
    try await desktop.find(.label, "Mocha cup")

    // One of two windows asks before all close.
    try await desktop.press("Edit")
    try await desktop.enter("Tea cup", into: "Name")
    try await desktop.key("ctrl+q")
    try await desktop.find(.label, "Discard the changes?")
    try await desktop.press("Discard")
    #expect(try await desktop.exitStatus() == 0)
  }

  @Test
  func `Locations and what is in them are opened in windows of their own`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "inventory://locations"])
    try await desktop.click(.label, "Workshop", button: 2)
    try await desktop.windows(["Locations", "Workshop"])
    try await desktop.key("ctrl+w")
    try await desktop.windows(["Locations"])
    try await desktop.click(.label, "Workshop")
    try await desktop.windows(["Workshop"])
    try await desktop.click(.label, "Claw hammer", button: 3)
    try await desktop.findMenuEntry("Open in New Window")
    try await desktop.screenshot("location-row-menu")
    try await desktop.tab(to: "Open in New Window")
    try await desktop.key("Return")
    try await desktop.windows(["Workshop", "Claw hammer"])
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)
  }

  @Test
  func `A new window shows the list`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "inventory://items/HAM-1"])
    try await desktop.window("Claw hammer")
    try await desktop.key("ctrl+shift+n")
    try await desktop.windows(["Inventory", "Claw hammer"])
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)
  }
}

import Foundation
import Testing

extension `The program on a desktop` {
  @Test func `Everything can be done with the keyboard alone`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")

    // Add an item.
    try await desktop.key("ctrl+n")
    try await desktop.window("Add Item")
    try await desktop.focused("Name")
    try await desktop.type("Anvil")
    try await desktop.key("Tab")
    try await desktop.focused("SKU")
    try await desktop.type("ANV-1")
    try await desktop.key("Return")
    try await desktop.find(.label, "Anvil")

    // Open it, and book a movement.
    try await desktop.key("ctrl+f")
    try await desktop.type("anvil")
    try await desktop.gone(.label, "Claw hammer")
    try await desktop.tab(to: "Anvil")
    try await desktop.key("Return")
    try await desktop.window("Anvil")
    try await desktop.tab(to: "Change Quantity…")
    try await desktop.key("space")
    try await desktop.window("Change Quantity")
    try await desktop.tab(to: "Amount")
    try await desktop.type("7")
    try await desktop.key("Return")
    try await desktop.windows(["Anvil"])
    try await desktop.find(.label, "7")

    // Take it back.
    try await desktop.key("ctrl+z")
    try await desktop.gone(.label, "7")
    let sql = "SELECT quantityMillionths / 1000000 FROM item WHERE sku = 'ANV-1'"
    #expect(try await Program.query(database, sql) == ["0"])
    try await desktop.key("alt+Left")
    try await desktop.window("Inventory")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)
  }

  @Test func `F10 opens the menu at its first entry, and leaves the focus of a sheet`() async throws
  {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.key("F10")
    try await desktop.findMenuEntry("Copy Link")
    try await desktop.screenshot("menu-by-key")
    try await desktop.focused("Locations")
    try await desktop.key("Escape")
    try await desktop.key("ctrl+n")
    try await desktop.window("Add Item")
    try await desktop.focused("Name")
    try await desktop.key("F10")
    try await desktop.type("Vise")
    #expect(try await desktop.text(of: "Name") == "Vise")
    try await desktop.focused("Name")
  }

  @Test func `A form with changes asks in every way of closing`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "inventory://items/HAM-1/edit"])
    try await desktop.window("Edit Item")
    try await desktop.enter("Sledge hammer", into: "Name")
    for keys in ["Escape", "ctrl+w", "ctrl+q"] {
      try await desktop.key(keys)
      try await keepEditing(desktop)
    }
    try await desktop.press("Cancel")
    try await keepEditing(desktop)
    #expect(try await desktop.text(of: "Name") == "Sledge hammer")
    try await desktop.key("Escape")
    try await desktop.press("Discard")
    try await desktop.windows(["Claw hammer"])
  }

  @Test func `The form of a location with changes asks, too`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "inventory://locations"])
    try await desktop.window("Locations")
    try await desktop.press("New Location")
    try await desktop.enter("Cellar", into: "Name")
    for keys in ["Escape", "ctrl+w", "ctrl+q"] {
      try await desktop.key(keys)
      try await desktop.find(.label, "Discard the new location?")
      try await desktop.press("Keep Editing")
      try await desktop.gone(.label, "Discard the new location?")
    }
    #expect(try await desktop.text(of: "Name") == "Cellar")
    try await desktop.key("ctrl+q")
    try await desktop.press("Discard")
    #expect(try await desktop.exitStatus() == 0)
  }

  private func keepEditing(_ desktop: Desktop) async throws {
    try await desktop.find(.label, "Discard the changes?")
    try await desktop.press("Keep Editing")
    try await desktop.gone(.label, "Discard the changes?")
  }
}

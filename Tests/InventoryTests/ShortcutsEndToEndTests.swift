import Foundation
import Testing

extension `The program on a desktop` {
  @Test
  func `Keys do what the list of keys says`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")

    // The keys, and what the program is.
    try await desktop.key("ctrl+question")
    try await desktop.window("Keyboard Shortcuts")
    try await desktop.find(.label, "Open in New Window")
    try await desktop.screenshot("shortcuts")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "Open in New Window")
    try await desktop.key("F10")
    try await desktop.findMenuEntry("About Inventory")
    try await desktop.screenshot("menu")
    try await desktop.tab(to: "About Inventory")
    try await desktop.key("Return")
    try await desktop.window("About Inventory")
    try await desktop.screenshot("about")
    // The licenses are on a page of the sheet.
    try await desktop.press("Legal")
    try await desktop.find(.label, "Built With")
    try await desktop.screenshot("legal")
    try await desktop.key("alt+Left")
    try await desktop.gone(.label, "Built With")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "About Inventory")

    // Search, and a new item.
    try await desktop.key("ctrl+f")
    try await desktop.type("cup")
    try await desktop.gone(.label, "Claw hammer")
    try await desktop.key("Escape")
    try await desktop.find(.label, "Claw hammer")
    try await desktop.key("ctrl+n")
    try await desktop.window("Add Item")
    try await desktop.enter("Saw", into: "Name")

    // Quitting, also from a sheet, asks about what was written.
    try await desktop.key("ctrl+q")
    try await desktop.find(.label, "Discard the new item?")
    try await desktop.press("Keep Editing")
    try await desktop.gone(.label, "Discard the new item?")
    #expect(try await desktop.text(of: "Name") == "Saw")
    try await desktop.key("ctrl+q")
    try await desktop.press("Discard")
    #expect(try await desktop.exitStatus() == 0)
  }

  @Test
  func `The link to a page is copied and can be pasted`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.click(.label, "Espresso cup")
    try await desktop.window("Espresso cup")
    try await desktop.key("ctrl+shift+c")
    try await desktop.find(.label, "Link copied")
    try await desktop.key("Escape")
    try await desktop.window("Inventory")
    try await desktop.key("ctrl+f")
    try await desktop.key("ctrl+v")
    try await desktop.find(.label, "No Results")
    #expect(
      try await desktop.text(of: "Search items", role: .searchField) == "inventory://items/CUP-1"
    )
  }

  @Test func `Ctrl+W closes the window`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.key("ctrl+w")
    #expect(try await desktop.exitStatus() == 0)
  }

  @Test func `The menu can be pressed by assistive technology`() async throws {
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.button, "Add Item")
    try await desktop.press("Main Menu")
    try await desktop.findMenuEntry("Keyboard Shortcuts")
  }
}

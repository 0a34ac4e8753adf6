import Foundation
import Testing

/// Undoing and redoing in the built program.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct `Undo on a desktop` {
  private let folder: TemporaryFolder
  private var database: URL { folder.file("inventory.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func launch(_ arguments: String..., dark: Bool = false) async throws -> Desktop {
    let csv = try folder.file(
      "items.csv",
      """
      name,sku,quantity,price,location,notes
      Claw hammer,HAM-1,2,18.90,Workshop,Hickory handle
      Wood screws,SCR-1,5,7.90,Workshop,

      """
    )
    let outcome = try await Program.runWithoutDisplay(
      ["--database", database.path, "--import", csv.path],
      home: folder.url
    )
    try #require(outcome.status == 0, "\(outcome)")
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path] + arguments, dark: dark)
    return desktop
  }

  private func savedItems() async throws -> [String] {
    try await Program.query(
      database,
      """
      SELECT item.id, sku, item.name, quantityMillionths, path, notes, createdAt, deltaMillionths,
        date
      FROM item JOIN location ON location.id = locationID JOIN movement ON itemKey = key
      ORDER BY sku, movement.id
      """
    )
  }

  private func sumOfMovements() async throws -> [String] {
    try await Program.query(database, "SELECT sum(deltaMillionths) / 1000000 FROM movement")
  }

  @Test(arguments: [false, true])
  func `A deleted item comes back with the button of the message`(dark: Bool) async throws {
    let desktop = try await launch("--open", "inventory://items/HAM-1", dark: dark)
    let saved = try await savedItems()
    try await desktop.window("Claw hammer")
    try await desktop.tab(to: "Delete")
    try await desktop.press("Delete")
    try await desktop.find(.button, "Cancel")
    try await desktop.press("Delete")
    try await desktop.window("Inventory")
    try await desktop.gone(.label, "Claw hammer")
    try await desktop.find(.label, "“Claw hammer” deleted")
    try await desktop.press("Undo")
    try await desktop.find(.label, "“Claw hammer” restored")
    // Its page is there again.
    try await desktop.window("Claw hammer")
    #expect(try await savedItems() == saved)

    try await desktop.press("Redo")
    try await desktop.window("Inventory")
    try await desktop.find(.label, "“Claw hammer” deleted")
    try await desktop.screenshot(dark ? "toast-dark" : "toast")
    try await desktop.press("Dismiss")
    try await desktop.gone(.label, "“Claw hammer” deleted")
  }

  @Test func `Keys undo and redo, one change after the other, but not while one writes`()
    async throws
  {
    let desktop = try await launch()
    let saved = try await savedItems()
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
    try await desktop.press("Edit")
    try await desktop.enter("Sledge hammer", into: "Name")
    try await desktop.press("Save")
    try await desktop.window("Sledge hammer")
    try await desktop.press("Change Quantity…")
    try await desktop.enter("3", into: "Amount")
    try await desktop.press("Save")
    try await desktop.find(.label, "Quantity of “Sledge hammer” changed")

    // In a text field the keys are about the text.
    try await desktop.press("Edit")
    try await desktop.window("Edit Item")
    try await desktop.tab(to: "Name")
    try await desktop.key("ctrl+a")
    try await desktop.type("x")
    try await desktop.key("ctrl+z")
    try await desktop.enter("Sledge hammer", into: "Name")
    try await desktop.press("Cancel")
    try await desktop.gone(.button, "Save")
    #expect(try await sumOfMovements() == ["10"])

    try await desktop.key("ctrl+z")
    try await desktop.find(.label, "Quantity of “Sledge hammer” changed back")
    try await desktop.key("ctrl+z")
    try await desktop.window("Claw hammer")
    #expect(try await savedItems() == saved)
    try await desktop.key("ctrl+shift+z")
    try await desktop.window("Sledge hammer")
    try await desktop.key("ctrl+y")
    try await desktop.find(.label, "Quantity of “Sledge hammer” changed")
    #expect(try await sumOfMovements() == ["10"])
  }

  @Test func `What somebody else has changed meanwhile is not overwritten`() async throws {
    let desktop = try await launch("--open", "inventory://items/HAM-1/edit")
    try await desktop.enter("Sledge hammer", into: "Name")
    try await desktop.press("Save")
    try await desktop.window("Sledge hammer")
    try await Program.change(
      database,
      "UPDATE item SET name = 'Mallet', nameOrder = 'mallet' WHERE sku = 'HAM-1'"
    )
    try await desktop.window("Mallet")
    try await desktop.key("ctrl+z")
    try await desktop.find(.label, "This cannot be undone")
    try await desktop.screenshot("undo-conflict")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "This cannot be undone")
    try await desktop.window("Mallet")
  }
}

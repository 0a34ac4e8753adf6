import Foundation
import Testing

/// Two processes with one database, each on a desktop of its own.
extension `The program on a desktop` {
  @Test func `Two processes see each other's changes, and ask where both changed the same`()
    async throws
  {
    try await importItems()
    let here = try Desktop()
    let there = try Desktop()
    let arguments = ["--database", database.path, "inventory://items/HAM-1"]
    try await here.launch(arguments)
    try await there.launch(arguments)
    try await here.window("Claw hammer")
    try await there.window("Claw hammer")

    // What one books, the other sees.
    try await here.press("Change Quantity…")
    try await here.enter("40", into: "Amount")
    try await here.press("Save")
    try await there.find(.label, "42")

    // Both edit the item, and not the same: all of it is saved.
    try await here.press("Edit")
    try await here.window("Edit Item")
    try await there.press("Edit")
    try await there.window("Edit Item")
    try await here.enter("Sledge hammer", into: "Name")
    try await there.enter("box", into: "Unit")
    try await here.press("Save")
    try await here.windows(["Sledge hammer"])
    try await there.windows(["Sledge hammer", "Edit Item"])
    try await there.press("Save")
    try await there.windows(["Sledge hammer"])
    try await here.find(.label, "42 boxes")
    let sql = "SELECT name, unit, barcode FROM item WHERE sku = 'HAM-1'"
    #expect(try await Program.query(database, sql) == ["Sledge hammer|box|"])

    // Both edit the same field: the one who saves last is asked, and nothing is lost meanwhile.
    try await here.press("Edit")
    try await here.window("Edit Item")
    try await there.press("Edit")
    try await there.window("Edit Item")
    try await here.enter("Mallet", into: "Name")
    try await there.enter("Gavel", into: "Name")
    try await there.enter("123", into: "Barcode")
    try await here.press("Save")
    try await here.windows(["Mallet"])
    try await there.press("Save")
    try await there.find(.label, "This item was changed elsewhere")
    try await there.screenshot("conflict")
    #expect(try await Program.query(database, sql) == ["Mallet|box|"])
    try await there.press("Keep Editing")
    try await there.gone(.label, "This item was changed elsewhere")
    #expect(try await there.text(of: "Name") == "Gavel")
    try await there.press("Save")
    try await there.find(.label, "This item was changed elsewhere")
    try await there.press("Keep Theirs")
    try await there.windows(["Mallet"])
    #expect(try await Program.query(database, sql) == ["Mallet|box|123"])

    // One deletes what the other looks at.
    try await here.tab(to: "Delete")
    try await here.press("Delete")
    try await here.find(.button, "Cancel")
    try await here.press("Delete")
    try await there.windows(["Inventory"])
    try await there.gone(.label, "Mallet")
  }
}

import Foundation
import Testing

/// The form of an item and the sheet for bookings, used as by a person with a scanner.
extension `The program on a desktop` {
  @Test func `An item with huge texts is shown, and its form leaves the notes as they are`()
    async throws
  {
    try await importItems()
    try await Program.change(
      database,
      """
      UPDATE item SET notes = printf('%.*c', 900000, 'x'), unit = printf('%.*c', 4000, 'u'),
        name = printf('%.*c', 4000, 'n')
      WHERE sku = 'HAM-1'
      """
    )
    let desktop = try Desktop()
    try await desktop.launch(
      ["--database", database.path, "--open", "inventory://items/HAM-1/edit"]
    )
    try await desktop.window("Edit Item")
    try await desktop.screenshot("form-huge-notes")
    try await desktop.enter("A-77", into: "Barcode")
    try await desktop.press("Save")
    try await desktop.gone(.field, "Barcode")
    #expect(
      try await Program.query(
        database,
        "SELECT barcode, length(notes), length(name) FROM item WHERE sku = 'HAM-1'"
      ) == ["A-77|900000|4000"]
    )
  }

  @Test func `A form is checked as one types, and a scanner does not submit it`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.press("Add Item")
    try await desktop.enter("Spring clamp", into: "Name")
    // Told while the form is open and nothing was saved.
    try await desktop.enter("HAM-1", into: "SKU")
    try await desktop.find(.label, "Another item has this SKU.")
    try await desktop.enter("CLA-1", into: "SKU")
    try await desktop.gone(.label, "Another item has this SKU.")
    try await desktop.enter("many", into: "Quantity")
    try await desktop.find(.label, "Enter a number from 0.")
    try await desktop.screenshot("form-invalid")

    // The scanner types the digits and Enter, and the cursor is where the quantity is typed.
    try await desktop.tab(to: "Barcode")
    try await desktop.type("4006381333931")
    try await desktop.key("Return")
    try await desktop.focused("Quantity")
    try await desktop.type("7")
    try await desktop.gone(.label, "Enter a number from 0.")
    #expect(try await desktop.text(of: "Quantity") == "7")
    try await desktop.key("Return")
    try await desktop.gone(.button, "Save")
    let saved = try await Program.query(
      database,
      "SELECT name, barcode, quantityMillionths / 1000000 FROM item WHERE sku = 'CLA-1'"
    )
    #expect(saved == ["Spring clamp|4006381333931|7"])
  }

  @Test func `A booking that is not saved asks, whichever way its sheet closes`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.click(.label, "Claw hammer")
    try await desktop.window("Claw hammer")
    try await desktop.press("Change Quantity…")
    try await desktop.enter("3", into: "Amount")
    try await desktop.key("Escape")
    try await desktop.find(.label, "Discard the change?")
    try await desktop.press("Keep Editing")
    try await desktop.gone(.label, "Discard the change?")
    #expect(try await desktop.text(of: "Amount") == "3")
    try await desktop.press("Cancel")
    try await desktop.find(.label, "Discard the change?")
    try await desktop.screenshot("booking-discard")
    try await desktop.press("Discard")
    try await desktop.gone(.button, "Save")
    let movements = try await Program.query(database, "SELECT count(*) FROM movement")
    #expect(movements == ["3"])
  }
}

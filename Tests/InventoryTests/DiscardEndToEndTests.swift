import Foundation
import Testing

/// What was written is not lost, whoever wants to close its form; and once it is discarded, what
/// was asked for goes on.
extension `The program on a desktop` {
  @Test func `The desktop's way to close a form's window asks, too`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path])
    try await desktop.find(.label, "Claw hammer")
    try await desktop.key("ctrl+shift+n")
    try await desktop.windows(["Inventory", "Inventory"])
    try await desktop.click(.label, "Claw hammer")
    try await desktop.windows(["Inventory", "Claw hammer"])
    try await desktop.press("Edit")
    try await desktop.enter("Sledge hammer", into: "Name")
    for _ in 1...2 {
      try await desktop.close("Edit Item")
      try await desktop.keepEditing("Discard the changes?")
      #expect(try await desktop.text(of: "Name") == "Sledge hammer")
    }

    // A window does not close below a form.
    try await desktop.close("Claw hammer")
    try await desktop.key("Tab")
    try await desktop.windows(["Inventory", "Claw hammer", "Edit Item"])
    #expect(try await desktop.text(of: "Name") == "Sledge hammer")

    // What was asked for was to close the form: the window is still there.
    try await desktop.close("Edit Item")
    try await desktop.find(.label, "Discard the changes?")
    try await desktop.press("Discard")
    try await desktop.windows(["Inventory", "Claw hammer"])

    // A form without changes closes without a question, and so does the window: only this one.
    try await desktop.press("Edit")
    try await desktop.window("Edit Item")
    try await desktop.close("Edit Item")
    try await desktop.windows(["Inventory", "Claw hammer"])
    try await desktop.close("Claw hammer")
    try await desktop.windows(["Inventory"])
    #expect(
      try await Program.query(database, "SELECT count(*) FROM item WHERE name = 'Claw hammer'")
        == ["1"]
    )
  }

  @Test func `Ctrl+W closes the form once the changes are discarded, and then the window`()
    async throws
  {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "inventory://items/HAM-1"])
    try await desktop.window("Claw hammer")
    try await desktop.key("ctrl+shift+n")
    try await desktop.windows(["Inventory", "Claw hammer"])
    try await desktop.key("ctrl+n")
    try await desktop.enter("Saw", into: "Name")
    try await desktop.key("ctrl+w")
    try await desktop.keepEditing("Discard the new item?")
    #expect(try await desktop.text(of: "Name") == "Saw")
    try await desktop.key("ctrl+w")
    try await desktop.find(.label, "Discard the new item?")
    try await desktop.press("Discard")
    try await desktop.gone(.label, "Discard the new item?")
    try await desktop.windows(["Inventory", "Claw hammer"])
    try await desktop.key("ctrl+w")
    try await desktop.windows(["Claw hammer"])
  }

  @Test func `A link from another process waits until a form is closed`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch(["inventory://items/HAM-1"], environment: home)
    try await desktop.window("Claw hammer")
    try await desktop.press("Edit")
    try await desktop.enter("Sledge hammer", into: "Name")
    try await desktop.run(["inventory://items/CUP-1/book"], environment: home)
    try await desktop.keepEditing("Discard the changes?")
    #expect(try await desktop.text(of: "Name") == "Sledge hammer")
    try await desktop.windows(["Claw hammer", "Edit Item"])

    // A link that leads nowhere has nothing to close for: it is told over the form.
    try await desktop.run(["inventory://items/NOPE"], environment: home)
    try await desktop.find(.label, "The link cannot be opened")
    try await desktop.screenshot("link-over-form")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "The link cannot be opened")
    #expect(try await desktop.text(of: "Name") == "Sledge hammer")

    // Discarded, the link goes on: also from what it has opened to the next one.
    try await desktop.run(["inventory://items/CUP-1/book"], environment: home)
    try await desktop.find(.label, "Discard the changes?")
    try await desktop.screenshot("link-discard")
    try await desktop.press("Discard")
    try await desktop.windows(["Espresso cup", "Change Quantity"])
    try await desktop.enter("3", into: "Amount")
    try await desktop.run(["inventory://locations/Kitchen"], environment: home)
    try await desktop.find(.label, "Discard the change?")
    try await desktop.press("Discard")
    try await desktop.windows(["Kitchen"])
    let saved = try await Program.query(
      usersDatabase,
      """
      SELECT name, quantityMillionths / 1000000 FROM item
      WHERE sku IN ('HAM-1', 'CUP-1') ORDER BY sku
      """
    )
    #expect(saved == ["Espresso cup|8", "Claw hammer|2"])
  }

  @Test func `The keys that go back leave a form alone`() async throws {
    try await importItems()
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "inventory://items/HAM-1/edit"])
    try await desktop.window("Edit Item")
    try await desktop.enter("Sledge hammer", into: "Name")
    try await desktop.key("alt+Left")
    #expect(try await desktop.text(of: "Name") == "Sledge hammer")
    try await desktop.windows(["Claw hammer", "Edit Item"])
    try await desktop.press("Save")
    try await desktop.windows(["Sledge hammer"])
    try await desktop.key("alt+Left")
    try await desktop.windows(["Inventory"])
  }
}

extension Desktop {
  fileprivate func keepEditing(
    _ question: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await find(.label, question, sourceLocation: sourceLocation)
    try await press("Keep Editing", sourceLocation: sourceLocation)
    try await gone(.label, question, sourceLocation: sourceLocation)
  }
}

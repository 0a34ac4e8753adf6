import Foundation
import Testing

/// What was typed into a form when the program was killed.
extension `The program on a desktop` {
  @Test func `What is typed comes back after SIGKILL, and is saved then`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.click(.label, "Espresso cup")
    try await desktop.window("Espresso cup")
    try await desktop.press("Edit")
    try await desktop.window("Edit Item")
    try await desktop.tab(to: "Name")
    try await desktop.key("ctrl+a")
    try await desktop.type("Tea cup")
    try await desktop.tab(to: "Price")
    try await desktop.key("ctrl+a")
    try await desktop.type("abc")
    try await saved("inventory://items/CUP-1/edit", "\"Tea cup\"", "\"abc\"")
    try await desktop.kill()
    // Somebody else goes on meanwhile.
    try await Program.change(usersDatabase, "UPDATE item SET unit = 'boxes' WHERE sku = 'CUP-1'")

    try await desktop.launch([], environment: home)
    try await desktop.windows(["Espresso cup", "Edit Item"])
    #expect(try await desktop.text(of: "Name") == "Tea cup")
    #expect(try await desktop.text(of: "Price") == "abc")
    try await desktop.find(.label, "Enter an amount from 0, such as 12.30.")
    try await desktop.screenshot("draft-restored")
    try await desktop.tab(to: "Price")
    try await desktop.key("ctrl+a")
    try await desktop.type("7.20")
    try await desktop.gone(.label, "Enter an amount from 0, such as 12.30.")
    try await desktop.press("Save")
    try await desktop.windows(["Tea cup"])
    let item = try await Program.query(
      usersDatabase,
      "SELECT name, unit, quantityMillionths / 1000000 FROM item WHERE sku = 'CUP-1'"
    )
    #expect(item == ["Tea cup|boxes|8"])

    // Nothing of it comes back another time.
    try await saved("\"inventory://items/CUP-1\"")
    try await desktop.kill()
    try await desktop.launch([], environment: home)
    try await desktop.windows(["Tea cup"])
    try await desktop.press("Edit")
    try await desktop.window("Edit Item")
    #expect(try await desktop.text(of: "Price") == "7.20")
  }

  @Test func `What is typed in several windows comes back in each, also beside a link`()
    async throws
  {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.click(.label, "Espresso cup", button: 2)
    try await desktop.windows(["Inventory", "Espresso cup"])
    try await desktop.press("Change Quantity…")
    try await desktop.windows(["Inventory", "Espresso cup", "Change Quantity"])
    try await desktop.focused("Amount")
    try await desktop.type("3")
    try await saved("\"amount\" : \"3\"")
    try await desktop.kill()

    // A link that starts the program takes nothing away.
    try await desktop.launch(["inventory://items/HAM-1"], environment: home)
    try await desktop.windows(["Inventory", "Espresso cup", "Change Quantity", "Claw hammer"])
    #expect(try await desktop.text(of: "Amount") == "3")
  }

  @Test func `What is typed outlives a start at which the database cannot be read`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.click(.label, "Espresso cup")
    try await desktop.press("Change Quantity…")
    try await desktop.focused("Amount")
    try await desktop.type("3")
    try await saved("\"amount\" : \"3\"")
    try await desktop.kill()

    let data = folder.file("data/inventory")
    let kept = folder.file("kept")
    try FileManager.default.moveItem(at: data, to: kept)
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try Data(String(repeating: "a letter\n", count: 99).utf8).write(to: usersDatabase)
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "This File Is Not an Inventory")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)

    try FileManager.default.removeItem(at: data)
    try FileManager.default.moveItem(at: kept, to: data)
    try await desktop.launch([], environment: home)
    try await desktop.windows(["Espresso cup", "Change Quantity"])
    #expect(try await desktop.text(of: "Amount") == "3")
  }
}

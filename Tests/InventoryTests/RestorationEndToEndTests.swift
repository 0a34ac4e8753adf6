import Foundation
import Testing

extension `The program on a desktop` {
  /// The folders of a user who starts the program without a database of its own.
  var home: [String: String] {
    [
      "XDG_DATA_HOME": folder.file("data").path, "XDG_STATE_HOME": folder.file("state").path,
      "XDG_CONFIG_HOME": folder.file("config").path,
    ]
  }

  var usersDatabase: URL { folder.file("data/inventory/inventory.sqlite") }

  func importUsersItems() async throws {
    let csv = try folder.file(
      "items.csv",
      """
      name,sku,quantity,price,location,notes
      Claw hammer,HAM-1,2,18.90,Workshop,Hickory handle
      Wood screws,SCR-1,5,7.90,Workshop,
      Espresso cup,CUP-1,8,6.40,Kitchen,"Blue, chipped"

      """
    )
    let outcome = try await Program.runWithoutDisplay(["--import", csv.path], home: folder.url)
    try #require(outcome.status == 0, "\(outcome)")
  }

  /// Waits until what comes back has been written.
  func saved(_ texts: String...) async throws {
    let file = folder.file("state/inventory/windows.json")
    let deadline = ContinuousClock.now + .seconds(60)
    var text = ""
    repeat {
      text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      if texts.allSatisfy(text.contains) { return }
      await Task.yield()
    } while ContinuousClock.now < deadline
    Issue.record("\(texts) are not in \(text)")
  }

  @Test
  func `Windows come back after SIGKILL, without what is gone`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.click(.label, "Espresso cup", button: 2)
    try await desktop.windows(["Inventory", "Espresso cup"])
    try await desktop.press("Edit")
    try await desktop.windows(["Inventory", "Espresso cup", "Edit Item"])
    try await saved("inventory://items/CUP-1/edit")
    try await desktop.kill()

    try await desktop.launch([], environment: home)
    try await desktop.windows(["Inventory", "Espresso cup", "Edit Item"])
    #expect(try await desktop.text(of: "Name") == "Espresso cup")
    try await desktop.screenshot("restored")
    try await desktop.kill()

    try await Program.change(usersDatabase, "DELETE FROM item WHERE sku = 'CUP-1'")
    try await desktop.launch([], environment: home)
    try await desktop.windows(["Inventory", "Inventory"])
    try await desktop.gone(.label, "Espresso cup")
    try await desktop.gone(.label, "The link cannot be opened")
  }

  @Test func `The size of a window comes back after SIGKILL`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Claw hammer")
    // What GTK draws around a window is part of its size, except on Wayland.
    let size = try await desktop.size(of: "Inventory")
    let frame = [880 - size[0], 640 - size[1]]
    try await desktop.resize("Inventory", width: 701, height: 543)
    try await eventually { try await desktop.size(of: "Inventory") == [701, 543] }
    try await saved("\"width\" : \(701 + frame[0])", "\"height\" : \(543 + frame[1])")
    try await desktop.kill()

    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Claw hammer")
    #expect(try await desktop.size(of: "Inventory") == [701, 543])
  }

  @Test
  func `The search comes back after quitting, and a window that was closed does not`()
    async throws
  {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Claw hammer")
    try await desktop.key("ctrl+shift+n")
    try await desktop.windows(["Inventory", "Inventory"])
    try await desktop.key("ctrl+w")
    try await desktop.windows(["Inventory"])
    try await desktop.key("ctrl+f")
    try await desktop.type("cup")
    try await desktop.gone(.label, "Claw hammer")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)

    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Espresso cup")
    try await desktop.gone(.label, "Claw hammer")
    try await desktop.windows(["Inventory"])
  }

  @Test func `A link leads the running program to its place`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Claw hammer")
    try await desktop.run(["inventory://items/SCR-1/book"], environment: home)
    try await desktop.windows(["Wood screws", "Change Quantity"])
    try await desktop.screenshot("link")
    try await desktop.run(["inventory://items/NOPE"], environment: home)
    try await desktop.find(.label, "The link cannot be opened")
    try await desktop.key("Escape")
    try await desktop.gone(.label, "The link cannot be opened")
    try await desktop.run(["inventory://shortcuts"], environment: home)
    try await desktop.windows(["Inventory", "Keyboard Shortcuts"])
  }

  @Test
  func `The launcher's menu opens a new window of the running program`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Claw hammer")
    try await desktop.run(
      ["action", "io.github.composable_gtk.Inventory", "newWindow"],
      program: "gapplication"
    )
    try await desktop.windows(["Inventory", "Inventory"])
  }
}

import Foundation
import Testing

extension `The program on a desktop` {
  @Test func `A click on the notification of an item that runs low opens the item`() async throws {
    try await importUsersItems()
    try await Program.change(
      usersDatabase,
      "UPDATE item SET reorderLevelMillionths = 5000000 WHERE sku = 'CUP-1'"
    )
    let desktop = try Desktop()
    let notifications = folder.file("notifications")
    try await desktop.receiveNotifications(in: notifications)
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Espresso cup")
    // Another process books it.
    try await Program.change(
      usersDatabase,
      """
      BEGIN;
      INSERT INTO movement (itemKey, date, reason, deltaMillionths)
      SELECT key, 0, 'used', -4000000 FROM item WHERE sku = 'CUP-1';
      UPDATE item SET quantityMillionths = quantityMillionths - 4000000 WHERE sku = 'CUP-1';
      COMMIT;
      """
    )
    try await eventually {
      (try? String(contentsOf: notifications, encoding: .utf8))?.contains("Espresso cup") == true
    }
    #expect(
      try String(contentsOf: notifications, encoding: .utf8)
        == #"{"title": "Espresso cup is running low", "body": "Only 4 left."}"# + "\n"
    )
    try await desktop.window("Espresso cup")
  }

  @Test func `A reorder level above the quantity is told, and many at once as one`() async throws {
    try await importUsersItems()
    let desktop = try Desktop()
    let notifications = folder.file("notifications")
    try await desktop.receiveNotifications(in: notifications)
    try await desktop.launch(["inventory://items/SCR-1/edit"], environment: home)
    try await desktop.enter("20", into: "Reorder Level")
    try await desktop.press("Save")
    try await desktop.window("Wood screws")
    func told(_ lines: [String]) async throws {
      try await eventually {
        (try? String(contentsOf: notifications, encoding: .utf8)) == lines.joined(separator: "\n")
          + "\n"
      }
    }
    let first = #"{"title": "Wood screws is running low", "body": "Only 5 left."}"#
    try await told([first])

    // A file raises the levels of many items, one of which is low already.
    let rows = (1...8).map { "New \($0),N-\($0),3," }
    let old = try folder.file(
      "old.csv",
      (["name,sku,quantity,reorderLevel"] + rows).joined(separator: "\n")
    )
    let new = try folder.file(
      "new.csv",
      (["sku,reorderLevel", "SCR-1,25"] + (1...8).map { "N-\($0),4" }).joined(separator: "\n")
    )
    for file in [old, new] {
      let outcome = try await Program.runWithoutDisplay(["--import", file.path], home: folder.url)
      #expect(outcome.status == 0, "\(outcome)")
    }
    let second =
      #"{"title": "Items are running low", "body": "There is too little left of 8 items."}"#
    try await told([first, second])
    // The click leads to the list of all that is low.
    try await desktop.window("Inventory")
    try await desktop.find(.label, "Low Stock")
    try await desktop.find(.label, "New 8")
    // Some windows have no room for the ninth row.
    try await desktop.find(.label, "9 items")
    try await desktop.gone(.label, "Claw hammer")
    try await desktop.screenshot("low-stock")
  }
}

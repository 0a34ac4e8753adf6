import Foundation
import Testing

extension `The program on a desktop` {
  @Test func `A click on the notification of an item that runs low opens the item`() async throws {
    try await importUsersItems()
    try await Program.change(
      usersDatabase,
      "UPDATE item SET reorderLevel = 5 WHERE sku = 'CUP-1'"
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
      INSERT INTO movement (itemKey, date, reason, delta)
      SELECT key, 0, 'used', -4 FROM item WHERE sku = 'CUP-1';
      UPDATE item SET quantity = quantity - 4 WHERE sku = 'CUP-1';
      COMMIT;
      """
    )
    try await eventually {
      (try? String(contentsOf: notifications, encoding: .utf8))?.contains("Espresso cup") == true
    }
    #expect(
      try String(contentsOf: notifications, encoding: .utf8)
        == #"{"title": "Espresso cup is running low", "body": "There are 4 left."}"# + "\n"
    )
    try await desktop.window("Espresso cup")
  }
}

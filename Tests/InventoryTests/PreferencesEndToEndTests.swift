import Foundation
import Testing

extension `The program on a desktop` {
  @Test
  func `Preferences take effect at once, in all windows, and are kept`() async throws {
    try await importItems()
    let desktop = try Desktop()
    let home = ["XDG_CONFIG_HOME": folder.file("config").path, "LC_ALL": "en_US.UTF-8"]
    try await desktop.launch(["--database", database.path], environment: home)
    try await desktop.find(.label, "$18.90")
    try await desktop.key("ctrl+shift+n")
    try await desktop.windows(["Inventory", "Inventory"])
    try await desktop.key("ctrl+comma")
    try await desktop.windows(["Inventory", "Inventory", "Preferences"])
    try await desktop.enter("Cellar", into: "Default Location")
    try await desktop.screenshot("preferences")
    // Another process sets the currency and the theme: what it writes takes effect here.
    let file = folder.file("config/inventory/app-storage.json")
    try await eventually {
      (try? String(contentsOf: file, encoding: .utf8))?.contains("Cellar") == true
    }
    try Data(#"{"currency": "EUR", "defaultLocation": "Cellar", "theme": "dark"}"#.utf8)
      .write(to: file, options: .atomic)
    try await desktop.gone(.label, "$18.90")
    try await desktop.find(.label, "€18.90")
    try await desktop.screenshot("preferences-dark")
    try await desktop.key("Escape")
    try await desktop.windows(["Inventory", "Inventory"])
    try await desktop.key("ctrl+n")
    #expect(try await desktop.text(of: "Location") == "Cellar")
    try await desktop.key("ctrl+q")
    #expect(try await desktop.exitStatus() == 0)
    try await desktop.launch(["--database", database.path], environment: home)
    try await desktop.find(.label, "€18.90")
  }
}

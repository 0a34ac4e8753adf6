import Foundation
import Testing

/// Links to all places, in and out of the program.
extension `The program on a desktop` {
  @Test func `The link to each kind of page is copied with the keyboard and can be pasted`()
    async throws
  {
    try await importUsersItems()
    let csv = try folder.file("tags.csv", "sku,tags\nHAM-1,steel\n")
    let outcome = try await Program.runWithoutDisplay(["--import", csv.path], home: folder.url)
    try #require(outcome.status == 0, "\(outcome)")
    let desktop = try Desktop()
    try await desktop.launch([], environment: home)
    try await desktop.find(.label, "Claw hammer")
    for (title, link) in [
      ("Inventory", "inventory://items"), ("Workshop", "inventory://locations/Workshop"),
      ("steel", "inventory://tags/steel"), ("Stocktake", "inventory://stocktake"),
      ("Stocktake", "inventory://stocktake/count/HAM-1"),
    ] {
      // Here already: a link that arrived late would clear the search.
      if title != "Inventory" {
        try await desktop.run([link], environment: home)
        try await desktop.windows([title])
      }
      if link.hasSuffix("HAM-1") { try await desktop.focused("Count") }
      try await desktop.key("ctrl+shift+c")
      if title != "Inventory" {
        try await desktop.key("alt+Left")
        try await desktop.windows(["Inventory"])
      }
      try await desktop.key("ctrl+f")
      // The link is copied a moment after the keys, and the next keys may come before.
      try await eventually {
        try await desktop.key("ctrl+a")
        try await desktop.key("ctrl+v")
        return try await desktop.text(of: "Search items", role: .searchField) == link
      }
      try await desktop.find(.label, "No Results")
      try await desktop.key("Escape")
      try await desktop.find(.label, "Claw hammer")
    }
  }

  @Test func `An item that was counted when the program was killed is counted again`() async throws
  {
    try await importUsersItems()
    let desktop = try Desktop()
    try await desktop.launch(["inventory://stocktake/count/HAM-1"], environment: home)
    try await desktop.focused("Count")
    try await desktop.screenshot("link-count")
    try await saved("inventory://stocktake/count/HAM-1")
    try await desktop.kill()

    try await desktop.launch([], environment: home)
    try await desktop.window("Stocktake")
    try await desktop.focused("Count")
    try await desktop.type("3")
    try await desktop.key("Return")
    try await saved("inventory://stocktake\"")
    #expect(
      try await Program.query(usersDatabase, "SELECT countedMillionths FROM stocktakeCount")
        == ["3000000"]
    )
    // What is not there any more is left out.
    try await desktop.run(["inventory://stocktake/recount/HAM-1"], environment: home)
    try await desktop.focused("Count")
    try await saved("inventory://stocktake/recount/HAM-1")
    try await desktop.kill()
    try await Program.change(usersDatabase, "DELETE FROM item WHERE sku = 'HAM-1'")
    try await desktop.launch([], environment: home)
    try await desktop.window("Stocktake")
    try await desktop.focused("Barcode, SKU or Name")
    try await desktop.gone(.label, "The link cannot be opened")
  }
}
